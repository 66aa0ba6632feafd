// SPDX-License-Identifier: MIT
//
// How large a game is before it is laid out: Knuth's estimate (1975). A random match whose joint moves had m1, m2, …
// alternatives stands for a tree with 1 + m1 + m1 m2 + … nodes; the mean over matches is unbiased, however few there
// are, and often far off, which the spread shows. It counts histories; positions and nodes may be far fewer, since
// equal ones are merged.
//
// The matches also tell what kind of game it may be: one in which everything is seen, and only one role at a time has
// something to decide, has looked so in every position that was met. One thread.
#pragma once

#include <cstdint>
#include <memory>

#include "base/budget.h"
#include "game/model.h"

namespace percept::search {

struct Estimate {
  double histories = 0, spread = 0;  // mean, and the standard deviation of the mean
  double ended = 0;                  // those that end the game
  double rounds = 0;                 // of a match, on average
  std::size_t longest = 0;
  std::size_t matches = 0;
  bool unended = false;  // some match was cut off
  bool perfect = true;   // as far as was seen: everything is seen and one role decides at a time, nature included
  bool chance = false;   // nature had a choice
  bool constant_sum = true;
};

Result<Estimate> estimate(std::shared_ptr<const game::WholeGame> whole, std::size_t matches = 1000,
                          std::uint64_t seed = 1, const Budget& budget = {});

}  // namespace percept::search
