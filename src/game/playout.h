// SPDX-License-Identifier: MIT
//
// A match of chance: every role chooses uniformly among its legal moves, round by round, until the game ends. The same
// seed gives the same match with every engine that lists legal moves in the same order; `play_out` orders them by their
// terms, so all do.
//
// A game that does not end is an error that names the state it has come to, as is a role without a legal move.
//
// One thread at a time, as the game that is played.
#pragma once

#include <functional>

#include "base/random.h"
#include "game/game.h"

namespace percept::game {

inline constexpr std::size_t kMaxRounds = 10'000;  // the longest game known has a few hundred

// The legal moves of the role as people expect them: by name, numbers by value.
Result<std::vector<MoveId>> sorted_legal(Game& game, const State& state, RoleId role);

// One move of each role, chosen uniformly and independently.
Result<JointMove> random_joint_move(Game& game, const State& state, Random& random);

struct Round {
  std::size_t number;  // from 1
  const State& state;  // before the moves
  const JointMove& moves;
};
// Called when the moves are chosen, before they are made; an error ends the match.
using OnRound = std::function<Result<void>(const Round&)>;

struct Playout {
  State end;
  std::size_t rounds = 0;
};
Result<Playout> play_out(Game& game, State state, Random& random, std::size_t max_rounds = kMaxRounds,
                         const OnRound& on_round = {});

}  // namespace percept::game
