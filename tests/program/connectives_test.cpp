// SPDX-License-Identifier: MIT
//
// `or`, `and` and `not` of any depth become plain clauses: distributed, or with relations of their own.
#include "program/normalised.h"

#include <fmt/format.h>

using namespace percept;
using namespace percept::test;

TEST_CASE("an `or` that binds what it shares becomes a relation") {
  CHECK(clauses("(<= (init (f ?x)) (p ?x ?y) (or (q ?y) (r ?y ?z)))") ==
        "(<= (or 1 ?0) (q ?0))\n"
        "(<= (or 1 ?0) (r ?0 ?1))\n"
        "(<= (init (f ?0)) (p ?0 ?1) (or 1 ?1))\n");
}

TEST_CASE("an `or` that is the whole body becomes clauses of the head") {
  CHECK(clauses("(<= (init (f ?x)) (or (p ?x) (q ?x)))") == "(<= (init (f ?0)) (p ?0))\n(<= (init (f ?0)) (q ?0))\n");
}

TEST_CASE("an `or` with a branch that binds nothing is distributed") {
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (or (q ?x) (not (r ?x))))") ==
        "(<= (init (f ?0)) (p ?0) (q ?0))\n"
        "(<= (init (f ?0)) (p ?0) (not (r ?0)))\n");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (or (distinct ?x 1) (q 7)))") ==
        "(<= (init (f ?0)) (p ?0) (distinct ?0 1))\n"
        "(<= (init (f ?0)) (p ?0) (q 7))\n");
}

TEST_CASE("an `and` within an `or`, and an `or` within that") {
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (or (and (q ?x) (not (r ?x))) (s ?x)))") ==
        "(<= (or 1 ?0) (q ?0) (not (r ?0)))\n"
        "(<= (or 1 ?0) (s ?0))\n"
        "(<= (init (f ?0)) (p ?0) (or 1 ?0))\n");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (or (and (q ?x) (or (r ?x) (not (s ?x)))) (distinct ?x 1)))") ==
        "(<= (init (f ?0)) (p ?0) (q ?0) (r ?0))\n"
        "(<= (init (f ?0)) (p ?0) (q ?0) (not (s ?0)))\n"
        "(<= (init (f ?0)) (p ?0) (distinct ?0 1))\n");
}

TEST_CASE("several `or` multiply") {
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (or (distinct ?x 1) (not (q ?x))) (or (distinct ?x 2) (not (r ?x))))") ==
        "(<= (init (f ?0)) (p ?0) (distinct ?0 1) (distinct ?0 2))\n"
        "(<= (init (f ?0)) (p ?0) (distinct ?0 1) (not (r ?0)))\n"
        "(<= (init (f ?0)) (p ?0) (not (q ?0)) (distinct ?0 2))\n"
        "(<= (init (f ?0)) (p ?0) (not (q ?0)) (not (r ?0)))\n");
}

TEST_CASE("alternatives that can never hold are left out") {
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (or (not (distinct ?x 1)) (not (q ?x))) (distinct ?x 1))") ==
        "(<= (init (f ?0)) (p ?0) (not (q ?0)) (distinct ?0 1))\n");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (or (not (distinct ?x 1)) (not (distinct ?x 2))))") ==
        "(or 1 1)\n(or 1 2)\n(<= (init (f ?0)) (p ?0) (or 1 ?0))\n");
}

TEST_CASE("a negated group whose variables are all bound is the negation of one of its parts") {
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (not (and (q ?x) (r ?x))))") ==
        "(<= (init (f ?0)) (p ?0) (not (q ?0)))\n"
        "(<= (init (f ?0)) (p ?0) (not (r ?0)))\n");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (not (and (q ?x) (distinct ?x 3))))") ==
        "(<= (init (f ?0)) (p ?0) (not (q ?0)))\n"
        "(<= (init (f 3)) (p 3))\n");
}

TEST_CASE("a negated group with variables of its own becomes a relation that is negated") {
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (not (and (q ?x ?y) (r ?y))))") ==
        "(<= (not 1 ?0) (q ?0 ?1) (r ?1))\n"
        "(<= (init (f ?0)) (p ?0) (not (not 1 ?0)))\n");
  // What the group is asked about comes from the rule where the group does not bind it itself.
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (not (and (q ?y) (distinct ?x ?y))))") ==
        "(<= (not 1 ?0) (q ?1) (distinct ?0 ?1) (p ?0))\n"
        "(<= (init (f ?0)) (p ?0) (not (not 1 ?0)))\n");
}

TEST_CASE("a negated `or` negates all its parts, a double negation none") {
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (not (or (q ?x) (r ?x) (distinct ?x 4))))") ==
        "(<= (init (f 4)) (p 4) (not (q 4)) (not (r 4)))\n");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (not (not (q ?x))))") == "(<= (init (f ?0)) (p ?0) (q ?0))\n");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (not (not (and (q ?x) (r ?x)))))") ==
        "(<= (init (f ?0)) (p ?0) (q ?0) (r ?0))\n");
}

TEST_CASE("a rule with too many alternatives is an error that names its line") {
  auto rule = [](int count) {
    std::string text = "(role a) (legal a wait) (goal a 1) (<= terminal (true x))\n(<= (init (f ?x)) (p ?x)";
    for (int i = 0; i < count; ++i) text += fmt::format(" (or (not (q{0} ?x)) (not (r{0} ?x)))", i);
    return text + ")\n(p 1)";
  };
  auto fine = normalised(rule(10));
  REQUIRE(fine);
  CHECK(fine->clauses().size() == 5 + 1024);
  auto refused = normalised(rule(20));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("line 2") != std::string::npos);
  CHECK_FALSE(refused.error().hint.empty());
}
