// SPDX-License-Identifier: MIT
//
// Which relation is defined through which: the dependency graph of the GDL specification. `true` and `does` are given
// from outside, so nothing follows them. Relations that depend on each other share a component.
//
// Internal to check/.
#pragma once

#include <vector>

#include "base/components.h"
#include "check/rules.h"

namespace percept::check {

class Dependencies {
 public:
  explicit Dependencies(const Rules& rules) : uses_(rules.relations().size()) {
    for (const Rule& rule : rules.all())
      for (const Literal& literal : rule.literals)
        if (!literal.is_distinct() && !is_given(rule.head->name))
          uses_[rule.relation.value].push_back(literal.relation.value);
    component_ = strong_components(uses_);
  }

  const Adjacency& uses() const { return uses_; }
  std::uint32_t component(RelationId relation) const { return component_[relation.value]; }
  bool together(RelationId a, RelationId b) const { return component(a) == component(b); }

 private:
  Adjacency uses_;  // for each relation those in the bodies of its rules
  std::vector<std::uint32_t> component_;
};

}  // namespace percept::check
