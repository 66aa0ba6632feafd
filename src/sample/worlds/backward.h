// SPDX-License-Identifier: MIT
//
// Histories from layers of worlds: forward filtering, backward sampling (Godsill, Doucet and West 2004). A last world
// is drawn by weight; then, round by round, one of the steps that lead to it from the layer before, in proportion to
// their weights. Histories are independent draws, and where the layers are complete, with exactly their probabilities.
//
// The steps of a round are made anew and not kept: the price of a draw is about that of all rounds played once more,
// for one history as for a hundred thousand.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sample/worlds/world_layers.h"

namespace percept::sample {

// Numbers in proportion to weights.
class Chooser {
 public:
  explicit Chooser(const belief::WorldSet& worlds);
  std::size_t draw(Random& random) const;

 private:
  std::vector<double> sums_;
};

game::State state_of(const belief::WorldSet& worlds, std::size_t world);

// So many histories on their way back to the first round.
class BackwardPass {
 public:
  BackwardPass(std::span<const Layer> layers, const Chooser& last, std::size_t count, Random& random);
  // By the layers of all rounds, the last included. False when the budget ran out; it can be gone on with then.
  bool run(LayerMaker& maker, std::span<const Layer> layers, std::span<const Experience> experiences, Random& random,
           const Budget& budget);
  // When it has run. The weights are left to the caller.
  std::vector<Sample>& histories() { return histories_; }

 private:
  std::size_t round_;  // rounds that are still to be made
  std::vector<Sample> histories_;
  std::vector<std::size_t> worlds_;  // of each history, in the layer behind these rounds
  std::vector<std::size_t> before_;  // in the layer before
};

}  // namespace percept::sample
