// SPDX-License-Identifier: MIT
//
// A term as it stands in a rule sheet: a constant, a variable, or a name with arguments. Atoms have the same shape (the
// name is then a relation). A Term is one occurrence: it knows its place and its spelling. Equal terms of a description
// have the same `id`, so equality is one comparison, whatever notation they were written in.
//
// Plain values: threads may read one together.
#pragma once

#include <span>
#include <string_view>

#include "base/ids.h"
#include "gdl/source.h"
#include "gdl/symbol.h"

namespace percept::gdl {

using TermId = Id<struct TermTag>;

struct Term {
  enum class Kind : std::uint8_t { kConstant, kVariable, kCompound };

  Kind kind = Kind::kConstant;
  bool ground = true;
  std::uint16_t depth = 1;  // of nesting; the readers bound it
  Symbol name;
  TermId id;
  std::string_view spelling;          // of the name in the source, without `?` or quotes
  std::span<const Term* const> args;  // of a compound, at least one
  Place place;

  bool is_variable() const { return kind == Kind::kVariable; }
  bool is(Symbol symbol, std::size_t arity) const { return !is_variable() && name == symbol && args.size() == arity; }
};

// Calls visit(term) for the term and every term in it, outermost first.
template <class Visit>
void for_each_term(const Term& term, Visit&& visit) {
  visit(term);
  for (const Term* arg : term.args) for_each_term(*arg, visit);
}

template <class Visit>
void for_each_variable(const Term& term, Visit&& visit) {
  for_each_term(term, [&](const Term& t) {
    if (t.is_variable()) visit(t);
  });
}

}  // namespace percept::gdl
