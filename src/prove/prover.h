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
// A query that exceeds the limits is an error that names it, and the prover stays usable: rules of an invalid program
// may build terms without end.
#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "program/program.h"
#include "prove/machine.h"

namespace percept::prove {

class Prover {
 public:
  // The program has to live as long; its table of terms grows by what queries build.
  explicit Prover(program::Program& program, const Limits& limits = {});

  void set_state(std::span<const TermId> fluents);  // each once; there is no joint move then
  void set_moves(std::span<const TermId> moves);    // atoms of `does`

  Result<bool> holds(TermId atom);  // a ground one
  // The ground instances of the pattern that hold, each once.
  Result<std::vector<TermId>> all(TermId pattern);
  // What the variable of the pattern, which has no other, stands for in these instances, each term once.
  Result<std::vector<TermId>> values(TermId pattern);

 private:
  // Calls visit(slots) for each instance that holds, with the values of the pattern's variables.
  template <class Visit>
  Result<void> for_each_instance(TermId pattern, std::uint32_t variables, Visit visit);
  std::uint32_t variables(TermId pattern) const;  // one more than the largest number

  program::Terms& terms_;
  Database database_;
  Machine machine_;
  Limits limits_;
};

}  // namespace percept::prove
