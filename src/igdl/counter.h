// SPDX-License-Identifier: MIT
//
// In how many ways some variables can have values in the models of clauses, counted without listing them: what shares
// no variable is counted by itself and multiplied, and what was counted once is remembered. Buttons whose wires say
// nothing of each other are so many small questions, however many models all of them have together.
//
//   Counter counter(solver, wanted);
//   counter.count(budget)           // exactly, up to 53 bits; nothing when the budget ran out
//   counter.draw(random, budget)    // values of the wanted ones, each row as likely as any other
//
// The clauses have a model. One thread's.
//
// Internal to igdl/.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "base/random.h"
#include "igdl/propagation.h"

namespace percept::igdl {

// A number that is not negative, as exact as a double and as large as it may be.
class Large {
 public:
  Large(double value = 0) : part_(std::frexp(value, &exponent_)) {}

  explicit operator double() const { return std::ldexp(part_, exponent_); }  // infinite where that is too small
  bool is_zero() const { return part_ == 0; }
  double over(const Large& other) const { return std::ldexp(part_ / other.part_, exponent_ - other.exponent_); }
  friend Large operator*(const Large& a, const Large& b) { return {a.part_ * b.part_, a.exponent_ + b.exponent_}; }
  friend Large operator+(const Large& a, const Large& b) { return sum(a, b, 1); }
  friend Large operator-(const Large& a, const Large& b) { return sum(a, b, -1); }

 private:
  static Large sum(const Large& a, const Large& b, int sign) {
    int exponent = a.is_zero() ? b.exponent_ : b.is_zero() ? a.exponent_ : std::max(a.exponent_, b.exponent_);
    return {std::ldexp(a.part_, a.exponent_ - exponent) + sign * std::ldexp(b.part_, b.exponent_ - exponent), exponent};
  }
  Large(double part, int exponent) : part_(std::frexp(part, &exponent_)) { exponent_ += part_ == 0 ? 0 : exponent; }

  int exponent_ = 0;
  double part_;  // from 1/2 to 1, or 0
};

class Counter {
 public:
  // Constants may be among the wanted.
  Counter(const solve::Solver& unsolved, std::span<const solve::Literal> wanted);

  std::optional<Large> count(const Budget& budget);
  std::optional<std::vector<bool>> draw(Random& random, const Budget& budget);

 private:
  using Variable = Propagation::Variable;
  struct Component {
    std::vector<Variable> variables;     // sorted
    std::vector<std::uint32_t> clauses;  // that nothing satisfies yet, sorted
  };
  struct KeyHash {
    std::size_t operator()(const std::vector<std::uint32_t>& key) const;
  };

  std::vector<Component> components(std::span<const Variable> among);
  Large count(const Component& component, const Budget& budget);
  Large rest(std::span<const Variable> among, const Budget& budget);

  Propagation values_;
  std::vector<solve::Literal> wanted_;
  std::vector<bool> is_wanted_;
  std::vector<Variable> reached_;                // all that the wanted ones hang together with
  std::vector<std::uint32_t> met_, met_clause_;  // in which search they were met last
  std::uint32_t search_ = 0;
  std::unordered_map<std::vector<std::uint32_t>, Large, KeyHash> known_;
  std::size_t known_size_ = 0;
  bool time_ = true;
};

}  // namespace percept::igdl
