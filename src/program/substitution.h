// SPDX-License-Identifier: MIT
//
// What variables stand for, found by unification. Bindings may lead to further variables; apply() follows them. Meant
// for single clauses: the depth of terms is the depth of the recursion.
//
// One thread at a time.
#pragma once

#include <map>

#include "program/terms.h"

namespace percept::program {

class Substitution {
 public:
  explicit Substitution(Terms& terms) : terms_(terms) {}

  TermId apply(TermId term) const {
    return substitute(terms_, term, [&](TermId variable) {
      auto bound = bindings_.find(variable);
      return bound == bindings_.end() ? variable : apply(bound->second);
    });
  }

  // Makes both equal, or returns false; the substitution is then of no use.
  bool unify(TermId a, TermId b) {
    a = apply(a), b = apply(b);
    if (a == b) return true;
    if (terms_.is_variable(b)) std::swap(a, b);
    if (terms_.is_variable(a)) {
      bool inside = false;
      for_each_variable(terms_, b, [&](TermId v) { inside |= v == a; });
      if (!inside) bindings_[a] = b;
      return !inside;
    }
    if (terms_.name(a) != terms_.name(b) || terms_.args(a).size() != terms_.args(b).size()) return false;
    for (std::size_t i = 0; i < terms_.args(a).size(); ++i)
      if (!unify(terms_.args(a)[i], terms_.args(b)[i])) return false;
    return true;
  }

 private:
  Terms& terms_;
  std::map<TermId, TermId> bindings_;
};

}  // namespace percept::program
