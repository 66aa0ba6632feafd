// SPDX-License-Identifier: MIT
//
// Splitting: a rule whose body has many variables is multiplied out by a grounder, one ground rule for every
// combination of values, though most literals share only some of the variables. Such a rule is cut into several along a
// tree decomposition of its variables (Morak and Woltran 2012, "lpopt"): a variable that the head does not need is
// eliminated by moving the literals that mention it into a relation of their own, which keeps only what they share with
// the rest. Rules with equal parts share the relation.
//
//   (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)) (does ?r (move ?a ?b)) (distinct ?x ?a))      |x||y||p||r||a||b|
// becomes
//   (<= (split1 ?a) (does ?r (move ?a ?b)))                                                             |r||a||b|
//   (<= (split2 ?x) (split1 ?a) (distinct ?x ?a) (domain1 ?x))                                             |x||a|
//   (<= (domain1 ?x) (true (cell ?x ?y ?p)))
//   (<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)) (split2 ?x))                                       |x||y||p|
//
// A domain relation only tells the grounder what a variable may stand for; the rule that calls has the literal it was
// taken from, so a circuit may take it for true. The meaning stays the same, in Kleene's three values, too.
//
// Internal to ground/.
#pragma once

#include <tsl/robin_set.h>

#include <vector>

#include "program/program.h"

namespace percept::ground {

using program::Clause;
using program::Literal;
using program::Program;
using program::Symbol;
using program::TermId;

struct SplitProgram {
  std::vector<Clause> clauses;
  tsl::robin_set<Symbol, MixedHash> domains;  // names of relations that only tell the grounder where to look
  std::size_t split = 0;                      // rules that were cut
};

// The program as it is, in this form.
SplitProgram unsplit(const Program& program);
SplitProgram split(Program& program, const SplitProgram& rules);
inline SplitProgram split(Program& program) { return split(program, unsplit(program)); }

}  // namespace percept::ground
