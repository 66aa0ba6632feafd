// SPDX-License-Identifier: MIT
//
// The circuit as an engine: one world kept up to date from question to question. The automaton gives the same circuit
// to bit-parallel playouts.
#pragma once

#include <memory>

#include "circuit/automaton.h"
#include "circuit/stepper.h"
#include "game/engine.h"
#include "ground/game_circuit.h"

namespace percept::game {

class CircuitEngine : public Engine {
 public:
  // Numbers all fluents, moves and percepts of the circuit in the vocabulary, whose roles must be those of the circuit.
  CircuitEngine(ground::GameCircuit game, Vocabulary& vocabulary);

  const ground::GameCircuit& game() const { return game_; }
  circuit::Automaton automaton() const;
  // A fluent that holds in every position that can be reached, and not in this one: the circuit takes it for true.
  std::optional<FluentId> missing(const State& state) const;

  std::string_view name() const override { return "circuit"; }
  Result<State> initial() override;
  Result<bool> terminal(const State& state) override;
  Result<std::vector<MoveId>> legal(const State& state, RoleId role) override;
  Result<State> next(const State& state, const JointMove& moves) override;
  Result<Percepts> sees(const State& state, const JointMove& moves, RoleId role) override;
  Result<std::vector<int>> goals(const State& state, RoleId role) override;

 private:
  void look_at(const State& state);
  void make(const JointMove& moves);

  ground::GameCircuit game_;
  std::vector<circuit::Wire> roots_;
  // Where in the roots each kind begins: next, legal by role, sees by role, goals by role; the last is terminal.
  std::vector<std::size_t> legal_, sees_, goals_;
  std::size_t terminal_;
  std::vector<std::uint32_t> first_move_;  // input number of each role's first move
  std::vector<std::vector<PerceptId>> percepts_;
  circuit::Stepper stepper_;
  State state_;      // that the stepper has
  JointMove moves_;  // that it has, if any
};

}  // namespace percept::game
