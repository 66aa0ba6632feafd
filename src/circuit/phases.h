// SPDX-License-Identifier: MIT
//
// In most games the roles take turns: what a role may do, and what its moves bring about, matters only every second
// round. Matches that all start together stay in step, so that each round needs only the part of the circuit that
// belongs to its phase.
//
// Phases are found by playing all moves at once in Kleene's three values, round by round, until a round's values repeat
// after P rounds: then what is known in all rounds t, t + P, t + 2P, ... is known in that phase. For each phase there
// is an automaton with these fluents as constants and without the moves that are never legal in it.
//
// Any thread may call these.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "circuit/automaton.h"

namespace percept::circuit {

struct Phase {
  std::unique_ptr<Circuit> circuit;
  Automaton automaton;                              // with all fluents, and those moves that may be legal
  std::vector<std::vector<std::uint32_t>> numbers;  // by role and move: its number in the whole automaton
  // A fluent that has the same value in every round of the phase, and that value.
  std::vector<std::pair<std::uint32_t, bool>> fixed;
  // Every position with these values belongs to the phase, if only for this one round: no other moves are legal in it.
  bool evident = false;
};

inline constexpr std::size_t kMaxPhases = 8;

// At least one. In phase i + 1 follows phase i, then the first again; the initial state belongs to the first. With
// `most` 1 there is one phase, for positions of any round.
std::vector<Phase> phases_of(const Automaton& automaton, std::size_t most = kMaxPhases);

}  // namespace percept::circuit
