// SPDX-License-Identifier: MIT
#include "ground/automaton.h"

namespace percept::ground {

circuit::Automaton automaton_of(const GameCircuit& game) {
  circuit::Automaton out;
  out.circuit = &game.circuit;
  for (const GameCircuit::Fluent& fluent : game.fluents) {
    out.initial.push_back(fluent.initial);
    out.next.push_back(fluent.next);
  }
  for (const auto& of_role : game.moves) {
    out.legal.emplace_back();
    for (const GameCircuit::Move& move : of_role) out.legal.back().push_back(move.legal);
  }
  for (const auto& of_role : game.sees) {
    out.sees.emplace_back();
    for (const auto& [percept, wire] : of_role) out.sees.back().push_back(wire);
  }
  out.goals = game.goals;
  out.terminal = game.terminal;
  return out;
}

}  // namespace percept::ground
