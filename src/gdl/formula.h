// SPDX-License-Identifier: MIT
//
// What can stand in the body of a rule, and the sentences of Relational Logic that incomplete descriptions (IGDL) are
// made of: one type for both. Rules use atoms, distinct, not, and, or; sentences also implication, equivalence and
// quantifiers. A variable that no quantifier binds is read as "for all", as in the chapter on IGDL.
//
// Internal to gdl/.
#pragma once

#include <span>

#include "gdl/term.h"

namespace percept::gdl {

struct Formula {
  enum class Kind : std::uint8_t { kAtom, kDistinct, kNot, kAnd, kOr, kImplies, kEquivalent, kForall, kExists };

  Kind kind = Kind::kAtom;
  bool parenthesised = false;             // infix only: stood in its own parentheses
  std::uint16_t depth = 1;                // of nesting, terms included; the readers bound it
  const Term* atom = nullptr;             // kAtom; kDistinct: the term distinct(a, b)
  std::span<const Formula* const> parts;  // of every other kind, in order
  const Term* variable = nullptr;         // of a quantifier
  Place place;
};

// Where a literal stands: under an even number of negations, under an odd one, or (in an equivalence) both.
enum class Polarity : std::uint8_t { kPositive, kNegative, kBoth };

constexpr Polarity opposite(Polarity polarity) {
  if (polarity == Polarity::kBoth) return polarity;
  return polarity == Polarity::kPositive ? Polarity::kNegative : Polarity::kPositive;
}

// Calls visit(formula, polarity) for every atom and distinct in the formula, from left to right.
template <class Visit>
void for_each_literal(const Formula& formula, Visit&& visit, Polarity polarity = Polarity::kPositive) {
  using Kind = Formula::Kind;
  if (formula.kind == Kind::kAtom || formula.kind == Kind::kDistinct) {
    visit(formula, polarity);
    return;
  }
  if (formula.kind == Kind::kEquivalent) polarity = Polarity::kBoth;
  for (const Formula* part : formula.parts) {
    bool flips = formula.kind == Kind::kNot || (formula.kind == Kind::kImplies && part == formula.parts.front());
    for_each_literal(*part, visit, flips ? opposite(polarity) : polarity);
  }
}

}  // namespace percept::gdl
