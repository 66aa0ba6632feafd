// SPDX-License-Identifier: MIT
//
// Answers queries to a normalised program by backward chaining, in a state and for a joint move:
//
//   Prover prover(program);
//   prover.set_state(fluents);
//   prover.all(…(legal white ?0)…);       // every instance that holds
//   prover.set_moves(…(does white …)…);
//   prover.all(…(next ?0)…);
//
// Only what a query needs is evaluated, and what was evaluated is remembered while it cannot change: what depends on
// the joint move until set_moves, on the state until set_state, all else for ever (or until it is too much to keep).
// Recursive rules have their least fixpoint, negation is read atom by atom (machine.h). The order of answers is the
// same on every machine.
//
// A query that exceeds the limits or its budget is an error that names it, and the prover stays usable: rules of an
// invalid program may build terms without end, and those of a valid one compare everything with everything.
//
// One thread at a time.
#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "program/program.h"
#include "prove/machine.h"

namespace percept::prove {

class Prover {
 public:
  // The program has to live as long; its table of terms grows by what queries build. What holds in every state is found
  // beforehand, as far as that is little work and the budget allows it.
  explicit Prover(program::Program& program, const Limits& limits = {}, const Budget& budget = {});

  void set_state(std::span<const TermId> fluents);  // each once; there is no joint move then
  void set_moves(std::span<const TermId> moves);    // atoms of `does`

  Result<bool> holds(TermId atom, const Budget& budget = {});  // a ground one
  // The ground instances of the pattern that hold, each once.
  Result<std::vector<TermId>> all(TermId pattern, const Budget& budget = {});
  // What the variable of the pattern, which has no other, stands for in these instances, each term once.
  Result<std::vector<TermId>> values(TermId pattern, const Budget& budget = {});

 private:
  // Calls visit(slots) for each instance that holds, with the values of the pattern's variables.
  template <class Visit>
  Result<void> for_each_instance(TermId pattern, std::uint32_t variables, const Budget& budget, Visit visit);
  std::uint32_t variables(TermId pattern) const;  // one more than the largest number

  program::Terms& terms_;
  Database database_;
  Machine machine_;
  Limits limits_;
};

}  // namespace percept::prove
