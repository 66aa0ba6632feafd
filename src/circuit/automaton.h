// SPDX-License-Identifier: MIT
//
// A game as circuits see it, without names: a state of fluents, moves for each role, and what follows. The inputs of
// the circuit are the fluents, then the moves of each role, in order.
//
// Plain values: threads may read one together.
#pragma once

#include <utility>
#include <vector>

#include "circuit/circuit.h"

namespace percept::circuit {

struct Automaton {
  const Circuit* circuit = nullptr;                      // must outlive what is made from this
  std::vector<bool> initial;                             // by fluent
  std::vector<Wire> next;                                // by fluent
  std::vector<std::vector<Wire>> legal;                  // by role, by move
  std::vector<std::vector<std::pair<int, Wire>>> goals;  // by role: value
  std::vector<std::vector<Wire>> sees;                   // by role, by percept; may be left out
  Wire terminal;
  // By fluent: its bit in the rows that positions are written as (base/hash.h); none for fluent i in bit i.
  std::vector<std::uint32_t> bits;

  std::size_t fluents() const { return next.size(); }
  std::size_t roles() const { return legal.size(); }
  std::uint32_t bit(std::size_t fluent) const {
    return bits.empty() ? static_cast<std::uint32_t>(fluent) : bits[fluent];
  }
  std::uint32_t fluent_node(std::size_t fluent) const { return static_cast<std::uint32_t>(fluent) + 1; }
  std::uint32_t move_node(std::size_t role, std::size_t move) const {
    std::size_t node = fluents() + 1;
    for (std::size_t r = 0; r < role; ++r) node += legal[r].size();
    return static_cast<std::uint32_t>(node + move);
  }
};

}  // namespace percept::circuit
