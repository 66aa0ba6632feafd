// SPDX-License-Identifier: MIT
#include "solve/solver.h"

#include <doctest/doctest.h>

#include <vector>

using percept::Budget;
using namespace percept::solve;

namespace {

// With the guard more pigeons than holes: no way out, and long to find out.
void add_pigeons(Solver& solver, Literal guard, std::size_t pigeons) {
  std::vector<std::vector<Literal>> in(pigeons);
  for (auto& of_pigeon : in) {
    for (std::size_t hole = 0; hole + 1 < pigeons; ++hole) of_pigeon.push_back(solver.variable());
    std::vector<Literal> somewhere = of_pigeon;
    somewhere.push_back(~guard);
    solver.add(somewhere);
  }
  for (std::size_t hole = 0; hole + 1 < pigeons; ++hole)
    for (std::size_t a = 0; a < pigeons; ++a)
      for (std::size_t b = 0; b < a; ++b) solver.add({~in[a][hole], ~in[b][hole]});
}

}  // namespace

TEST_CASE("assumptions and constraints hold for one question") {
  Solver solver;
  Literal a = solver.variable(), b = solver.variable();
  solver.add({a, b});
  Literal not_a = ~a;
  REQUIRE(solver.solve({&not_a, 1}) == Answer::kYes);
  CHECK(solver.holds(b));
  Literal both[] = {~a, ~b};
  CHECK(solver.solve(both) == Answer::kNo);
  CHECK(solver.solve({}, both) == Answer::kYes);
  CHECK(solver.holds(a) != solver.holds(b));
  CHECK(solver.solve() == Answer::kYes);
}

TEST_CASE("constants are folded") {
  Solver solver;
  Literal a = solver.variable();
  solver.add({kTrue, ~a});
  solver.add({kFalse, a});
  Literal assumptions[] = {kTrue, a};
  CHECK(solver.solve(assumptions) == Answer::kYes);
  CHECK(solver.fixed(a) == kTrue);
  Literal never = kFalse;
  CHECK(solver.solve({&never, 1}) == Answer::kNo);
  CHECK(solver.solve({}, {&never, 1}) == Answer::kNo);
  CHECK(solver.solve({&a, 1}) == Answer::kYes);
}

TEST_CASE("a question that was given up leaves nothing behind") {
  Solver solver;
  Literal hard = solver.variable(), easy = solver.variable();
  add_pigeons(solver, hard, 12);
  Budget used_up(1e-12, 0);
  CHECK(solver.solve({}, {&hard, 1}, used_up) == Answer::kUnknown);
  Literal question[] = {~hard, easy};
  CHECK(solver.solve(question) == Answer::kYes);
  CHECK(solver.solve({&hard, 1}, {}, used_up) == Answer::kUnknown);
  CHECK(solver.solve() == Answer::kYes);
}
