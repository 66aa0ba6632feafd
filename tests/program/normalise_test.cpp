// SPDX-License-Identifier: MIT
//
// How rules become plain clauses: each reading that ARCHITECTURE.md has in its table of warnings.
#include "program/normalised.h"

using namespace percept;
using namespace percept::test;

TEST_CASE("a rule that is plain stays as it is, with its variables numbered") {
  CHECK(clauses("(<= (init (f ?y ?x)) (p ?x ?y) (not (q ?x)) (distinct ?x ?y)) (p 1 2)") ==
        "(<= (init (f ?0 ?1)) (p ?1 ?0) (not (q ?1)) (distinct ?1 ?0))\n"
        "(p 1 2)\n");
}

TEST_CASE("a role variable that nothing binds is any role") {
  CHECK(clauses("(<= (legal ?p pass) (true x))") == "(<= (legal ?0 pass) (true x) (role ?0))\n");
  CHECK(clauses("(<= (legal ?p pass) (distinct ?p b) (true x))") ==
        "(<= (legal ?0 pass) (distinct ?0 b) (true x) (role ?0))\n");
  CHECK(clauses("(<= (goal ?p 50) (not (p ?p)))") == "(<= (goal ?0 50) (not (p ?0)) (role ?0))\n");
}

TEST_CASE("a negated literal may stand before those that bind its variables") {
  CHECK(clauses("(<= (init (f ?x)) (not (q ?x)) (distinct ?x 3) (p ?x))") ==
        "(<= (init (f ?0)) (not (q ?0)) (distinct ?0 3) (p ?0))\n");
}

TEST_CASE("a negated literal with variables that nothing binds says that there is none") {
  CHECK(clauses("(<= (init f) (not (q ?x)))") ==
        "(<= some 1 (q ?0))\n"
        "(<= (init f) (not some 1))\n");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (not (q ?y ?x ?z)))") ==
        "(<= (some 1 ?0) (q ?1 ?0 ?2))\n"
        "(<= (init (f ?0)) (p ?0) (not (some 1 ?0)))\n");
  // Each such literal has its own variables.
  CHECK(clauses("(<= (init f) (not (q ?x)) (not (r ?x)))") ==
        "(<= some 1 (q ?0))\n"
        "(<= some 2 (r ?0))\n"
        "(<= (init f) (not some 1) (not some 2))\n");
}

TEST_CASE("a negated inequality with a variable says that both are equal") {
  CHECK(clauses("(<= (init (f ?x ?y)) (p ?x) (q ?y) (not (distinct ?x ?y)))") ==
        "(<= (init (f ?0 ?0)) (p ?0) (q ?0))\n");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (not (distinct ?x 3)))") == "(<= (init (f 3)) (p 3))\n");
}

TEST_CASE("equations in a chain, between compound terms, and such as no term solves") {
  CHECK(clauses("(<= (init (f ?x ?y ?z)) (p ?x ?y ?z) (not (distinct ?x ?y)) (not (distinct ?y ?z)) (not (distinct ?z "
                "7)))") == "(<= (init (f 7 7 7)) (p 7 7 7))\n");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (q ?y) (not (distinct ?x (g ?y 2))))") ==
        "(<= (init (f (g ?0 2))) (p (g ?0 2)) (q ?0))\n");
  CHECK(clauses("(<= (init (f ?x ?y)) (p ?x) (q ?y) (not (distinct (g ?x ?y) (g 1 (h ?x)))))") ==
        "(<= (init (f 1 (h 1))) (p 1) (q (h 1)))\n");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (q ?y) (not (distinct (g ?x) (h ?y))))") == "");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (not (distinct ?x (g ?x))))") == "");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (not (distinct ?x 1)) (not (distinct ?x 2)))") == "");
}

TEST_CASE("inequalities that always hold are left out, rules whose inequalities never hold, too") {
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (distinct ?x (g ?x)) (distinct 1 2) (distinct (g ?x) (h ?x)))") ==
        "(<= (init (f ?0)) (p ?0))\n");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (distinct ?x ?x))") == "");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (not (distinct ?x 1)) (distinct ?x 1))") == "");
}

