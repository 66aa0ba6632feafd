// SPDX-License-Identifier: MIT
//
// Relaxing: from the rules of a game a program is made that says, when only some of what holds is known, what is known
// and what is possible. Every relation p that depends on the position has two in its place, and every clause of it a
// third one for its instances:
//
//   (<= (next (cell ?x b)) (true (cell ?x b)) (column ?x) (not (marked ?x)))
// becomes
//   (<= (instance3 (cell ?x b) ?x)  (true (cell ?x b)) (column ?x) (not (known_marked ?x)))
//   (<= (possible_next ?f)          (instance3 ?f ?x))
//   (<= (known_next (cell ?x b))    (true (known_cell ?x b)) (column ?x) (not (possible_marked ?x)))
//
// The state that it is run in has the fluents that may hold, and once more, by other names, those known to. Of moves
// nothing is known but that no others than those given are made. What the prover answers are Kleene's three values, and
// the instances are the ground rules that matter. Their columns are the terms of head and body, not the variables in
// them: most were met as a whole when the body was matched, and need not be put together again.
//
// Internal to ground/.
#pragma once

#include <span>
#include <vector>

#include "program/program.h"
#include "prove/pattern.h"

namespace percept::ground {

using program::TermId;

class Relaxed {
 public:
  struct Literal {
    enum class Kind : std::uint8_t { kFluent, kMove, kDerived };
    Kind kind;
    bool negated;
    program::RelationId relation;    // in the program that was relaxed
    std::vector<prove::Value> args;  // of a fluent: itself; slots are columns of an instance
  };
  struct Clause {
    program::RelationId relation;   // that it defines, in the program that was relaxed
    program::RelationId instances;  // in the relaxed one; the first columns are the arguments of the head
    TermId head;                    // as it was written
    std::vector<Literal> body;      // without what holds for ever
  };

  explicit Relaxed(program::Program& program);

  program::Program& program() { return program_; }
  const Clause& clause(std::uint32_t number) const { return clauses_[number]; }
  // The clauses of a relation of the program that was relaxed.
  std::span<const std::uint32_t> clauses(program::RelationId relation) const {
    if (relation.value >= of_relation_.size()) return {};
    return of_relation_[relation.value];
  }

  // Adds the fluents by which a state says that this one may hold, or is known to.
  void add_possible(TermId fluent, std::vector<TermId>& state);
  void add_known(TermId fluent, std::vector<TermId>& state);

 private:
  enum class Mode : std::uint8_t { kPossible, kKnown };

  void add(program::Program& from, program::RelationId relation, const program::Clause& clause);
  program::Symbol name(Mode mode, program::Symbol of);
  TermId any(Mode mode, TermId fluent);
  TermId in_mode(Mode mode, TermId atom);

  program::Program program_;
  program::Terms& terms_;
  std::vector<Clause> clauses_;
  std::vector<std::vector<std::uint32_t>> of_relation_;
  bool any_fluent_ = false;    // some clause asks for fluents whatever their name: (true ?f)
  std::vector<TermId> known_;  // by fluent: its other name; the fluent 0 stands for none
};

}  // namespace percept::ground
