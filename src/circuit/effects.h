// SPDX-License-Identifier: MIT
//
// What joint moves bring about, worked out beforehand. A move touches few fluents, and what it does to them is seldom
// more than a wire: with the moves of a joint move as constants, most of `next` falls together. So each fluent has a
// rule of its own (most often, that it stays as it is), and each joint move a short list of exceptions from these.
//
// Only for automata with not too many joint moves; where roles take turns, that is as many as moves (phases.h).
//
// Internal to circuit/.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "circuit/automaton.h"

namespace percept::circuit {

struct Effects {
  using Exception = std::pair<std::uint32_t, Wire>;  // fluent, its next value

  std::vector<Wire> usual;            // by fluent: next, for most joint moves
  std::vector<std::uint32_t> begins;  // by joint move, into exceptions
  std::vector<Exception> exceptions;
  std::vector<std::uint32_t> strides;  // by role: the number of a joint move is the sum of strides[role] * move

  std::size_t joint_moves() const { return begins.size() - 1; }
  std::span<const Exception> of(std::size_t joint) const {
    return std::span(exceptions).subspan(begins[joint], begins[joint + 1] - begins[joint]);
  }
};

// Adds gates to the circuit, which must be the automaton's. Nothing when there are too many joint moves, or when loops
// depend on moves. A role with a single move is taken to make it, as in phases.
std::optional<Effects> effects_of(const Automaton& automaton, Circuit& circuit);

}  // namespace percept::circuit
