// SPDX-License-Identifier: MIT
#include "igdl/propagation.h"

#include <algorithm>

namespace percept::igdl {

using solve::Literal;

Propagation::Propagation(const solve::Solver& unsolved) {
  auto variables = static_cast<std::size_t>(unsolved.variables()) + 1;
  value_.resize(variables);
  unsolved.for_each_clause([&](std::span<const Literal> clause) {
    literals_.insert(literals_.end(), clause.begin(), clause.end());
    begin_.push_back(static_cast<std::uint32_t>(literals_.size()));
    satisfied_.push_back(0);
    free_.push_back(static_cast<std::uint32_t>(clause.size()));
  });
  occur_.resize(2 * variables + 1);
  for (Literal literal : literals_) ++occur_[side(literal) + 1];
  for (std::size_t i = 1; i < occur_.size(); ++i) occur_[i] += occur_[i - 1];
  occurrences_.resize(literals_.size());
  std::vector<std::uint32_t> filled = occur_;
  for (std::uint32_t number = 0; number < clauses(); ++number)
    for (Literal literal : clause(number)) occurrences_[filled[side(literal)]++] = number;
  unsatisfied_ = clauses();
  for (std::uint32_t number = 0; number < clauses(); ++number) {
    std::span<const Literal> literals = clause(number);
    possible_ = possible_ && !literals.empty() && (literals.size() > 1 || assign(literals[0]));
  }
}

bool Propagation::assign(Literal literal) {
  if (solve::is_constant(literal)) return literal == solve::kTrue;
  std::size_t next = trail_.size();
  auto set = [&](Literal one) {
    if (value(one) == 0) {
      value_[variable_of(one)] = one.code < 0 ? -1 : 1;
      trail_.push_back(one);
    }
    return value(one) > 0;
  };
  bool possible = set(literal);
  // Counts are kept for all that is on the trail, so that it can be undone from any point.
  for (; next < trail_.size(); ++next) {
    Literal made = trail_[next];
    for (std::uint32_t number : occurrences(made)) {
      unsatisfied_ -= satisfied_[number]++ == 0;
      --free_[number];
    }
    for (std::uint32_t number : occurrences(~made)) {
      --free_[number];
      if (satisfied_[number] > 0 || free_[number] > 1 || !possible) continue;
      // What is on the trail and not yet counted may satisfy the clause, or leave it nothing.
      std::span<const Literal> literals = clause(number);
      auto open = std::ranges::find_if(literals, [&](Literal one) { return value_[variable_of(one)] * one.code >= 0; });
      possible = open != literals.end() && (value(*open) > 0 || set(*open));
    }
  }
  return possible;
}

void Propagation::undo(std::size_t length) {
  for (; trail_.size() > length; trail_.pop_back()) {
    Literal made = trail_.back();
    value_[variable_of(made)] = 0;
    for (std::uint32_t number : occurrences(made)) {
      unsatisfied_ += --satisfied_[number] == 0;
      ++free_[number];
    }
    for (std::uint32_t number : occurrences(~made)) ++free_[number];
  }
}

}  // namespace percept::igdl
