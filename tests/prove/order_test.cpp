// SPDX-License-Identifier: MIT
//
// Good orders are told from bad ones by the steps they take: each of these bodies, evaluated as it is written, takes
// far more than it is allowed here.
#include <fmt/format.h>

#include "prove/proved.h"

using percept::prove::Limits;
using percept::test::Proved;

namespace {

constexpr Limits kFewSteps{.steps = 20'000, .megabytes = 100};

std::string numbers(int count, std::string_view relation) {
  std::string out;
  for (int i = 0; i < count; ++i) out += fmt::format("({} {})", relation, i);
  return out;
}

std::string successors(int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += fmt::format("(succ {} {})", i, i + 1);
  return out;
}

}  // namespace

TEST_CASE("order: what is given comes first, and facts are found by their arguments") {
  Proved p(successors(1000) + "(<= (p ?x ?w) (succ ?z ?w) (succ ?y ?z) (succ ?x ?y) (true (at ?x)))", {"(p ?x ?w)"},
           kFewSteps);
  p.set_state("(at 5) (at 7)");
  CHECK(p.all("(p ?x ?w)") == "(p 5 8) (p 7 10)");
  CHECK(p.all("(p ?x 10)") == "(p 7 10)");
  CHECK(p.holds("(p 5 8)"));
}

TEST_CASE("order: tests come as soon as they can") {
  Proved p(numbers(300, "n") + "(<= (p ?x ?y ?z) (n ?x) (n ?y) (n ?z) (true (at ?x)) (not (true (at ?x))) (true on))",
           {"(p ?x ?y ?z)"}, kFewSteps);
  p.set_state("(at 1) on");
  CHECK(p.all("(p ?x ?y ?z)") == "");
}

TEST_CASE("order: what only has to exist is looked for once") {
  Proved p(numbers(300, "n") + "(<= (p ?x) (true on) (n ?x) (n ?y) (n ?z) (n ?w))", {"(p ?x)"}, kFewSteps);
  p.set_state("on");
  CHECK(p.count("(p ?x)") == 300);
}

TEST_CASE("order: relations that rules define count by what their rules say") {
  Proved p(successors(100) + numbers(100, "n") + R"(
    (<= (cell ?x ?y) (true on) (n ?x) (n ?y))
    (<= (up ?x ?y ?z) (true on) (succ ?y ?z) (n ?x))
    (<= (step ?x ?y ?z) (cell ?x ?z) (up ?x ?y ?z) (true (at ?x ?y)))
  )",
           {"(step ?x ?y ?z)"}, kFewSteps);
  p.set_state("on (at 3 4)");
  CHECK(p.all("(step ?x ?y ?z)") == "(step 3 4 5)");
}

TEST_CASE("order: relations of facts and rigid rules are evaluated once") {
  Proved p(successors(50) + R"(
    (<= (less ?x ?y) (succ ?x ?y)) (<= (less ?x ?z) (succ ?x ?y) (less ?y ?z))
    (<= (between ?x ?y ?z) (less ?x ?y) (less ?y ?z) (true (ends ?x ?z)))
  )",
           {"(between ?x ?y ?z)"}, {.steps = 2'000, .megabytes = 100});
  p.set_state("(ends 10 13)");
  CHECK(p.all("(between ?x ?y ?z)") == "(between 10 11 13) (between 10 12 13)");
}

TEST_CASE("order: plans change with what was seen, answers do not") {
  Proved p(numbers(40, "n") + R"(
    (<= (free ?x) (n ?x) (not (true (on ?x))))
    (<= (pair ?x ?y) (true (on ?x)) (free ?y) (near ?x ?y))
    (<= (near ?x ?y) (true (line ?x ?y)))
  )",
           {"(pair ?x ?y)"});
  for (int i = 0; i < 40; ++i) {
    std::string state = "(line 0 39) (line 1 38) (line 39 1)";
    for (int j = 0; j < i; ++j) state += fmt::format("(on {})", j);
    p.set_state(state);
    CHECK(p.all("(pair ?x ?y)") == (i == 0    ? ""
                                    : i == 1  ? "(pair 0 39)"
                                    : i == 39 ? "(pair 0 39)"
                                              : "(pair 0 39) (pair 1 38)"));
  }
}
