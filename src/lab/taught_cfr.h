// SPDX-License-Identifier: MIT
//
// CFR as it is taught, for figures that were published of it: OpenSpiel's tutorial, which was written for poker, where
// every move is always legal, run on a game in which everything is seen and players take turns. It is not what one
// would solve games with (search/cfr.h is), and differs from that in three ways:
//
//   the average counts every iteration the same in every information set, however likely it was to get there;
//   it begins with what the first update makes of the uniform policy, and all players are updated at once;
//   regrets are raised to 1e-16 for every move of the game, legal or not, before they are made chances: where nothing
//   is regretted, moves that are not legal have their share, and come to nothing, which is a draw.
//
// So a decision needs its place even where there is one legal move, and chances may add up to less than one.
//
// One thread.
//
// Internal to lab/.
#pragma once

#include <cstdint>
#include <vector>

#include "search/layout.h"

namespace percept::lab {

class TaughtCfr {
 public:
  // Two players with a constant sum, the first to move first; payoffs are the goals' distance from the mean by `unit`.
  TaughtCfr(const search::Layout& layout, double unit);

  std::uint64_t iterations() const { return iterations_; }
  void iterate();
  double nash_conv() const;  // of the average

 private:
  struct Node {                 // a history
    std::uint32_t first, last;  // nodes that follow; none: the game is over
    std::uint32_t mover;        // player
    double payoff;              // of the first player
  };
  std::vector<Node> nodes_;
  double most_ = 0;  // legal moves
  std::uint64_t iterations_ = 0;
  std::vector<double> regrets_, current_, average_;  // by node: of the move that leads there
};

}  // namespace percept::lab
