// SPDX-License-Identifier: MIT
//
// The phases of a game say, each in its rounds, what the whole game says.
#pragma once

#include <doctest/doctest.h>

#include <deque>

#include "circuit/phases.h"
#include "circuit/plain_automaton.h"

namespace percept::test {

// Follows random matches of the automaton and asks in each round the phase whose turn it is. Returns how many phases
// there are.
inline std::size_t check_phases(const circuit::Automaton& automaton, std::uint64_t seed, std::size_t matches,
                                std::size_t max_rounds) {
  constexpr std::size_t kSuccessors = 60;  // compared where there are not more
  std::vector<circuit::Phase> phases = circuit::phases_of(automaton);
  REQUIRE_FALSE(phases.empty());
  PlainAutomaton whole(automaton);
  std::deque<PlainAutomaton> parts;
  for (const circuit::Phase& phase : phases) parts.emplace_back(phase.automaton);
  Random random(seed);
  for (std::size_t match = 0; match < matches; ++match) {
    PlainAutomaton::Position position = automaton.initial;
    for (std::size_t round = 0; round < max_rounds; ++round) {
      CAPTURE(round);
      PlainAutomaton& part = parts[round % parts.size()];
      PlainAutomaton::View view = whole.look(position), seen = part.look(position);
      REQUIRE(seen.terminal == view.terminal);
      REQUIRE(seen.goals == view.goals);
      std::size_t joint_moves = 1;
      for (std::size_t role = 0; role < view.legal.size(); ++role) {
        REQUIRE(seen.legal[role].size() == view.legal[role].size());
        joint_moves *= view.legal[role].size();
      }
      if (view.terminal || joint_moves == 0) break;
      // Phases number their moves anew, so all successors are compared.
      if (joint_moves <= kSuccessors)
        REQUIRE(part.successors(position, kSuccessors) == whole.successors(position, kSuccessors));
      position = whole.next(position, whole.random_joint(view, random));
    }
  }
  return phases.size();
}

}  // namespace percept::test
