// SPDX-License-Identifier: MIT
//
// A plan for a role that is alone in a game of several parts (circuit/factors.h), made for each part apart: what can be
// reached in a part with so many moves, and through which properties the goal looks at it; then which combination of
// properties is worth most, and can be had in time. Where a position has k parts of n positions, k·n are looked at, not
// n^k.
//
// A part may be planned apart if moves do something to one part each and leave the others as they are, or are all
// combinations of what can be done to each. What comes out was played through by the rules of the whole game: it is a
// way to its value, if not always the best.
//
//   if (auto plan = plan_in_parts(simulator, row, round, budget)) plan->value
//
// Internal to search/.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "search/simulator.h"

namespace percept::search {

struct PartsPlan {
  std::vector<std::vector<std::uint64_t>> rows;  // before each move
  std::vector<std::uint32_t> moves;
  double value = -1;  // the goal, from 0 to 1
};

// Of a game in lanes with one role and several parts. Nothing where there is no plan, too much to look at, or no time.
std::optional<PartsPlan> plan_in_parts(Simulator& simulator, std::span<const std::uint64_t> from, std::uint32_t round,
                                       const Budget& budget = {});

}  // namespace percept::search
