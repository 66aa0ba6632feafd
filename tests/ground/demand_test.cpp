// SPDX-License-Identifier: MIT
//
// Demand leaves out what nobody asks about, and nothing else.
#include "ground/demand.h"

#include <algorithm>

#include "ground/grounded.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;

namespace {

const std::string kFrame = R"(
(role r) (idx 1) (idx 2) (idx 3) (idx 4)
(init (p 1)) (init (q 2)) (init (at 3 4))
(<= (legal r (m ?x)) (idx ?x))
(<= terminal (true (p 4)))
(<= (next (p ?x)) (does r (m ?x)))
(<= (next (q ?x)) (true (p ?x)))
(<= (next (at ?x ?y)) (does r (m ?x)) (true (at ?x1 ?y)))
)";

Grounded with_demand(const std::string& text, circuit::Logic logic) {
  program::Program program = program_of(text);
  ground::SplitProgram rules = ground::with_demand(program);
  return Grounded::of_rules(std::move(program), rules, logic);
}

Grounded without(const std::string& text, circuit::Logic logic) {
  program::Program program = program_of(text);
  ground::SplitProgram rules = ground::unsplit(program);
  return Grounded::of_rules(std::move(program), rules, logic);
}

void check_same_meaning(const std::string& text) {
  for (circuit::Logic logic : {circuit::Logic::kTwoValued, circuit::Logic::kKleene}) {
    Grounded one = with_demand(text, logic), other = without(text, logic);
    std::vector<std::string> inputs = one.inputs(), others = other.inputs();
    std::ranges::sort(inputs);
    std::ranges::sort(others);
    CHECK(inputs == others);
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      CAPTURE(seed);
      CHECK(difference(one.answers(random_world(seed)), other.answers(random_world(seed))) == "");
      if (logic == circuit::Logic::kKleene)
        CHECK(difference(one.answers(random_kleene_world(seed)), other.answers(random_kleene_world(seed))) == "");
    }
  }
}

std::size_t ground_rules(const std::string& text, bool demand) {
  program::Program program = program_of(text);
  ground::SplitProgram rules = demand ? ground::with_demand(program) : ground::unsplit(program);
  auto ground = ground::instantiate(rules, program.terms(), Budget());
  REQUIRE(ground);
  return ground->size();
}

}  // namespace

TEST_CASE("a relation that holds of far more than is asked is cut down to what is asked") {
  std::string text = kFrame + R"(
(<= (threatened ?x ?i ?j ?k) (idx ?i) (idx ?j) (idx ?k) (true (p ?x)))
(<= (next (q 3)) (true (p ?x)) (true (at ?i ?j)) (does r (m ?k)) (not (threatened ?x ?i ?j ?k)))
)";
  CHECK(ground_rules(text, true) < ground_rules(text, false));
  check_same_meaning(text);
}

TEST_CASE("relations in one rule that all have a demand do not wait for each other") {
  check_same_meaning(kFrame + R"(
(<= (a ?x ?y) (idx ?x) (idx ?y) (true (p ?x)))
(<= (b ?x ?y) (idx ?x) (idx ?y) (true (q ?y)))
(<= (goal r 100) (idx ?x) (idx ?y) (a ?x ?y) (b ?x ?y))
)");
}

TEST_CASE("what is asked positively, negatively, with constants, twice, and through other relations") {
  check_same_meaning(kFrame + R"(
(<= (a ?x ?y) (idx ?x) (idx ?y) (true (p ?x)))
(<= (a 2 ?y) (idx ?y) (true (q ?y)))
(<= (asks ?x) (true (q ?x)) (a ?x 3))
(<= (asks ?x) (true (q ?x)) (a ?x ?x) (not (a 2 ?x)))
(<= (sees r (x ?x)) (asks ?x) (true (at ?x ?y)) (not (a ?x ?y)))
(<= (goal r 0) (a 1 2))
)");
}

TEST_CASE("demand through chains of loose relations, and in recursions") {
  check_same_meaning(kFrame + R"(
(<= (a ?x ?y) (idx ?x) (idx ?y) (b ?y ?x))
(<= (b ?x ?y) (idx ?x) (idx ?y) (not (true (p ?x))))
(<= (reach ?x) (true (p ?x)))
(<= (reach ?y) (reach ?x) (true (at ?x ?y)) (a ?x ?y))
(<= (goal r 100) (reach 4))
(<= (legal r (n ?x ?y)) (true (at ?x ?y)) (a ?x ?y) (reach ?x))
)");
}

TEST_CASE("demand keeps the meaning of our own games") {
  for (const auto& file : own_games()) {
    if (file.filename() == "backgammon.kif" || file.filename() == "small_dominion.kif") continue;  // too many rules
    CAPTURE(file.string());
    check_same_meaning(read(file));
  }
}
