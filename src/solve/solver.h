// SPDX-License-Identifier: MIT
//
// CaDiCaL, an incremental SAT solver, behind a small class. Clauses are added for good; assumptions hold for one
// `solve`. A literal is a number, negative for its negation; two of them are constants, and clauses may contain them.
//
// Internal to solve/.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>

#include "base/budget.h"

namespace percept::solve {

struct Literal {
  std::int32_t code;

  constexpr Literal operator~() const { return {-code}; }
  constexpr Literal operator^(bool negate) const { return {negate ? -code : code}; }
  friend constexpr auto operator<=>(Literal, Literal) = default;
};

inline constexpr Literal kTrue{INT32_MAX};
inline constexpr Literal kFalse{-INT32_MAX};
constexpr bool is_constant(Literal literal) { return literal == kTrue || literal == kFalse; }

enum class Answer : std::uint8_t { kYes, kNo, kUnknown };  // satisfiable; not; the budget ran out

class Solver {
 public:
  Solver();
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  Literal variable();
  std::int32_t variables() const { return variables_; }
  void add(std::span<const Literal> clause);
  void add(std::initializer_list<Literal> clause) { add(std::span(clause.begin(), clause.size())); }

  // With all of the assumptions and, when it is not empty, at least one of `some`.
  Answer solve(std::span<const Literal> assumptions = {}, std::span<const Literal> some = {},
               const Budget& budget = {});
  // Makes the literal the first choice where the solver has one.
  void prefer(Literal literal);
  // In the model of the last `solve` that said yes, until something is added.
  bool holds(Literal literal) const;
  // After a `solve` that said no: whether the assumption was used to show it.
  bool failed(Literal assumption) const;
  // kTrue or kFalse when the clauses alone decide it and the solver has found out; else the literal itself.
  Literal fixed(Literal literal) const;
  // The clauses that were added, as far as units leave them. Of one that was never asked: solving may put others in
  // their place.
  void for_each_clause(const std::function<void(std::span<const Literal>)>& visit) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> it_;
  std::int32_t variables_ = 0;
};

}  // namespace percept::solve
