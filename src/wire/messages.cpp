// SPDX-License-Identifier: MIT
#include "wire/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "base/text.h"
#include "gdl/reader.h"
#include "gdl/term_text.h"
#include "wire/infix.h"

namespace percept::wire {
namespace {

using gdl::elements;
using gdl::forms;
using gdl::inside;
using gdl::is_list;
using gdl::is_nothing;

using Arguments = std::vector<std::string_view>;

Result<std::string> match_id(std::string_view form) {
  constexpr std::size_t kMost = 1000;
  if (is_list(form)) return failure(fmt::format("a match id with parentheses: {}", shown(form)));
  if (form.size() > kMost) return failure(fmt::format("a match id of {} bytes", form.size()));
  return std::string(form);
}

Result<double> clock(std::string_view form) {
  auto seconds = whole_number(form);
  if (!seconds) return failure(fmt::format("a clock that is no number of seconds: {}", shown(form)));
  return static_cast<double>(*seconds);
}

// The rules of a list in infix: each ends with a full stop where the message has a comma.
std::string infix_rules(std::string_view list) {
  std::string out;
  if (auto statements = infix_call(list))
    for (std::string_view statement : statements->arguments) out += std::string(statement) + ".\n";
  return out;
}

Result<std::shared_ptr<const gdl::Description>> rules(std::string_view form, const std::string& name) {
  if (form.starts_with('['))
    return std::shared_ptr<const gdl::Description>(gdl::read_text(name, infix_rules(form), gdl::Notation::kInfix));
  if (!is_list(form)) return failure(fmt::format("rules that are no list: {}", shown(form)));
  return std::shared_ptr<const gdl::Description>(gdl::read_text(name, std::string(inside(form)), gdl::Notation::kKif));
}

Result<Message> read_preview(const Arguments& arguments) {
  Preview preview;
  auto sheet = rules(arguments[0], "preview");
  if (!sheet) return tl::unexpected(sheet.error());
  preview.rules = *sheet;
  if (arguments.size() > 1) {
    auto seconds = clock(arguments[1]);
    if (!seconds) return tl::unexpected(seconds.error());
    preview.clock = *seconds;
  }
  return preview;
}

Result<Message> read_start(const Arguments& arguments) {
  auto match = match_id(arguments[0]);
  if (!match) return tl::unexpected(match.error());
  auto role = gdl::term_text(arguments[1]);
  if (!role) return tl::unexpected(role.error());
  auto sheet = rules(arguments[2], "rules of " + printable(*match));
  if (!sheet) return tl::unexpected(sheet.error());
  auto start_clock = clock(arguments[3]), play_clock = clock(arguments[4]);
  if (!start_clock) return tl::unexpected(start_clock.error());
  if (!play_clock) return tl::unexpected(play_clock.error());
  return Start{*match, *role, *sheet, *start_clock, *play_clock};
}

Result<Play> read_play(const Arguments& arguments) {
  Play play;
  auto match = match_id(arguments[0]);
  if (!match) return tl::unexpected(match.error());
  play.match = *match;
  if (arguments.size() >= 4) {
    play.turn = whole_number(arguments[1]);
    if (!play.turn) return failure(fmt::format("a turn that is no number: {}", shown(arguments[1])));
    if (!is_nothing(arguments[2])) {
      auto move = gdl::term_text(arguments[2]);
      if (!move) return tl::unexpected(move.error());
      play.last_move = std::move(*move);
    }
  } else if (arguments.size() == 3) {
    return failure("two arguments behind the match id, where there may be none, one or three");
  }
  if (arguments.size() > 1) {
    std::string_view list = arguments.size() >= 4 ? arguments[3] : arguments[1];
    if (is_list(list) || !is_nothing(list)) {
      auto read = gdl::term_texts(list);
      if (!read) return tl::unexpected(read.error());
      play.terms = std::move(*read);
    }
  }
  return play;
}

// The word of a message and its arguments, views into the text; of one in infix all but rules are put into `kif`.
Result<Arguments> parts_of(std::string_view text, std::deque<std::string>& kif) {
  if (is_infix(text)) {
    auto call = infix_call(text);
    if (!call) return tl::unexpected(call.error());
    Arguments out = {call->word};
    bool has_rules = lower(call->word) == "start" || lower(call->word) == "preview";
    std::size_t sheet = lower(call->word) == "start" ? 2 : 0;
    for (std::size_t i = 0; i < call->arguments.size(); ++i)
      if (has_rules && i == sheet)
        out.push_back(call->arguments[i]);
      else
        out.push_back(kif.emplace_back(kif_of_infix(call->arguments[i])));
    return out;
  }
  auto all = forms(text);
  if (!all) return tl::unexpected(all.error());
  if (all->size() != 1)
    return failure(all->empty() ? "an empty message" : fmt::format("not a message: {}", shown(text)));
  if (!is_list(all->front())) return *all;  // a bare INFO
  auto inner = elements(all->front());
  if (inner && inner->empty()) return failure("an empty message");
  return inner;
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

}  // namespace

Result<Message> read_message(std::string_view text) {
  text = without_mark(text);
  std::deque<std::string> kif;
  auto parts = parts_of(text, kif);
  if (!parts) return tl::unexpected(parts.error());
  Arguments arguments = std::move(*parts);
  std::string word = lower(arguments.front());
  arguments.erase(arguments.begin());
  auto needs = [&](std::size_t count) { return arguments.size() >= count; };
  if (word == "info") return Info{};
  if (word == "preview" && needs(1)) return read_preview(arguments);
  if (word == "start" && needs(5)) return read_start(arguments);
  if (word == "abort" && needs(1)) {
    auto match = match_id(arguments[0]);
    if (!match) return tl::unexpected(match.error());
    return Abort{*match};
  }
  if ((word == "play" || word == "sees" || word == "stop") && needs(1)) {
    auto play = read_play(arguments);
    if (!play) return tl::unexpected(play.error());
    if (word == "stop") return Stop{std::move(*play)};
    play->sees = word == "sees";
    return std::move(*play);
  }
  constexpr std::string_view kWords[] = {"preview", "start", "abort", "play", "sees", "stop"};
  if (std::ranges::find(kWords, word) != std::end(kWords))
    return failure(fmt::format("{} with {}", upper(word), counted(arguments.size(), "argument")));
  return failure(fmt::format("an unknown message: {}", shown(text)));
}

Result<Heading> read_heading(std::string_view text) {
  text = without_mark(text);
  std::deque<std::string> kif;
  auto parts = parts_of(text, kif);
  if (!parts) return tl::unexpected(parts.error());
  Heading out{lower((*parts)[0]), {}, 0};
  if (parts->size() > 1 && out.word != "preview" && out.word != "info") {
    auto match = match_id((*parts)[1]);
    if (!match) return tl::unexpected(match.error());
    out.match = lower(*match);
  }
  if (out.word == "start" && parts->size() > 5) {
    auto seconds = clock((*parts)[4]), move_seconds = clock((*parts)[5]);
    if (!seconds) return tl::unexpected(seconds.error());
    if (!move_seconds) return tl::unexpected(move_seconds.error());
    out.start_clock = *seconds;
    out.play_clock = *move_seconds;
  }
  return out;
}

Dialect dialect_of(const Play& play, bool rules_have_sees, std::string_view sender) {
  if (play.turn) return Dialect::kDresden2013;
  if (play.sees) return Dialect::kPakapark;
  if (lower(sender) != "gamecontroller") return Dialect::kGgpBase;
  return rules_have_sees ? Dialect::kDresden2010 : Dialect::kDresden;
}

bool has_sees(const gdl::Description& rules) {
  // Of an incomplete description: it lists percepts.
  bool incomplete = rules.is_incomplete();
  return std::ranges::any_of(rules.statements(), [&](const gdl::Statement& statement) {
    return statement.head && (statement.head->is(gdl::keyword::kSees, 2) ||
                              (incomplete && rules.text(statement.head->name) == "percept"));
  });
}

}  // namespace percept::wire
