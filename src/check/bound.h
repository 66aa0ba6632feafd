// SPDX-License-Identifier: MIT
//
// Which variables a body binds: those of its positive atoms; of a disjunction those that every branch binds; and one
// side of an equation, `(not (distinct a b))`, when the other is bound.
//
// Any thread may call these.
#pragma once

#include <algorithm>
#include <set>
#include <type_traits>
#include <utility>

#include "check/rules.h"

namespace percept::check {

using Variables = std::set<Symbol>;

inline Variables variables_of(const Term& term) {
  Variables out;
  for_each_variable(term, [&](const Term& v) { out.insert(v.name); });
  return out;
}

inline bool is_equation(const Formula& formula) {
  return formula.kind == Formula::Kind::kNot && formula.parts[0]->kind == Formula::Kind::kDistinct;
}

// Adds what the formula binds when it holds, given what is bound already. Only atoms that `counts` accepts bind;
// it may want to know what is bound when it is the atom's turn.
template <class Counts>
inline constexpr bool kWantsBound = std::is_invocable_v<Counts, const Formula&, const Variables&>;

template <class Counts>
void add_bound(const Formula& formula, Variables& bound, const Counts& counts) {
  using Kind = Formula::Kind;
  if (formula.kind == Kind::kAtom) {
    bool counted = false;
    if constexpr (kWantsBound<Counts>)
      counted = counts(formula, std::as_const(bound));
    else
      counted = counts(formula);
    if (counted) bound.merge(variables_of(*formula.atom));
  } else if (formula.kind == Kind::kAnd) {
    for (const Formula* part : formula.parts) add_bound(*part, bound, counts);
  } else if (formula.kind == Kind::kOr) {
    Variables common;
    for (const Formula* part : formula.parts) {
      Variables branch;
      if (part->kind != Kind::kAtom || kWantsBound<Counts>) branch = bound;  // an equation in it may need that, too
      add_bound(*part, branch, counts);
      if (part == formula.parts.front()) common = branch;
      std::erase_if(common, [&](Symbol v) { return !branch.contains(v) && !bound.contains(v); });
    }
    bound.merge(common);
  } else if (is_equation(formula)) {
    Variables left = variables_of(*formula.parts[0]->atom->args[0]);
    Variables right = variables_of(*formula.parts[0]->atom->args[1]);
    auto known = [&](const Variables& side) {
      return std::includes(bound.begin(), bound.end(), side.begin(), side.end());
    };
    bool from_left = known(left), from_right = known(right);
    if (from_left) bound.merge(right);
    if (from_right) bound.merge(left);
  }
}

// The same for a whole conjunction. An equation may have to wait for a later literal, so the conjunction is gone
// through until nothing is added; chains of more equations than this, each waiting for the next, are not followed.
inline constexpr std::size_t kMaxEquations = 100;

template <class Counts>
void add_bound(std::span<const Formula* const> conjunction, Variables& bound, const Counts& counts) {
  for (std::size_t before = SIZE_MAX, round = 0; before != bound.size() && round < kMaxEquations; ++round) {
    before = bound.size();
    for (const Formula* part : conjunction) add_bound(*part, bound, counts);
  }
}

}  // namespace percept::check
