// SPDX-License-Identifier: MIT
//
// Games in which everything is seen and one role decides at a time, laid out whole: every position has a value, found
// from the ends back to the start (retrograde analysis). For two players with a constant sum it is what either can make
// sure of; for others it is what comes of everybody doing the best for himself, the first of equal moves, which is an
// equilibrium but need not be the only one. Nature's moves count by their chances.
//
//   if (sees_all(positions)) values = induct(positions);
//   values.of(0, player); values.best[0]; best_line(positions, values);
//
// Functions without state.
//
// Any thread may call these.
#pragma once

#include "search/positions.h"

namespace percept::search {

// Whether every player always knows the position, and at most one role at a time has more than one move.
bool sees_all(const Positions& positions);

struct PositionValues {
  std::size_t players = 0;
  std::vector<float> values;        // by position and player: expected goals
  std::vector<std::uint32_t> best;  // by position: a transition, counted from its first; none where nature decides
  float of(std::uint32_t position, std::size_t player) const { return values[position * players + player]; }
};
// Of a game in which everything is seen.
PositionValues induct(const Positions& positions);

// Transitions from the start to an end: everybody's best, and nature's first.
std::vector<std::uint64_t> best_line(const Positions& positions, const PositionValues& values);

}  // namespace percept::search
