// SPDX-License-Identifier: MIT
//
// A game that is small enough, solved before the first move. Where all that each can have done and seen fits, that is
// laid out, and regret minimised until hardly anything can be won from who plays so. For two roles whose goals have a
// constant sum that promises the value of the game; for others it is a way to play from which nobody gains by leaving
// it alone. Where only all that each of two can know fits (search/knowledge_cfr.h), the same on that: how knowledge
// came about may tell something, too, so nothing is promised then but that little can be won by who acts on what it
// knows.
//
//   if (auto solved = solve_whole(whole, {}, budget)) … solved->policy
//
// Any thread may call it.
//
// Internal to play/.
#pragma once

#include <memory>
#include <optional>

#include "game/model.h"
#include "play/policy.h"

namespace percept::play {

struct SolveLimits {
  std::size_t bytes = std::size_t{256} << 20;
  std::uint64_t iterations = UINT64_MAX;
  std::uint64_t known_iterations = UINT64_MAX;  // by knowledge
};
struct Solved {
  std::shared_ptr<Policy> policy;  // with facts about it
  double exploitability;           // as a part of the range of goals
  std::uint64_t information_sets;
  bool by_knowledge = false;  // then so much can be won at least, by who acts on what it knows
  bool promised = false;      // nobody can make it get less than its value, but for what is exploitable
};
// Nothing when it is too large for the limits or the budget, or no such game.
std::optional<Solved> solve_whole(std::shared_ptr<const game::WholeGame> whole, const SolveLimits& limits,
                                  const Budget& budget);

}  // namespace percept::play
