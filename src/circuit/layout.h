// SPDX-License-Identifier: MIT
//
// Legs that share one wiring, so that a change of position is passed on once, also where several phases look at the
// same thing: lines of a board, whether the game is over. Never changes; threads may share it.
//
// Internal to circuit/.
#pragma once

#include <span>
#include <vector>

#include "circuit/leg.h"

namespace percept::circuit {

class Layout {
 public:
  // All parts have the same circuit, whose inputs are the fluents and `moves[r]` moves of each role r. Gates get guards
  // (guards.h) when the circuit is given as one to add gates to, too.
  Layout(const Circuit& circuit, std::span<const Part> parts, std::span<const std::size_t> moves,
         Circuit* grown = nullptr);
  Layout(const Layout&) = delete;  // worlds refer to it
  Layout& operator=(const Layout&) = delete;

  const Leg& leg(std::size_t number) const { return legs_[number]; }
  std::size_t legs() const { return legs_.size(); }

  World world() const { return World(wiring_, spare_); }
  const World::Saved& initial() const { return initial_; }  // the world of the initial position

 private:
  Wiring wired(const Circuit& circuit, std::span<const Part> parts, Circuit* grown);

  std::vector<Leg::Bits> bits_;  // by leg
  Wiring wiring_;
  std::vector<Leg> legs_;
  std::size_t spare_ = 0;
  World::Saved initial_;
};

}  // namespace percept::circuit
