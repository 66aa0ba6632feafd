// SPDX-License-Identifier: MIT
#include "record/replay.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "game/told.h"
#include "gdl/reader.h"

namespace percept::record {

using game::FluentId;
using game::Game;
using game::JointMove;
using game::MoveId;
using game::RoleId;
using game::State;

Facts facts_of(const Game& game, const State& state) {
  Facts out;
  for (FluentId fluent : game.sorted(state)) out.push_back(game.text(fluent));
  return out;
}

Result<JointMove> joint_move(Game& game, const State& state, const std::vector<std::string>& moves) {
  if (moves.size() != game.roles())
    return failure(fmt::format("{} for {}", counted(moves.size(), "move"), counted(game.roles(), "role")));
  JointMove out;
  for (std::uint32_t role = 0; role < game.roles(); ++role) {
    std::string name = game.text(RoleId{role});
    auto illegal = [&] {
      return failure(fmt::format("{} has no legal move {}", printable(name), printable(moves[role])));
    };
    auto move = game.parse_move(RoleId{role}, moves[role]);
    if (!move) return illegal();
    auto legal = game.legal(state, RoleId{role});
    if (!legal) return tl::unexpected(legal.error());
    if (std::ranges::find(*legal, *move) == legal->end()) return illegal();
    out.push_back(*move);
  }
  return out;
}

Result<std::vector<std::vector<std::string>>> percepts_of(Game& game, const State& state, const JointMove& moves) {
  std::vector<std::vector<std::string>> out(game.roles());
  for (std::uint32_t role = 0; game.imperfect() && role < game.roles(); ++role) {
    auto percepts = game.percepts(state, moves, RoleId{role});
    if (!percepts) return tl::unexpected(percepts.error());
    out[role] = texts_of(game, *percepts);
    std::ranges::sort(out[role]);
  }
  return out;
}

Result<Game> game_of(const RulesOnRecord& rules) {
  std::shared_ptr<const gdl::Description> description = gdl::read_text(rules.name, rules.text);
  return Game::make(std::move(description), {Game::Choice::kProver, {}});
}

Result<Replay> replay(Game& game, const std::vector<std::vector<std::string>>& moves) {
  Replay out;
  State state = game.initial();
  out.initial = facts_of(game, state);
  auto over = game.terminal(state);
  if (!over) return tl::unexpected(over.error());
  out.terminal = *over;
  for (const std::vector<std::string>& texts : moves) {
    if (out.terminal) {
      out.stopped = Error{"the game was over before", ""};
      break;
    }
    auto joint = joint_move(game, state, texts);
    if (!joint) {
      out.stopped = joint.error();
      break;
    }
    auto percepts = percepts_of(game, state, *joint);
    if (!percepts) return tl::unexpected(percepts.error());
    auto next = game.next(state, *joint);
    if (!next) return tl::unexpected(next.error());
    state = std::move(*next);
    over = game.terminal(state);
    if (!over) return tl::unexpected(over.error());
    out.terminal = *over;
    out.rounds.push_back({std::move(*percepts), facts_of(game, state), out.terminal});
  }
  for (std::uint32_t role = 0; role < game.roles(); ++role) {
    auto goals = game.goals(state, RoleId{role});
    if (!goals) return tl::unexpected(goals.error());
    out.goals.push_back(std::move(*goals));
  }
  return out;
}

Result<Replay> replay(Game& game, const Record& record) {
  std::vector<std::vector<std::string>> moves;
  for (const Round& round : record.rounds) moves.push_back(round.moves);
  return replay(game, moves);
}

Result<void> complete(Record& record) {
  auto game = game_of(record.rules);
  if (!game) return tl::unexpected(game.error());
  record.rules.gdl_version = game->imperfect() ? 2 : 1;
  std::vector<std::string> roles;
  for (std::uint32_t role = 0; role < game->roles(); ++role) roles.push_back(game->text(RoleId{role}));
  if (record.roles.empty()) record.roles = roles;
  if (record.roles != roles)
    return failure(fmt::format("the record's roles are {}, those of {} {}", fmt::join(record.roles, ", "),
                               record.rules.name, fmt::join(roles, ", ")),
                   "are these the rules of the match?");
  auto fits = [&](std::size_t size) { return size == 0 || size == roles.size(); };
  bool fine = fits(record.players.size()) && fits(record.start_faults.size()) && fits(record.goals.size());
  for (const Round& round : record.rounds)
    fine = fine && round.moves.size() == roles.size() && fits(round.percepts.size()) && fits(round.faults.size()) &&
           fits(round.seconds.size()) && fits(round.reasons.size());
  if (!fine) return failure("it does not have one player, move, goal, fault and list of percepts for each role");
  record.players.resize(roles.size());
  record.start_faults.resize(roles.size());
  auto truth = replay(*game, record);
  if (!truth) return tl::unexpected(truth.error());
  if (record.initial.empty()) record.initial = truth->initial;
  for (std::size_t i = 0; i < record.rounds.size(); ++i) {
    Round& round = record.rounds[i];
    round.faults.resize(roles.size());
    bool missing = round.state.empty() || round.percepts.empty();
    if (i >= truth->rounds.size()) {
      if (!missing) continue;
      return failure(fmt::format("round {}: {}", truth->rounds.size() + 1, truth->stopped->message),
                     "are these the rules of the match?");
    }
    if (round.state.empty()) round.state = truth->rounds[i].state;
    if (round.percepts.empty()) round.percepts = truth->rounds[i].percepts;
  }
  bool whole = truth->rounds.size() == record.rounds.size();
  if (record.goals.empty() && record.status == Status::kCompleted && whole)
    for (const std::vector<int>& goals : truth->goals)
      record.goals.push_back(goals.size() == 1 ? std::optional(goals[0]) : std::nullopt);
  record.goals.resize(roles.size());
  return {};
}

}  // namespace percept::record
