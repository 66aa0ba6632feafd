// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "prove/proved.h"

using percept::test::Proved;

namespace {

const std::string kCycle = "(edge a b) (edge b c) (edge c a) (edge c d) (edge e e)";

std::string edges(int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += fmt::format("(edge {} {})\n", i, i + 1);
  return out;
}

}  // namespace

TEST_CASE("recursion to the left, to the right and on both sides") {
  for (const char* rule : {"(<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))", "(<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))",
                           "(<= (path ?x ?z) (path ?x ?y) (path ?y ?z))"}) {
    CAPTURE(rule);
    Proved p(kCycle + "(<= (path ?x ?y) (edge ?x ?y))" + rule, {"(path ?x ?y)"});
    CHECK(p.all("(path a ?y)") == "(path a a) (path a b) (path a c) (path a d)");
    CHECK(p.all("(path ?x d)") == "(path a d) (path b d) (path c d)");
    CHECK(p.holds("(path b b)"));
    CHECK_FALSE(p.holds("(path d a)"));
    CHECK(p.all("(path e ?y)") == "(path e e)");
    CHECK(p.count("(path ?x ?y)") == 13);
  }
}

TEST_CASE("ground questions first, then the general one") {
  Proved p(kCycle + "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (edge ?x ?y) (path ?y ?z))", {"(path ?x ?y)"});
  CHECK(p.holds("(path a d)"));
  CHECK_FALSE(p.holds("(path a e)"));
  CHECK(p.holds("(path e e)"));
  CHECK(p.count("(path ?x ?y)") == 13);
}

TEST_CASE("relations that need each other") {
  Proved p(R"(
    (zero 0) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
    (<= (even ?x) (zero ?x)) (<= (even ?y) (succ ?x ?y) (odd ?x))
    (<= (odd ?y) (succ ?x ?y) (even ?x))
    (<= (a ?x) (b ?x)) (<= (b ?x) (c ?x)) (<= (c ?x) (a ?x)) (<= (b ?x) (even ?x)) (<= (c ?x) (odd ?x))
  )",
           {"(even ?x)", "(odd ?x)", "(a ?x)"});
  CHECK(p.all("(even ?x)") == "(even 0) (even 2) (even 4) (even 6)");
  CHECK(p.all("(odd ?x)") == "(odd 1) (odd 3) (odd 5)");
  CHECK(p.all("(a ?x)") == "(a 0) (a 1) (a 2) (a 3) (a 4) (a 5) (a 6)");
  CHECK(p.all("(c ?x)") == "(c 0) (c 1) (c 2) (c 3) (c 4) (c 5) (c 6)");
}

TEST_CASE("a recursion found within another") {
  // a waits for itself through b, and c, called on the way, waits for b: one component, whose first call is a.
  Proved p(R"(
    (one 1) (next 1 2) (next 2 3) (next 3 4) (next 4 5)
    (<= (a ?x) (b ?x)) (<= (b ?x) (one ?x)) (<= (b ?y) (c ?x) (next ?x ?y))
    (<= (c ?x) (b ?x)) (<= (c ?x) (c ?x) (a ?x)) (<= (b ?x) (a ?x) (d ?x)) (<= (d ?x) (c ?x))
  )",
           {"(a ?x)", "(d ?x)"});
  CHECK(p.all("(a ?x)") == "(a 1) (a 2) (a 3) (a 4) (a 5)");
  CHECK(p.all("(d ?x)") == "(d 1) (d 2) (d 3) (d 4) (d 5)");
  CHECK(p.holds("(c 5)"));
  CHECK_FALSE(p.holds("(c 6)"));
}

TEST_CASE("nothing follows from itself") {
  Proved p("(<= (p ?x) (q ?x)) (<= (q ?x) (p ?x)) (<= r r) (<= s (not r))", {"(p ?x)", "r", "s"});
  CHECK(p.all("(p ?x)") == "");
  CHECK_FALSE(p.holds("(p a)"));
  CHECK_FALSE(p.holds("r"));
  CHECK(p.holds("s"));
}

