// SPDX-License-Identifier: MIT
//
// What follows from values of some variables by clauses one by one (unit propagation), with a way back: for those who
// try values by the thousand and mostly find that nothing is left to search, and for those who count.
//
// One thread's.
//
// Internal to igdl/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solve/clauses.h"

namespace percept::igdl {

class Propagation {
 public:
  using Variable = std::uint32_t;
  static Variable variable_of(solve::Literal literal) {
    return static_cast<Variable>(literal.code < 0 ? -literal.code : literal.code);
  }

  // The clauses of a solver that was never asked, and what follows from them alone.
  explicit Propagation(const solve::Solver& unsolved);

  // With what follows; false when that is impossible. Constants are fine.
  bool assign(solve::Literal literal);
  std::size_t length() const { return trail_.size(); }
  void undo(std::size_t length);

  bool possible() const { return possible_; }  // what follows from the clauses alone
  std::size_t variables() const { return value_.size() - 1; }
  bool all_satisfied() const { return unsatisfied_ == 0; }  // whatever the variables are that are still open
  // 1, -1, or 0 where it is open.
  int value(Variable variable) const { return value_[variable]; }
  int value(solve::Literal literal) const {
    if (solve::is_constant(literal)) return literal == solve::kTrue ? 1 : -1;
    return literal.code < 0 ? -value_[variable_of(literal)] : value_[variable_of(literal)];
  }

  std::size_t clauses() const { return satisfied_.size(); }
  std::span<const solve::Literal> clause(std::uint32_t number) const {
    return std::span(literals_).subspan(begin_[number], begin_[number + 1] - begin_[number]);
  }
  bool satisfied(std::uint32_t clause) const { return satisfied_[clause] > 0; }
  std::span<const std::uint32_t> occurrences(solve::Literal literal) const {
    std::size_t at = side(literal);
    return std::span(occurrences_).subspan(occur_[at], occur_[at + 1] - occur_[at]);
  }

 private:
  static std::size_t side(solve::Literal literal) {
    return 2 * std::size_t{variable_of(literal)} + (literal.code < 0 ? 1 : 0);
  }

  // One behind the other, since they are walked through by the thousand.
  std::vector<solve::Literal> literals_;
  std::vector<std::uint32_t> begin_ = {0};          // by clause, of its literals
  std::vector<std::uint32_t> occurrences_, occur_;  // clauses; by side of a literal, where those begin
  std::vector<std::uint32_t> satisfied_, free_;     // by clause: literals that hold, and that are open
  std::vector<signed char> value_;                  // by variable
  std::vector<solve::Literal> trail_;
  std::size_t unsatisfied_ = 0;
  bool possible_ = true;
};

}  // namespace percept::igdl
