// SPDX-License-Identifier: MIT
//
// A term of a clause, seen from the place in the clause's evaluation where it is used. Which variables have a value by
// then is known beforehand, so a pattern says for each whether it is read or set, and matching needs neither tests for
// unbound variables nor a trail: what a later match sets, it sets before anybody reads it.
//
// Values are kept in slots, one a variable, and some for terms that are built on the way.
#pragma once

#include <vector>

#include "program/terms.h"

namespace percept::prove {

using program::Symbol;
using program::TermId;
using program::Terms;

struct Pattern {
  enum class Kind : std::uint8_t {
    kTerm,       // this ground term
    kKnown,      // the term in a slot
    kBind,       // any term; it goes into a slot
    kStructure,  // a compound whose arguments match
  };

  Kind kind;
  std::uint32_t slot = 0;
  TermId term{};
  Symbol name{};
  std::vector<Pattern> args = {};
};

bool match(const Pattern& pattern, TermId term, const Terms& terms, TermId* slots);

// The term that a pattern without kBind stands for. `scratch` is left as it was.
TermId build(const Pattern& pattern, Terms& terms, const TermId* slots, std::vector<TermId>& scratch);

// Which variables of a clause have a value at a point of its evaluation.
class KnownVariables {
 public:
  KnownVariables(const Terms& terms, std::uint32_t variables) : terms_(terms), known_(variables) {}

  bool contains(TermId term) const;  // every variable of it?
  void add(TermId term);             // every variable of it

 private:
  const Terms& terms_;
  std::vector<bool> known_;
};

// The pattern of a term that is matched when these have values; afterwards its own variables have, too.
Pattern make_pattern(TermId term, const Terms& terms, KnownVariables& known);

}  // namespace percept::prove
