// SPDX-License-Identifier: MIT
//
// Random matches by the hundred from the initial position, each lane with its own uniform choice of legal moves: a
// batch of one row (batch.h), with its plan.
//
//   Playouts playouts(automaton);
//   PlayoutResult result = playouts.run(seed, {.budget = Budget().within(1)});
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "circuit/automaton.h"
#include "lanes/backend.h"

namespace percept::lanes {

struct PlayoutResult {
  std::uint64_t playouts = 0;
  std::uint64_t states = 0;  // in which a joint move was made; divided by playouts, their mean length
  std::vector<std::vector<std::uint64_t>> goals;  // by role, by value as in the automaton: how often it held at an end
  // When it could not go on: why, whose turn it was, and the position.
  Stop stop = Stop::kDone;
  std::size_t role = 0;
  std::vector<std::uint64_t> position;  // a row
};

// Of a batch whose first row is the initial position.
PlayoutResult result_of(const Plan& plan, const Ends& ends);

class Playouts {
 public:
  // `lanes` 0 takes the widest that the CPU has.
  explicit Playouts(const circuit::Automaton& automaton, unsigned lanes = 0);

  unsigned lanes() const { return backend_.lanes(); }
  const std::shared_ptr<const Plan>& plan() const { return plan_; }

  struct Limits {
    std::uint64_t playouts = UINT64_MAX;
    Budget budget = {};                 // after which no match is started any more
    std::uint64_t max_rounds = 10'000;  // of one match, about
  };
  PlayoutResult run(std::uint64_t seed, const Limits& limits);

 private:
  const Backend& backend_;
  std::shared_ptr<const Plan> plan_;
  std::unique_ptr<Batch> batch_;
  Ends ends_;
};

}  // namespace percept::lanes
