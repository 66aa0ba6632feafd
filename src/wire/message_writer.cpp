// SPDX-License-Identifier: MIT
#include "wire/message_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gdl/writer.h"
#include "wire/messages.h"

namespace percept::wire {
namespace {

// As Dresden's GameController appends it.
constexpr std::string_view kDefaultSees = "(<= (sees ?p (did ?p2 ?m)) (role ?p) (does ?p2 ?m))";

Layout layout_of(Dialect dialect) { return is_dresden(dialect) ? Layout::kDresden : Layout::kGgpBase; }

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

std::string rules_list(Dialect dialect, const gdl::Description& rules, const Spelling& spelling, bool default_sees) {
  std::vector<std::string> texts;
  texts.reserve(rules.statements().size());
  for (const gdl::Statement& statement : rules.statements())
    texts.push_back(spelling.write(gdl::to_kif(statement, rules.symbols()), layout_of(dialect)));
  if (default_sees) texts.push_back(spelling.write(kDefaultSees, layout_of(dialect)));
  return list(texts, !is_dresden(dialect));
}

// Puts the parts into parentheses, with the blanks of the dialect.
std::string message(Dialect dialect, std::string_view parts) {
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
  if (news && news->round == 0 && !news->first) news = nullptr;
  std::string parts = fmt::format("{} {} ", word, opening_.match);
  if (dialect_ == Dialect::kDresden2013)
    parts += news && !news->first ? fmt::format("{} {} ", news->round, spelling_.write(news->move, layout)) : "0 NIL ";
  if (!news) return message(dialect_, parts + "NIL");
  std::vector<std::string> texts;
  if (!tells_percepts(dialect_)) {
    for (const std::string& move : news->moves) texts.push_back(spelling_.write(move, layout));
  } else if (has_sees_) {
    for (const std::string& percept : news->percepts) texts.push_back(spelling_.write(percept, layout));
  } else {
    for (std::size_t role = 0; role < std::min(opening_.roles.size(), news->moves.size()); ++role)
      texts.push_back(spelling_.write(fmt::format("(did {} {})", opening_.roles[role], news->moves[role]), layout));
  }
  return message(dialect_, parts + list(texts, dialect_ != Dialect::kDresden));
}

}  // namespace percept::wire
