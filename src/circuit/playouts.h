// SPDX-License-Identifier: MIT
//
// Random matches by the hundred: each lane of the machine's widest words plays its own, with its own uniform choice of
// legal moves, and starts anew where it ends. Every match that is started is played to its end, so that long ones count
// as much as short ones.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "circuit/automaton.h"
#include "circuit/kernels.h"
#include "circuit/plan.h"

namespace percept::circuit {

struct PlayoutResult {
  std::uint64_t playouts = 0;
  std::uint64_t states = 0;  // in which a joint move was made; divided by playouts, their mean length
  std::vector<std::vector<std::uint64_t>> goals;  // by role, by value as in the automaton: how often it held at an end
  // When it could not go on: why, whose turn it was, and the position.
  Stop stop = Stop::kDone;
  std::size_t role = 0;
  std::vector<bool> position;
};

class Playouts {
 public:
  // `lanes` 0 takes the widest that the CPU has.
  explicit Playouts(const Automaton& automaton, unsigned lanes = 0);

  unsigned lanes() const { return kernels_->lanes; }

  struct Limits {
    std::uint64_t playouts = UINT64_MAX;
    double cpu_seconds = 0;             // after which no match is started any more; 0 for no limit
    std::uint64_t max_rounds = 10'000;  // of one match, about
  };
  PlayoutResult run(std::uint64_t seed, const Limits& limits);

 private:
  const Kernels* kernels_;
  std::vector<std::size_t> goal_counts_;  // by role
  Plan plan_;
};

}  // namespace percept::circuit