TEST_CASE("chains of a hundred thousand") {
  constexpr int kLength = 100'000;
  SUBCASE("of facts, followed by a rule in depth") {
    Proved p(edges(kLength) + "(<= (reaches ?x ?y) (edge ?x ?y)) (<= (reaches ?x ?z) (edge ?x ?y) (reaches ?y ?z))",
             {"(reaches ?x ?y)"});
    CHECK(p.holds("(reaches 0 100000)"));
    CHECK_FALSE(p.holds("(reaches 5 4)"));
  }
  SUBCASE("of facts, followed by a rule in breadth") {
    Proved p(edges(kLength) + "(<= (from ?x ?y) (edge ?x ?y)) (<= (from ?x ?z) (from ?x ?y) (edge ?y ?z))",
             {"(from ?x ?y)"});
    CHECK(p.count("(from 0 ?y)") == kLength);
  }
  SUBCASE("of facts in a circle") {
    Proved p(edges(kLength) + "(edge 100000 0) (start 7) (<= (on ?x) (start ?x)) (<= (on ?y) (on ?x) (edge ?x ?y))" +
                 "(<= (back ?x) (edge ?x ?y) (back ?y))",
             {"(on ?x)", "(back ?x)"});
    CHECK(p.holds("(on 6)"));
    CHECK(p.count("(on ?x)") == kLength + 1);
    CHECK_FALSE(p.holds("(back 0)"));
  }
  SUBCASE("of rules") {
    std::string text = "p0\n";
    for (int i = 0; i < kLength; ++i) text += fmt::format("(<= p{} p{})\n", i + 1, i);
    Proved p(text, {"p100000"});
    CHECK(p.holds("p100000"));
  }
  SUBCASE("of rules that depend on the state") {
    std::string text = "(<= (p0 ?x) (true (f ?x)))\n";
    for (int i = 0; i < kLength; ++i) text += fmt::format("(<= (p{} ?x) (p{} ?x) (p{} ?x))\n", i + 1, i, i / 2);
    Proved p(text, {"(p100000 ?x)"});
    p.set_state("(f a) (f b)");
    CHECK(p.all("(p100000 ?x)") == "(p100000 a) (p100000 b)");
    p.set_state("(f c)");
    CHECK(p.holds("(p100000 c)"));
    CHECK_FALSE(p.holds("(p100000 a)"));
  }
  SUBCASE("of negations") {
    Proved p(edges(kLength) + "(<= (wins ?x) (edge ?x ?y) (not (wins ?y)))", {"(wins ?x)"});
    CHECK_FALSE(p.holds("(wins 0)"));
    CHECK(p.holds("(wins 1)"));
    CHECK(p.count("(wins ?x)") == kLength / 2);
  }
}

TEST_CASE("negation between atoms of one relation") {
  Proved p(R"(
    (role white) (role black) (opponent white black) (opponent black white)
    (<= (goal white 100) (true won))
    (<= (goal white 0) (not (goal white 100)))
    (<= (goal black 100) (not (goal white 100)))
    (<= (goal ?r 50) (role ?r) (not (goal ?r 100)) (not (goal ?r 0)))
    (<= (goal black 0) (goal white 100))
  )",
           {});
  p.set_state("won");
  CHECK(p.all("(goal ?r ?v)") == "(goal black 0) (goal white 100)");
  p.set_state("lost");
  CHECK(p.all("(goal ?r ?v)") == "(goal black 100) (goal white 0)");
  CHECK(p.all("(goal white ?v)") == "(goal white 0)");
}

TEST_CASE("negation that comes back to the question asked") {
  // (p ?x) is asked for while (p a) is negated on the way to it: no atom depends on its own negation.
  const std::string rules = R"(
    (q a) (q b) (base_case c) (s a c) (s a d) (s b a)
    (<= (p ?x) (base_case ?x))
    (<= (p ?x) (q ?x) (not (r ?x)))
    (<= (r ?x) (some_p ?y) (s ?x ?y))
    (<= (some_p ?x) (p ?x))
    (<= (outer ?x) (p ?x)) (<= (outer ?x) (outer ?x) (p ?x))
  )";
  Proved p(rules, {"(p ?x)", "(outer ?x)", "(r ?x)"});
  CHECK(p.all("(p ?x)") == "(p b) (p c)");
  Proved again(rules, {"(p ?x)", "(outer ?x)", "(r ?x)"});
  CHECK(again.all("(outer ?x)") == "(outer b) (outer c)");
  CHECK(again.all("(r ?x)") == "(r a)");
  Proved from_below(rules, {"(p ?x)", "(outer ?x)", "(r ?x)"});
  CHECK(from_below.holds("(r a)"));
  CHECK_FALSE(from_below.holds("(r b)"));
}

TEST_CASE("what depends on its own negation is an error") {
  Proved p("(q a) (<= (p ?x) (q ?x) (not (r ?x))) (<= (r ?x) (q ?x) (not (p ?x))) (<= (fine ?x) (q ?x))",
           {"(p ?x)", "(fine ?x)"});
  CHECK(p.all("(p ?x)") == "error: the query (p ?0) depends on its own negation");
  CHECK(p.all("(fine ?x)") == "(fine a)");
  CHECK(p.all("(p a)") == "error: the query (p a) depends on its own negation");
}
