// SPDX-License-Identifier: MIT
#include "game/told.h"

#include <algorithm>

#include "game/game.h"

namespace percept::game {

std::vector<std::string> moves_seen(const std::vector<std::string>& roles, const std::vector<std::string>& moves) {
  std::vector<std::string> out;
  for (std::size_t role = 0; role < std::min(roles.size(), moves.size()); ++role)
    out.push_back("(does " + roles[role] + " " + moves[role] + ")");
  return out;
}

Result<Told> told_of(Game& game, const State& state, const JointMove& moves, RoleId role) {
  auto percepts = game.percepts(state, moves, role);
  if (!percepts) return tl::unexpected(percepts.error());
  return Told{game.text(role, moves[role.value]), texts_of(game, *percepts)};
}

std::vector<std::string> texts_of(const Game& game, const Percepts& percepts) {
  Percepts sorted = percepts;
  std::ranges::sort(sorted, [&](PerceptId a, PerceptId b) { return game.lexicon().less(a, b); });
  std::vector<std::string> out;
  for (PerceptId percept : sorted) out.push_back(game.text(percept));
  return out;
}

}  // namespace percept::game
