// SPDX-License-Identifier: MIT
//
// Proven values of games in which everything is seen, without chance, for two players with a constant sum, that are too
// large to lay out: alpha-beta (Knuth and Moore 1975) with a table of positions met before, which keeps bounds and best
// moves, and looks ahead into it, and for ends, before it goes anywhere. Moves are tried in the order of the work that
// those with the same effect have saved: a mark in one place is the same in many positions, and need not be the same
// move. The goal values there are, are tried one after the other, each with a window of width zero: "can the first
// player get at least so much?"
//
//   AlphaBeta search(whole, {.bytes = …});
//   auto value = search.value(initial, budget);     // the first player's goal
//   auto line = search.line(initial, budget);       // best moves of both
//
// The table replaces what is shallow; entries know 64 bits of a position's hash, so that a wrong one is as likely as a
// one in 10^10 accident a search. Threads, when there are several, share the table and differ in the order in which
// they try moves. One owner at a time.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "base/budget.h"
#include "game/walker.h"

namespace percept::search {

class AlphaBeta {
 public:
  struct Options {
    std::size_t bytes = std::size_t{2} << 30;
    unsigned threads = 1;
  };
  AlphaBeta(std::shared_ptr<const game::WholeGame> whole, const Options& options);
  ~AlphaBeta();

  // The goal of the first role under best play. An error when time is over, or the game is of another kind.
  Result<int> value(const game::State& from, const Budget& budget);
  // Joint moves of best play up to the end.
  Result<std::vector<game::JointMove>> line(const game::State& from, const Budget& budget);

  std::uint64_t nodes() const { return nodes_.load(); }

 private:
  struct Entry {
    std::atomic<std::uint64_t> key, data;
  };
  class Searcher;
  Result<bool> at_least(const game::State& from, int goal, const Budget& budget);

  std::shared_ptr<const game::WholeGame> whole_;
  Options options_;
  std::vector<int> goals_;  // that the first role can have, rising
  std::unique_ptr<Entry[]> table_;
  std::size_t mask_;
  std::atomic<std::uint64_t> nodes_ = 0;
};

}  // namespace percept::search
