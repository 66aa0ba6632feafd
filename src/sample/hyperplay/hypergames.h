// SPDX-License-Identifier: MIT
//
// Hypergames with weights, and how they are drawn. A hypergame is a history, known by its last step; the steps of all
// histories form a tree. Of a population of n proposals those that still explain everything are kept, each with the
// logarithm of its weight, such that the sum of their weights over n estimates the chance of what the role saw.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"

namespace percept::sample {

struct Hypergame {
  std::uint32_t step;
  double log_weight = 0;
};

struct Population {
  std::vector<Hypergame> games;
  std::size_t proposals = 0;
};

// In parts of the heaviest.
std::vector<double> relative_weights(std::span<const Hypergame> games);
// How many hypergames of equal weight are worth as much (Kish): from 1, when one has all the weight, to their number.
double effective_number(std::span<const Hypergame> games);

// Draws `count` indices, in order, each expected as often as its weight says; systematic, so that the numbers differ
// from what is expected by less than one.
std::vector<std::uint32_t> systematic(std::span<const double> weights, std::size_t count, Random& random);
// The same with hypergames: all weigh the same then.
Population resampled(const Population& population, std::size_t count, Random& random);

// At most `count` different indices with new weights, whose expectations are the weights given (Fearnhead and Clifford
// 2003): what is heavy stays, the others are drawn by weight and all weigh the same then.
struct Drawn {
  std::uint32_t index;
  double weight;
};
std::vector<Drawn> thinned(std::span<const double> weights, std::size_t count, Random& random);

}  // namespace percept::sample
