// SPDX-License-Identifier: MIT
//
// A circuit for the positions of the moment, for games whose rules are too many to ground: when most of what holds is
// known, few rules can apply. The prover finds their instances in the relaxed program (relax.h); those of outputs
// first, then those of the atoms that these need, and so on. No rule is instantiated whose body is known to fail.
//
//   LocalGrounder grounder(program, roles, logic);     // once for a game
//   auto circuit = grounder.make({known, open});       // each round
//
// In Kleene's three values every output has the value that the circuit of the whole game gives it. A circuit for the
// same fluents as the last one, say for another move, takes less time than the first.
//
// One thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ground/game_circuit.h"
#include "program/program.h"

namespace percept::ground {

// What may hold: fluents, and the move a role makes when it is known.
struct LocalFacts {
  std::span<const TermId> known;                      // fluents that hold
  std::span<const TermId> open;                       // fluents that may hold; no others do
  std::optional<std::pair<TermId, TermId>> own = {};  // a role and its only move; all other legal moves are open
  std::optional<TermId> observer = {};                // the role whose percepts are wanted; without: those of all
};

class LocalGrounder {
 public:
  // The program has to live as long. `roles` in the order wanted for the circuits.
  LocalGrounder(program::Program& program, std::vector<TermId> roles, circuit::Logic logic, const Budget& budget = {});
  ~LocalGrounder();

  // Outputs are right in every position that the facts allow and for every joint move of possibly legal moves. Gates
  // take known fluents for true, though these are not `constant`: their `next` says whether they go on to hold. The
  // other fluents are the open ones and those that may be next. Moves are all that may be legal, and the own one; the
  // inputs of those that the facts rule out have to be false. Fails when the budget is over; another try starts anew.
  Result<GameCircuit> make(const LocalFacts& facts, const Budget& budget = {});

 private:
  class Implementation;
  std::unique_ptr<Implementation> it_;
};

}  // namespace percept::ground
