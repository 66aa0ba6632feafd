// SPDX-License-Identifier: MIT
//
// The circuit as an engine: a cursor (circuit/cursor.h) that goes from question to question. The automaton gives the
// same circuit to bit-parallel playouts.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "circuit/automaton.h"
#include "circuit/cursor.h"
#include "game/engine.h"
#include "ground/game_circuit.h"

namespace percept::game {

class CircuitEngine : public Engine {
 public:
  // Numbers all fluents, moves and percepts of the circuit in the vocabulary, whose roles must be those of the circuit.
  CircuitEngine(ground::GameCircuit game, Vocabulary& vocabulary);

  const ground::GameCircuit& game() const { return game_; }
  circuit::Automaton automaton() const;
  const std::shared_ptr<const circuit::Course>& course() const;
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
  circuit::Cursor& at(const State& state);
  std::span<const std::uint32_t> numbers(const JointMove& moves);

  ground::GameCircuit game_;
  std::vector<std::vector<PerceptId>> percepts_;
  mutable std::shared_ptr<const circuit::Course> course_;  // made for the first question
  std::optional<circuit::Cursor> cursor_;
  std::vector<std::uint32_t> moves_, list_;  // for the question at hand
};

}  // namespace percept::game
