// SPDX-License-Identifier: MIT
#include "game/playout.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace percept::game {
namespace {

auto by_term(const Game& game, RoleId role) {
  return [&game, role](MoveId a, MoveId b) { return game.lexicon().less(role, a, b); };
}

}  // namespace

Result<std::vector<MoveId>> sorted_legal(Game& game, const State& state, RoleId role) {
  auto moves = game.legal(state, role);
  if (moves) std::ranges::sort(*moves, by_term(game, role));
  return moves;
}

Result<JointMove> random_joint_move(Game& game, const State& state, Random& random) {
  JointMove moves;
  for (std::uint32_t role = 0; role < game.roles(); ++role) {
    auto legal = game.legal(state, RoleId{role});
    if (!legal) return tl::unexpected(legal.error());
    auto chosen = legal->begin() + random.below(static_cast<std::uint32_t>(legal->size()));
    std::nth_element(legal->begin(), chosen, legal->end(), by_term(game, RoleId{role}));
    moves.push_back(*chosen);
  }
  return moves;
}

Result<Playout> play_out(Game& game, State state, Random& random, std::size_t max_rounds, const OnRound& on_round) {
  for (std::size_t number = 1;; ++number) {
    auto over = game.terminal(state);
    if (!over) return tl::unexpected(over.error());
    if (*over) return Playout{std::move(state), number - 1};
    if (number > max_rounds) return tl::unexpected(game.not_ended(state, max_rounds));
    auto moves = random_joint_move(game, state, random);
    if (!moves) return tl::unexpected(moves.error());
    if (on_round)
      if (auto seen = on_round({number, state, *moves}); !seen) return tl::unexpected(seen.error());
    auto next = game.next(state, *moves);
    if (!next) return tl::unexpected(next.error());
    state = std::move(*next);
  }
}

}  // namespace percept::game
