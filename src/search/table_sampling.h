// SPDX-License-Identifier: MIT
//
// External sampling (sampling.h) on a layout: for games whose information sets fit and whose ends do not. An iteration
// walks through all moves of one player, one sampled move of the others and of chance, on tables instead of rules, some
// ten times as fast, and what it learns stands in arrays by sequence.
//
//   TableSampling sampling(layout, {.seed = 1});
//   sampling.run(iterations, crew, budget);  Profile policy = sampling.average();
//
// Each thread of the crew samples on its own and all learn into the same arrays; with one thread the same seed gives
// the same policy. One owner at a time.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "base/random.h"
#include "search/evaluation.h"
#include "search/steps.h"

namespace percept::search {

class TableSampling {
 public:
  TableSampling(std::shared_ptr<const Layout> layout, std::uint64_t seed);

  // So many iterations, an iteration being one walk for each player; fewer when time is over.
  void run(std::uint64_t iterations, Crew& crew, const Budget& budget);
  std::uint64_t iterations() const { return iterations_; }
  std::uint64_t nodes() const { return nodes_; }
  Profile average() const;

  // All that it knows, as bytes; and back, for a layout of the same game. On one thread it goes on as if nothing had
  // happened.
  std::string save() const;
  Result<void> load(std::string_view bytes);
  std::size_t bytes() const;

 private:
  struct Walk;
  std::shared_ptr<const Layout> layout_;
  Steps steps_;
  std::uint64_t seed_;
  std::vector<double> payoffs_;                     // by payoff and player
  std::vector<std::vector<float>> regrets_, sums_;  // by player and sequence
  std::atomic<std::uint64_t> iterations_ = 0, nodes_ = 0;
};

}  // namespace percept::search
