// SPDX-License-Identifier: MIT
#include "solve/solver.h"

#include <cadical.hpp>
#include <vector>

namespace percept::solve {

struct Solver::Implementation {
  CaDiCaL::Solver solver;
};

namespace {

class OutOfTime : public CaDiCaL::Terminator {
 public:
  explicit OutOfTime(const Budget& budget) : budget_(budget) {}
  bool terminate() override { return budget_.out_of_time(); }

 private:
  const Budget& budget_;
};

}  // namespace

// Quiet, since it would report what it does on the standard output.
Solver::Solver() : it_(std::make_unique<Implementation>()) { it_->solver.set("quiet", 1); }
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Literal Solver::variable() { return {++variables_}; }

void Solver::add(std::span<const Literal> clause) {
  for (Literal literal : clause)
    if (literal == kTrue) return;
  for (Literal literal : clause)
    if (literal != kFalse) it_->solver.add(literal.code);
  it_->solver.add(0);
}

Answer Solver::solve(std::span<const Literal> assumptions, std::span<const Literal> some, const Budget& budget) {
  if (budget.out_of_time()) return Answer::kUnknown;
  for (Literal literal : assumptions) {
    if (literal == kFalse) {
      it_->solver.reset_assumptions();
      return Answer::kNo;
    }
    if (literal != kTrue) it_->solver.assume(literal.code);
  }
  bool free = some.empty();
  for (Literal literal : some) free |= literal == kTrue;
  if (!free) {
    for (Literal literal : some)
      if (literal != kFalse) it_->solver.constrain(literal.code);
    it_->solver.constrain(0);
  }
  OutOfTime terminator(budget);
  it_->solver.connect_terminator(&terminator);
  int status = it_->solver.solve();
  it_->solver.disconnect_terminator();
  if (status == 0) {  // it would keep them for the next time
    it_->solver.reset_assumptions();
    it_->solver.reset_constraint();
  }
  return status == 10 ? Answer::kYes : status == 20 ? Answer::kNo : Answer::kUnknown;
}

void Solver::prefer(Literal literal) {
  if (!is_constant(literal)) it_->solver.phase(literal.code);
}

Literal Solver::fixed(Literal literal) const {
  if (is_constant(literal)) return literal;
  int value = it_->solver.fixed(literal.code);
  return value > 0 ? kTrue : value < 0 ? kFalse : literal;
}

void Solver::for_each_clause(const std::function<void(std::span<const Literal>)>& visit) const {
  struct Iterator : CaDiCaL::ClauseIterator {
    explicit Iterator(const std::function<void(std::span<const Literal>)>& to) : visit(to) {}
    bool clause(const std::vector<int>& codes) override {
      literals.clear();
      for (int code : codes) literals.push_back({code});
      visit(literals);
      return true;
    }
    const std::function<void(std::span<const Literal>)>& visit;
    std::vector<Literal> literals;
  } iterator(visit);
  for (std::int32_t variable = 1; variable <= variables_; ++variable)  // which are no clauses to it
    if (Literal value = fixed({variable}); is_constant(value)) iterator.clause({value == kTrue ? variable : -variable});
  it_->solver.traverse_clauses(iterator);
}

bool Solver::failed(Literal assumption) const {
  if (is_constant(assumption)) return assumption == kFalse;
  return it_->solver.failed(assumption.code);
}

bool Solver::holds(Literal literal) const {
  if (is_constant(literal)) return literal == kTrue;
  return it_->solver.val(literal.code) > 0;
}

}  // namespace percept::solve
