// SPDX-License-Identifier: MIT
//
// What must hold for all bytes that a peer may send: reading them ends without a crash, the pieces they come in make no
// difference, and what was read is the same when it is written and read again.
#include "gdl/term_text.h"
#include "properties.h"
#include "wire/http.h"
#include "wire/messages.h"
#include "wire/replies.h"
#include "wire/spelling.h"

namespace percept::fuzz {
namespace {

using wire::HttpReader;

void http(const std::string& bytes, HttpReader::Kind kind) {
  constexpr std::size_t kMaxBody = 500;
  HttpReader whole(kind, kMaxBody), pieces(kind, kMaxBody);
  whole.feed(bytes);
  whole.end();
  for (char c : bytes) {
    if (pieces.feed({&c, 1}) != HttpReader::Progress::kMore) break;
    pieces.take_expectation();
  }
  pieces.end();
  require(whole.message().body.size() <= kMaxBody, "a body is within its limit", bytes);
  require(whole.progress() == pieces.progress(), "pieces make no difference", bytes);
  if (whole.progress() != HttpReader::Progress::kComplete) return;
  require(whole.message().body == pieces.message().body, "pieces make no difference to the body", bytes);
  require(whole.message().text() == pieces.message().text(), "nor to the text", bytes);
}

void same_term(const std::string& term, const wire::Spelling& spelling) {
  for (wire::Layout layout : {wire::Layout::kPlain, wire::Layout::kGgpBase, wire::Layout::kDresden}) {
    auto again = gdl::term_text(spelling.write(term, layout));
    require(again && *again == term, "a term is the same in every layout", term);
  }
}

void message(const std::string& text) {
  auto read = wire::read_message(text);
  if (!read) return;
  wire::Spelling none;
  auto told = [&](const wire::Play& play) {
    if (play.last_move) same_term(*play.last_move, none);
    for (const std::string& term : play.terms.value_or(std::vector<std::string>())) same_term(term, none);
  };
  if (auto* play = std::get_if<wire::Play>(&*read)) told(*play);
  if (auto* stop = std::get_if<wire::Stop>(&*read)) told(*stop);
  if (auto* start = std::get_if<wire::Start>(&*read)) {
    wire::Spelling spelling(*start->rules);
    if (!start->rules->readable()) return;
    for (const gdl::Statement& statement : start->rules->statements()) {
      std::string kif = to_kif(statement, start->rules->symbols());
      auto again = gdl::read_text("written", spelling.write(kif, wire::Layout::kGgpBase), gdl::Notation::kKif);
      require(again->statements().size() == 1 && to_kif(again->statements()[0], again->symbols()) == kif,
              "a rule is the same in another layout", kif);
    }
  }
}

void replies(const std::string& text) {
  if (auto move = wire::read_move(text)) same_term(*move, {});
  wire::read_word(text);
  if (auto info = wire::read_info_reply(text)) {
    std::string once = wire::write_info_reply(*info);
    auto again = wire::read_info_reply(once);
    require(again && wire::write_info_reply(*again) == once, "an answer to INFO can be read", once);
  }
}

}  // namespace
}  // namespace percept::fuzz

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace percept;
  std::string text(reinterpret_cast<const char*>(data), size);
  fuzz::http(text, wire::HttpReader::Kind::kRequest);
  fuzz::http(text, wire::HttpReader::Kind::kReply);
  fuzz::message(text);
  fuzz::replies(text);
  return 0;
}