TEST_CASE("next, init and sees in a body are relations like others") {
  CHECK(clauses("(<= (next (f ?x)) (true (f ?x))) (<= (next (g ?x)) (next (f ?x)))") ==
        "(<= (next (f ?0)) (true (f ?0)))\n"
        "(<= (next (g ?0)) (next (f ?0)))\n");
  CHECK(clauses("(<= (init (g ?x)) (init (f ?x)))") == "(<= (init (g ?0)) (init (f ?0)))\n");
}

TEST_CASE("what is never true stays, and nothing defines it: true with two arguments, a bare not") {
  CHECK(clauses("(<= (next (f ?x)) (true secret ?x))") == "(<= (next (f ?0)) (true secret ?0))\n");
  CHECK(clauses("(<= (next (f 1)) (true x) not)") == "(<= (next (f 1)) (true x) not)\n");
}

TEST_CASE("facts of true, and declarations that say nothing, are left out") {
  CHECK(clauses("(true (f 1))") == "");
  CHECK(clauses("(<= (base (f ?x ?y)) (p ?x)) (p 1)") == "");
}

TEST_CASE("one name with several numbers of arguments is several relations") {
  CHECK(clauses("(<= (init (f ?x)) (p ?x)) (p 1) (p 1 2)") == "(<= (init (f ?0)) (p ?0))\n(p 1)\n");
}

TEST_CASE("a goal through the negation of a goal stays as it is") {
  CHECK(clauses("(<= (goal a 50) (not (goal a 100))) (<= (goal a 100) (true x))") ==
        "(<= (goal a 50) (not (goal a 100)))\n"
        "(<= (goal a 100) (true x))\n");
}

TEST_CASE("names are the same in any case") {
  CHECK(clauses("(<= (INIT (F ?X)) (P ?x)) (p A)") == "(<= (init (f ?0)) (p ?0))\n(p a)\n");
}

TEST_CASE("what was said twice is meant once") {
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (q ?x)) (<= (init (f ?z)) (p ?z) (q ?z)) (p 1) (p 1) (q 1)") ==
        "(<= (init (f ?0)) (p ?0) (q ?0))\n(p 1)\n(q 1)\n");
  CHECK(clauses("(<= (init (f ?x)) (p ?x) (p ?x) (not (q ?x)) (not (q ?x)))") ==
        "(<= (init (f ?0)) (p ?0) (not (q ?0)))\n");
}

TEST_CASE("what no game asks about is left out, what it asks through others is not") {
  CHECK(clauses("(useless 1) (<= (useless ?x) (p ?x)) (<= (init (f ?x)) (p ?x)) (<= (p ?x) (q ?x)) (q 1)") ==
        "(<= (init (f ?0)) (p ?0))\n(<= (p ?0) (q ?0))\n(q 1)\n");
}

TEST_CASE("relations know whether they hold for ever, in a position, or for a joint move") {
  auto program = normalised(R"((role a) (p 1) (<= (q ?x) (p ?x)) (<= (init (f ?x)) (q ?x))
(<= (s ?x) (true (f ?x)) (q ?x)) (<= (legal a (m ?x)) (s ?x)) (<= (t ?x) (not (does a (m ?x))) (s ?x))
(<= (next (f ?x)) (t ?x)) (<= terminal (not (s 1))) (goal a 1))");
  REQUIRE(program);
  auto dependence = [&](std::string_view name, std::size_t arity) {
    return program->relation(program->relation_of(program->terms().symbols().intern(name), arity)).dependence;
  };
  using program::Dependence;
  CHECK(dependence("p", 1) == Dependence::kRigid);
  CHECK(dependence("q", 1) == Dependence::kRigid);
  CHECK(dependence("goal", 2) == Dependence::kRigid);
  CHECK(dependence("s", 1) == Dependence::kState);
  CHECK(dependence("legal", 2) == Dependence::kState);
  CHECK(dependence("terminal", 0) == Dependence::kState);
  CHECK(dependence("t", 1) == Dependence::kMove);
  CHECK(dependence("next", 1) == Dependence::kMove);
  CHECK(program->defines(gdl::keyword::kNext));
  CHECK_FALSE(program->defines(gdl::keyword::kSees));
}
