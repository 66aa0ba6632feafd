// SPDX-License-Identifier: MIT
//
// How large the tree of a game is, depth by depth: the sequences of joint moves, the distinct states they lead to, and
// those that end the game (a game that is over has no further moves). The numbers are exact and the same for every
// engine, which makes them a test of the rules and of the engines; the name is that of chess programmers.
//
// States that several sequences lead to are expanded once a depth, so the cost is that of the distinct states; all
// states of two depths are in memory.
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <functional>

#include "game/game.h"

namespace percept::game {

struct PerftRow {
  std::size_t depth = 0;
  std::uint64_t sequences = 0;        // of this many joint moves
  std::uint64_t states = 0;           // distinct ones at this depth
  std::uint64_t ended_sequences = 0;  // those sequences that end the game
  std::uint64_t ended_states = 0;
};

struct PerftOptions {
  std::size_t depth = 1;
  std::size_t max_states = 20'000'000;  // at one depth
  // Called with each row when it is complete, from depth 0, and now and then with how far the current depth is.
  std::function<void(const PerftRow&)> on_row;
  std::function<void(std::size_t depth, std::size_t done, std::size_t all)> on_progress;
};

// Rows 0 to depth; fewer when every game has ended before. Fails when more than max_states are met at one depth, or
// there are 2^64 sequences.
Result<std::vector<PerftRow>> perft(Game& game, const PerftOptions& options);

// Calls visit(joint move) for every combination of the legal moves, the last role's changing fastest, until it fails.
Result<void> for_each_joint_move(const std::vector<std::vector<MoveId>>& legal,
                                 const std::function<Result<void>(const JointMove&)>& visit);

}  // namespace percept::game
