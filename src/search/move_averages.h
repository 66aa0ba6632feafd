// SPDX-License-Identifier: MIT
//
// What moves were worth to who made them, on average over a whole search, wherever that was (MAST; Finnsson and
// Björnsson 2008): which of the moves never tried comes first, and, where a search asks for that, which are likelier in
// playouts.
//
//   averages.add(role, move, value);
//   averages.make_weights(simulator, weights);     // for PlayRequest::weights
//
// One thread at a time.
//
// Internal to search/.
#pragma once

#include "search/simulator.h"

namespace percept::search {

class MoveAverages {
 public:
  explicit MoveAverages(std::size_t roles) : of_(roles) {}

  void add(std::size_t role, std::uint32_t move, float value) {
    std::vector<Average>& of = of_[role];
    if (move >= of.size()) of.resize(move + 1);
    of[move].sum += value;
    ++of[move].visits;
  }
  // The mean; `otherwise` for a move that was never made.
  float mean(std::size_t role, std::uint32_t move, float otherwise) const {
    const std::vector<Average>& of = of_[role];
    return move < of.size() && of[move].visits > 0 ? static_cast<float>(of[move].sum / of[move].visits) : otherwise;
  }
  // The chance of a move is in proportion to exp(mean / temperature), in small whole numbers: lanes pay for every bit
  // of them. Nature's moves are all as likely.
  void make_weights(const Simulator& simulator, lanes::Weights& weights) const;

 private:
  struct Average {
    double sum = 0;
    std::uint32_t visits = 0;
  };
  std::vector<std::vector<Average>> of_;  // by role and move
};

}  // namespace percept::search
