// SPDX-License-Identifier: MIT
//
// The ground atoms that hold in every position, as far as they are easily had: of relations that facts define, or rules
// without positions, negation and groups (a successor relation, say, and the order that follows from it). Bounded: a
// relation with too many atoms, or atoms that take too long to derive, counts as unknown.
//
// Internal to check/.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "check/dependencies.h"
#include "check/rules.h"

namespace percept::check {

// What stands for each variable.
using Bindings = std::map<Symbol, const Term*>;

const Term& resolve(const Term& term, const Bindings& bindings);
// Extends the bindings so that the pattern becomes the ground term; false if it cannot.
bool match(const Term& pattern, const Term& ground, Bindings& bindings);

// Does a comparison that the body needs fail whatever its open variables stand for?
bool excluded(const Rule& rule, const Bindings& bindings);

class Rigid {
 public:
  using Tuple = std::vector<const Term*>;  // the ground arguments of an atom

  // Derives what the rules of the component use.
  Rigid(const Rules& rules, const Dependencies& dependencies, std::uint32_t component);

  // All atoms of the relation, or nothing when they are unknown.
  const std::vector<Tuple>* atoms(RelationId relation) const;

  // All ways to extend the bindings by the literals of a conjunction whose atoms are known, and by its comparisons;
  // literals with unknown atoms do not restrict. Nothing when there are more than `limit`, or it takes too long.
  std::optional<std::vector<Bindings>> solutions(const Rule& rule, std::size_t limit);

 private:
  bool derive(const std::vector<std::uint32_t>& rules_of_component);

  const Rules& rules_;
  std::vector<std::optional<std::vector<Tuple>>> atoms_;  // by relation
  std::size_t work_ = 0;                                  // matches tried
};

}  // namespace percept::check
