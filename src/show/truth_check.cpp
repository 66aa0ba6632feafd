// SPDX-License-Identifier: MIT
#include "show/truth_check.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"
#include "show/lines.h"

namespace percept::show {

using namespace game;
using belief::Belief;
using belief::Truth;
using nlohmann::ordered_json;

Result<void> TruthCheck::add(Game& game, const State& state, Belief& belief, const Knowledge& knowledge) {
  auto named = game.role(belief.rules().text(belief.role()));  // a description may list roles in another order
  PERCEPT_CHECK(named, "a belief of a role that the game does not have");
  RoleId role = *named;
  auto over = game.terminal(state);
  if (!over) return tl::unexpected(over.error());
  auto goals = game.goals(state, role);
  if (!goals) return tl::unexpected(goals.error());
  ++positions_;
  position_ = belief.round();
  terminal_ = *over;
  goals_ = *goals;
  std::vector<std::string> fluents, values, known_values, open_values;
  for_each_fluent(state, [&](FluentId fluent) { fluents.push_back(game.text(fluent)); });
  compare("fluent", fluents, texts_of(belief, knowledge.fluents.known), texts_of(belief, knowledge.fluents.open));
  for (int goal : *goals) values.push_back(std::to_string(goal));
  for (int goal : knowledge.goals.known) known_values.push_back(std::to_string(goal));
  for (int goal : knowledge.goals.open) open_values.push_back(std::to_string(goal));
  compare("goal", values, known_values, open_values);
  if (knowledge.terminal == (*over ? Truth::kNo : Truth::kYes)) wrong("terminal", "", *over);
  if (*over) return {};
  auto legal = game.legal(state, role);
  if (!legal) return tl::unexpected(legal.error());
  std::vector<std::string> moves;
  for (MoveId move : *legal) moves.push_back(game.text(role, move));
  compare("legal", moves, texts_of(belief, knowledge.legal.known), texts_of(belief, knowledge.legal.open));
  ++moves_asked_;
  if (knowledge.legal.open.empty()) ++moves_known_;
  return {};
}

std::string TruthCheck::text(const Knowledge& last, bool color) const {
  bool decided = last.terminal != Truth::kOpen;
  std::string out = heading("Was it true?", color);
  out += fmt::format("  terminal {} (true: {})\n", decided ? "known: " + text_of(last.terminal) : "open",
                     terminal_ ? "yes" : "no");
  out += fmt::format("  goal {} (true: {})\n", text_of(last.goals), text_of(goals_));
  out += fmt::format("  legal moves known in {} of {}\n", moves_known_, counted(moves_asked_, "position"));
  if (mistakes_.empty()) out += fmt::format("  all that was known was true, in {}\n", counted(positions_, "position"));
  return out;
}

ordered_json TruthCheck::json() const {
  return {{"terminal", terminal_},       {"goal", goals_},
          {"positions", positions_},     {"legal_asked", moves_asked_},
          {"legal_known", moves_known_}, {"mistakes", mistakes_}};
}

void TruthCheck::compare(std::string_view kind, const std::vector<std::string>& truth,
                         const std::vector<std::string>& known, const std::vector<std::string>& open) {
  std::set<std::string> held(truth.begin(), truth.end()), possible(open.begin(), open.end());
  for (const std::string& text : known)
    if (!held.contains(text)) wrong(kind, text, false);
  possible.insert(known.begin(), known.end());
  for (const std::string& text : held)
    if (!possible.contains(text)) wrong(kind, text, true);
}

void TruthCheck::wrong(std::string_view kind, std::string_view text, bool holds) {
  mistakes_.push_back(fmt::format("round {}: {}{}{} {}", position_, kind, text.empty() ? "" : " ", text,
                                  holds ? "holds, and was known not to" : "does not hold, and was known to"));
}

}  // namespace percept::show
