// SPDX-License-Identifier: MIT
#include "wire/message_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "gdl/writer.h"
#include "wire/infix.h"
#include "wire/messages.h"

namespace percept::wire {
namespace {

// As Dresden's GameController appends it.
constexpr std::string_view kDefaultSees = "(<= (sees ?p (did ?p2 ?m)) (role ?p) (does ?p2 ?m))";

Layout layout_of(Dialect dialect) {
  return is_dresden(dialect) ? Layout::kDresden : dialect == Dialect::kInfix ? Layout::kPlain : Layout::kGgpBase;
}

// ggp-base has a blank behind each element of a list, Dresden between them, but behind each percept.
std::string list(const std::vector<std::string>& texts, bool blank_behind_each) {
  std::string out = "(";
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0 && !blank_behind_each) out += ' ';
    out += texts[i];
    if (blank_behind_each) out += ' ';
  }
  return out + ')';
}

std::string infix_list(std::vector<std::string> texts) {
  for (std::string& text : texts) text = infix_of_kif(text);
  return fmt::format("[{}]", fmt::join(texts, ","));
}

// Who is told every move gets the rules without `sees`, as a game of GDL-I.
std::string rules_list(Dialect dialect, const gdl::Description& rules, const Spelling& spelling, bool default_sees) {
  std::vector<std::string> texts;
  texts.reserve(rules.statements().size());
  for (const gdl::Statement& statement : rules.statements()) {
    if (!tells_percepts(dialect) && statement.head && statement.head->is(gdl::keyword::kSees, 2)) continue;
    texts.push_back(spelling.write(gdl::to_kif(statement, rules.symbols()), layout_of(dialect)));
  }
  if (default_sees) texts.push_back(spelling.write(kDefaultSees, layout_of(dialect)));
  return dialect == Dialect::kInfix ? infix_list(texts) : list(texts, !is_dresden(dialect));
}

// Puts the parts into parentheses, with the blanks of the dialect. In infix the word stands in front of them.
std::string message(Dialect dialect, std::string_view parts) {
  if (dialect == Dialect::kInfix) {
    std::size_t blank = std::min(parts.find(' '), parts.size());
    std::string rest(parts.substr(std::min(blank + 1, parts.size())));
    std::ranges::replace(rest, ' ', ',');
    return fmt::format("{}({})", lower(parts.substr(0, blank)), rest);
  }
  return is_dresden(dialect) ? fmt::format("({})", parts) : fmt::format("( {} )", parts);
}

}  // namespace

std::size_t wire_seconds(double clock) {
  if (clock <= 0) return kNoLimitSeconds;
  return clock > 1 ? static_cast<std::size_t>(std::ceil(std::min(clock, 1e6))) : 1;
}

std::string write_info(Dialect dialect) { return message(dialect, "INFO"); }

std::string write_abort(Dialect dialect, const std::string& match) { return message(dialect, "ABORT " + match); }

MessageWriter::MessageWriter(Dialect dialect, match::Opening opening)
    : dialect_(dialect),
      opening_(std::move(opening)),
      has_sees_(has_sees(*opening_.rules)),
      spelling_(*opening_.rules) {}

std::string MessageWriter::start() const {
  if (dialect_ == Dialect::kInfix)
    return fmt::format("start({},{},{},{},{})", opening_.match,
                       infix_of_kif(spelling_.write(opening_.role, Layout::kPlain)),
                       rules_list(dialect_, *opening_.rules, spelling_, false), wire_seconds(opening_.clocks.start),
                       wire_seconds(opening_.clocks.play));
  std::string parts =
      fmt::format("START {} {} {} {} {}", opening_.match, spelling_.write(opening_.role, layout_of(dialect_)),
                  rules_list(dialect_, *opening_.rules, spelling_,
                             tells_percepts(dialect_) && !has_sees_ && !opening_.rules->is_incomplete()),
                  wire_seconds(opening_.clocks.start), wire_seconds(opening_.clocks.play));
  return is_dresden(dialect_) ? fmt::format("({})", parts) : fmt::format("( {})", parts);  // ggp-base's own habit
}

std::string MessageWriter::play(const std::optional<match::News>& news) const {
  return told(dialect_ == Dialect::kPakapark ? "SEES" : "PLAY", news ? &*news : nullptr);
}

std::string MessageWriter::stop(const match::News& news) const { return told("STOP", &news); }

std::string MessageWriter::abort() const { return write_abort(dialect_, opening_.match); }

std::string MessageWriter::told(std::string_view word, const match::News* news) const {
  Layout layout = layout_of(dialect_);
  if (news && !news->told.percepts) news = nullptr;
  std::string parts = fmt::format("{} {} ", word, opening_.match);
  if (dialect_ == Dialect::kDresden2013)
    parts += news && news->told.move ? fmt::format("{} {} ", news->round, spelling_.write(*news->told.move, layout))
                                     : "0 NIL ";
  if (!news) return message(dialect_, parts + (dialect_ == Dialect::kInfix ? "nil" : "NIL"));
  std::vector<std::string> texts;
  if (!tells_percepts(dialect_)) {
    for (const std::string& move : news->moves) texts.push_back(spelling_.write(move, layout));
  } else {
    std::vector<std::string> percepts = *news->told.percepts;
    if (!has_sees_)
      for (std::size_t role = 0; role < std::min(opening_.roles.size(), news->moves.size()); ++role)
        percepts.push_back(fmt::format("(did {} {})", opening_.roles[role], news->moves[role]));
    for (std::string& percept : percepts) {
      if (dialect_ == Dialect::kPakapark) percept = fmt::format("(sees {} {})", opening_.role, percept);
      texts.push_back(spelling_.write(percept, layout));
    }
  }
  if (dialect_ == Dialect::kInfix)
    return fmt::format("{}({},{})", lower(word), opening_.match, infix_list(std::move(texts)));
  return message(dialect_, parts + list(texts, dialect_ != Dialect::kDresden));
}

}  // namespace percept::wire
