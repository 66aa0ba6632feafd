// SPDX-License-Identifier: MIT
#include "wire/replies.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "gdl/term_text.h"
#include "wire/infix.h"

namespace percept::wire {
namespace {

using gdl::elements;
using gdl::forms;
using gdl::inside;
using gdl::is_list;
using gdl::is_nothing;

constexpr std::array<std::string_view, 4> kWords = {"ready", "busy", "done", "aborted"};
constexpr std::size_t kMaxInfo = 64 << 10;  // bytes

bool starts_with_name(std::string_view form, std::string_view name) {
  auto parts = elements(form, true);
  return parts && !parts->empty() && lower(parts->front()) == name;
}

// Whether the form is one that old players put behind their move.
bool is_extra(std::string_view form) {
  return starts_with_name(form, "explanation") || starts_with_name(form, "taunt");
}

std::string without_quotes(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
    text = text.substr(1, text.size() - 2);
  return printable(text);
}

}  // namespace

Result<std::string> read_move(std::string_view text) {
  std::string kif;
  if (is_infix(text)) text = kif = kif_of_infix(text);
  auto all = forms(text, true);
  if (!all) return tl::unexpected(all.error());
  if (all->empty()) return failure("an empty answer");
  if (all->size() == 1 && is_list(all->front())) {  // ((move M) (explanation "…"))
    auto parts = elements(all->front(), true);
    if (!parts) return tl::unexpected(parts.error());
    if (!parts->empty() && starts_with_name(parts->front(), "move")) {
      if (parts->size() == 1) parts->push_back("(taunt)");  // so that it is read as an old player's below
      all = std::move(parts);
    }
  }
  std::string_view move = all->front();
  if (all->size() > 1) {
    if (!std::all_of(all->begin() + 1, all->end(), is_extra))
      return failure(fmt::format("more than one term: {}", shown(text)));
    auto parts = is_list(move) ? elements(move, true) : Result<std::vector<std::string_view>>();
    if (parts && parts->size() == 2 && lower(parts->front()) == "move") move = (*parts)[1];
  }
  if (is_nothing(move)) return failure(fmt::format("no move, but {}", shown(move)));
  auto read = gdl::term_text(move);
  if (read && *read == "busy") return failure("no move, but busy");
  return read;
}

bool InfoReply::available() const { return status == "available" || status == "ready"; }

Result<InfoReply> read_info_reply(std::string_view text) {
  if (text.size() > kMaxInfo) return failure(fmt::format("an answer of {} bytes", text.size()));
  std::string kif(text);
  bool infix = trimmed(text).starts_with('[');
  if (infix)
    for (char& c : kif) c = c == '[' ? '(' : c == ']' ? ')' : c == ',' ? ' ' : c;
  auto all = forms(kif, true);
  if (!all) return tl::unexpected(all.error());
  if (all->empty()) return failure("an empty answer");
  InfoReply reply;
  if (!is_list(all->front())) {
    if (all->size() > 1) return failure(fmt::format("not an answer to INFO: {}", shown(text)));
    reply.status = lower(without_quotes(all->front()));
    return reply;
  }
  // Pairs in a list, or one after the other.
  std::vector<std::string_view> pairs = *all;
  if (all->size() == 1) {
    auto inner = elements(all->front(), true);
    if (!inner) return tl::unexpected(inner.error());
    if (std::all_of(inner->begin(), inner->end(), is_list)) pairs = std::move(*inner);
  }
  for (std::string_view pair : pairs) {
    auto parts = is_list(pair) ? elements(pair, true) : Result<std::vector<std::string_view>>();
    if (!parts || parts->size() < 2) continue;
    std::string key = lower(without_quotes(parts->front()));
    std::string value = without_quotes((*parts)[1]);
    for (std::size_t i = 2; i < parts->size(); ++i) value += " " + without_quotes((*parts)[i]);
    if (key == "name") reply.name = value;
    if (key == "status") reply.status = lower(value);
    if (key == "species") reply.species = lower(value);
    if (key == "gdl") reply.gdl = value == "2" ? 2 : 1;
  }
  return reply;
}

std::string write_info_reply(const InfoReply& reply, bool infix) {
  auto atom = [](std::string_view text) {  // one that anybody can read
    std::string out;
    for (char c : text)
      out += c > ' ' && c < 0x7F && std::string_view("();\"'[],").find(c) == std::string_view::npos ? c : '_';
    return out.empty() ? std::string("_") : out;
  };
  std::vector<std::pair<std::string_view, std::string>> pairs;
  if (!reply.name.empty()) pairs.emplace_back("name", atom(reply.name));
  pairs.emplace_back("status", atom(reply.status));
  if (!reply.species.empty()) pairs.emplace_back("species", atom(reply.species));
  if (reply.gdl != 1) pairs.emplace_back("gdl", std::to_string(reply.gdl));
  std::string out = infix ? "[" : "( ";
  for (const auto& [key, value] : pairs)
    out +=
        infix ? fmt::format("{}[{},{}]", out.size() > 1 ? "," : "", key, value) : fmt::format("( {} {} ) ", key, value);
  return out + (infix ? "]" : ")");
}

std::string_view name_of(Word word) { return kWords[static_cast<std::size_t>(word)]; }

Result<Word> read_word(std::string_view text) {
  std::string word = lower(trimmed(text.substr(0, std::min<std::size_t>(text.size(), 100))));
  if (auto inner = forms(word); inner && inner->size() == 1 && is_list(inner->front())) word = trimmed(inside(word));
  auto known = std::ranges::find(kWords, std::string_view(word));
  if (known == kWords.end()) return failure(word.empty() ? "an empty answer" : fmt::format("answered {}", shown(text)));
  return static_cast<Word>(known - kWords.begin());
}

}  // namespace percept::wire
