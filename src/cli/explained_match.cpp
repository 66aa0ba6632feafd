// SPDX-License-Identifier: MIT
#include "cli/explained_match.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "belief/told.h"
#include "cli/knowing.h"
#include "cli/matches_shown.h"
#include "cli/terminal.h"
#include "record/sight.h"
#include "show/knowledge.h"
#include "show/lines.h"

namespace percept::cli {
namespace {

constexpr std::size_t kShownThoughts = 3, kShownLine = 4;
constexpr std::size_t kWorldsShown = 20'000;  // beyond, a formula and a sample of them
constexpr double kSecondsToKnow = 1;

std::string per_cent(double value) { return fmt::format("{:.0f} %", 100 * value); }

}  // namespace

ExplainedMatch::ExplainedMatch(const game::Game& game) : model_(game.shared_model()), eyes_(game.roles()) {}

Result<void> ExplainedMatch::on_start(const record::Record& record) {
  auto game = game::Game::make(model_, {.engine = game::Game::Choice::kProver});
  if (!game) return tl::unexpected(game.error());
  game_.emplace(std::move(*game));
  board_.emplace(*game_);
  belief::ExactBelief::Options limits;
  limits.worlds = kWorldsShown;
  limits.seconds = kSecondsToKnow;
  for (std::size_t role = 0; role < record.roles.size(); ++role) {
    if (record::sees_all(record, role)) continue;
    auto eyes = show::onlooker(model_, record.roles[role], limits);
    if (eyes) eyes_[role] = std::move(*eyes);
  }
  return {};
}

Result<void> ExplainedMatch::on_round(const record::Record& record) {
  std::size_t number = record.rounds.size();
  const record::Round& round = record.rounds.back();
  print_heading(fmt::format("Round {}", number));
  if (auto shown = print_board(number == 1 ? record.initial : record.rounds[number - 2].state); !shown) return shown;
  for (std::size_t role = 0; role < record.roles.size(); ++role) {
    bool thought = !round.reasons.empty() && !round.reasons[role].thoughts.empty();
    if (thought && eyes_[role]) {
      fmt::print("{} knew:\n", paint("1", printable(record.roles[role]), colored(stdout)));
      print_knowledge_of(role);
    }
    fmt::print("{} plays {}{}{}\n", paint("1", printable(record.roles[role]), colored(stdout)),
               printable(round.moves[role]),
               round.faults[role] ? fmt::format(", in place of an answer ({})", name_of(round.faults[role]->kind)) : "",
               round.percepts.empty() || record::sees_all(record, role) || round.percepts[role].empty()
                   ? ""
                   : printable(fmt::format(", and sees {}", fmt::join(round.percepts[role], " "))));
    if (thought) print_reasons(round.reasons[role]);
  }
  std::fflush(stdout);
  for (std::size_t role = 0; role < eyes_.size(); ++role)
    if (eyes_[role] && !belief::hear(*eyes_[role]->belief, record::told(record, role, number)))
      eyes_[role].reset();  // there is nothing to show
  return {};
}

Result<void> ExplainedMatch::on_end(const record::Record& record) {
  if (record.rounds.empty()) return {};
  fmt::print("\n");
  return print_board(record.rounds.back().state);
}

Result<void> ExplainedMatch::print_board(const record::Facts& facts) {
  auto state = game_->parse_state(fmt::format("({})", fmt::join(facts, " ")));
  if (!state) return tl::unexpected(state.error());
  fmt::print("{}", board_->text(*state, colored(stdout)));
  return {};
}

void ExplainedMatch::print_knowledge_of(std::size_t role) {
  show::Knowledge knowledge = show::knowledge_of(*eyes_[role]->belief);
  std::string text = show::to_text(show::picture_of(knowledge, eyes_[role]->board), colored(stdout), 8);
  for (std::string_view line : lines_of(text)) fmt::print("    {}\n", line);
  fmt::print("    {}\n", knowledge.states ? fmt::format("{} possible", counted(*knowledge.states, "position"))
                                          : std::string("too many positions are possible to count them"));
}

void ExplainedMatch::print_reasons(const game::Reasons& reasons) const {
  std::vector<std::vector<std::string>> rows = {{"", "worth", "visits", "move", "and then"}};
  for (const game::Thought& thought : reasons.thoughts) {
    if (rows.size() > kShownThoughts) break;
    bool proven = thought.lowest == thought.highest, valued = thought.visits > 0 || proven;
    std::vector<std::string> line(thought.line.begin() + std::min<std::ptrdiff_t>(1, std::ssize(thought.line)),
                                  thought.line.end());
    bool longer = line.size() > kShownLine;
    if (longer) line.resize(kShownLine);
    rows.push_back({"   ", valued ? per_cent(thought.value) + (proven ? ", proven" : "") : "",
                    valued ? std::to_string(thought.visits) : "",
                    printable(thought.move) + (thought.chance > 0 ? ", " + per_cent(thought.chance) : ""),
                    printable(fmt::format("{}{}", fmt::join(line, ", "), longer ? " …" : ""))});
  }
  print_table(rows);
  if (reasons.positions > 0)
    fmt::print("    of {}, by a look into {}\n", counted(reasons.moves, "move"),
               counted(reasons.positions, "position"));
  if (!reasons.strategy.empty()) fmt::print("    {}\n", printable(reasons.strategy));
}

}  // namespace percept::cli
