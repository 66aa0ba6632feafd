// SPDX-License-Identifier: MIT
#include "prove/prover.h"

#include "prove/proved.h"

using percept::test::Proved;

TEST_CASE("facts are found by any of their arguments") {
  Proved p("(edge a b) (edge a c) (edge b c) (flag)", {"(edge ?x ?y)", "flag"});
  CHECK(p.all("(edge ?x ?y)") == "(edge a b) (edge a c) (edge b c)");
  CHECK(p.all("(edge a ?y)") == "(edge a b) (edge a c)");
  CHECK(p.all("(edge ?x c)") == "(edge a c) (edge b c)");
  CHECK(p.all("(edge ?x ?x)") == "");
  CHECK(p.holds("(edge b c)"));
  CHECK_FALSE(p.holds("(edge c b)"));
  CHECK(p.holds("flag"));
}

TEST_CASE("what nothing defines is never true") {
  Proved p("(<= (p ?x) (q ?x) (nothing ?x)) (<= (r ?x) (q ?x) (not (nothing ?x))) (q a)", {"(p ?x)", "(r ?x)"});
  CHECK(p.all("(p ?x)") == "");
  CHECK(p.all("(r ?x)") == "(r a)");
  CHECK(p.all("(unheard ?x ?y)") == "");
  CHECK_FALSE(p.holds("(unheard of)"));
  CHECK(p.all("(q ?x ?y)") == "");
}

TEST_CASE("rules join their literals") {
  Proved p(R"(
    (parent ann bob) (parent bob cid) (parent bob dan) (parent eve dan)
    (<= (grandparent ?x ?z) (parent ?x ?y) (parent ?y ?z))
    (<= (sibling ?x ?y) (parent ?p ?x) (parent ?p ?y) (distinct ?x ?y))
  )",
           {"(grandparent ?x ?z)", "(sibling ?x ?y)"});
  CHECK(p.all("(grandparent ?x ?y)") == "(grandparent ann cid) (grandparent ann dan)");
  CHECK(p.all("(grandparent ?x dan)") == "(grandparent ann dan)");
  CHECK(p.all("(sibling cid ?y)") == "(sibling cid dan)");
  CHECK(p.all("(sibling ?x ?x)") == "");
  CHECK(p.holds("(sibling dan cid)"));
}

TEST_CASE("a relation may have facts and rules, and each answer comes once") {
  Proved p("(p a) (p b) (<= (p ?x) (q ?x)) (<= (p ?x) (r ?x ?y)) (q b) (q c) (r c 1) (r c 2) (r d 1)", {"(p ?x)"});
  CHECK(p.all("(p ?x)") == "(p a) (p b) (p c) (p d)");
  CHECK(p.holds("(p d)"));
  CHECK_FALSE(p.holds("(p e)"));
}

TEST_CASE("compound terms are matched and built") {
  Proved p(R"(
    (at (cell 1 2) x) (at (cell 2 2) o) (at nowhere x)
    (<= (column ?c ?m) (at (cell ?c ?r) ?m))
    (<= (swapped (cell ?r ?c)) (at (cell ?c ?r) ?m))
    (<= (square ?c) (at (cell ?c ?c) ?m))
    (<= (wrapped ?m (pair (cell ?c ?r) end)) (at (cell ?c ?r) ?m))
    (<= (same ?m) (wrapped ?m (pair ?what end)) (at ?what ?m))
    (<= (found ?c) (column ?c ?m) (at (cell ?c 2) x))
  )",
           {"(column ?a ?b)", "(swapped ?x)", "(square ?c)", "(wrapped ?a ?b)", "(same ?m)", "(found ?c)"});
  CHECK(p.all("(column ?c ?m)") == "(column 1 x) (column 2 o)");
  CHECK(p.all("(swapped ?x)") == "(swapped (cell 2 1)) (swapped (cell 2 2))");
  CHECK(p.all("(swapped (cell ?a ?a))") == "(swapped (cell 2 2))");
  CHECK(p.holds("(swapped (cell 2 1))"));
  CHECK(p.all("(square ?c)") == "(square 2)");
  CHECK(p.all("(wrapped x (pair ?x ?y))") == "(wrapped x (pair (cell 1 2) end))");
  CHECK(p.all("(wrapped x (pair ?x other))") == "");
  CHECK(p.all("(same ?m)") == "(same o) (same x)");
  CHECK(p.all("(found ?c)") == "(found 1)");
}

TEST_CASE("alternatives, negation, and what there is none of") {
  Proved p(R"(
    (item a) (item b) (item c) (item d) (red a) (red b) (size a 1) (size c 2) (big 2)
    (<= (either ?x) (item ?x) (or (red ?x) (size ?x 2)))
    (<= (green ?x) (not (red ?x)) (item ?x))
    (<= (sizeless ?x) (item ?x) (not (size ?x ?s)))
    (<= (notbig ?x) (item ?x) (not (and (size ?x ?s) (big ?s))))
    (<= (neither ?x) (item ?x) (not (or (red ?x) (size ?x 2))))
    (<= (equal ?x ?y) (item ?x) (item ?y) (not (distinct ?x ?y)))
  )",
           {"(either ?x)", "(green ?x)", "(sizeless ?x)", "(notbig ?x)", "(neither ?x)", "(equal ?x ?y)"});
  CHECK(p.all("(either ?x)") == "(either a) (either b) (either c)");
  CHECK(p.all("(green ?x)") == "(green c) (green d)");
  CHECK(p.all("(sizeless ?x)") == "(sizeless b) (sizeless d)");
  CHECK(p.all("(notbig ?x)") == "(notbig a) (notbig b) (notbig d)");
  CHECK(p.all("(neither ?x)") == "(neither d)");
  CHECK(p.all("(equal ?x ?y)") == "(equal a a) (equal b b) (equal c c) (equal d d)");
  CHECK_FALSE(p.holds("(notbig c)"));
}

TEST_CASE("distinct compares whole terms") {
  Proved p("(t a) (t (f a)) (t (f b)) (<= (p ?x ?y) (t ?x) (t ?y) (distinct (f ?x) ?y))", {"(p ?x ?y)"});
  CHECK(p.all("(p ?x (f a))") == "(p (f a) (f a)) (p (f b) (f a))");
  CHECK(p.all("(p a ?y)") == "(p a (f b)) (p a a)");
}

TEST_CASE("fluents and moves are what they were set to") {
  Proved p(R"(
    (role white) (role black)
    (<= (occupied ?x ?y) (true (cell ?x ?y ?m)))
    (<= (anything ?f) (true ?f))
    (<= (moved ?r ?x) (does ?r (move ?x ?y)) (occupied ?x ?y))
    (<= (idle ?r) (role ?r) (not (does ?r noop)))
  )",
           {"(occupied ?x ?y)", "(anything ?f)", "(moved ?r ?x)", "(idle ?r)"});
  CHECK(p.all("(anything ?f)") == "");
  p.set_state("(cell 1 2 x) (cell 2 2 o) (control white) over");
  CHECK(p.all("(occupied ?x ?y)") == "(occupied 1 2) (occupied 2 2)");
  CHECK(p.all("(anything ?f)") ==
        "(anything (cell 1 2 x)) (anything (cell 2 2 o)) (anything (control white)) (anything over)");
  CHECK(p.all("(true (cell ?x 2 ?m))") == "(true (cell 1 2 x)) (true (cell 2 2 o))");
  CHECK(p.all("(true ?f)") == "(true (cell 1 2 x)) (true (cell 2 2 o)) (true (control white)) (true over)");
  CHECK(p.holds("(true over)"));
  CHECK_FALSE(p.holds("(true (over 1))"));
  CHECK(p.all("(idle ?r)") == "(idle black) (idle white)");

  p.set_moves("(does white (move 1 2)) (does black noop)");
  CHECK(p.all("(does ?r ?m)") == "(does black noop) (does white (move 1 2))");
  CHECK(p.all("(moved ?r ?x)") == "(moved white 1)");
  CHECK(p.all("(idle ?r)") == "(idle white)");

  p.set_moves("(does white noop) (does black (move 2 2))");
  CHECK(p.all("(moved ?r ?x)") == "(moved black 2)");
  CHECK(p.all("(idle ?r)") == "(idle black)");

  p.set_state("(cell 3 3 x)");
  CHECK(p.all("(occupied ?x ?y)") == "(occupied 3 3)");
  CHECK_FALSE(p.holds("(occupied 1 2)"));
  CHECK(p.all("(does ?r ?m)") == "");
  CHECK(p.all("(moved ?r ?x)") == "");
}

TEST_CASE("misspelt keywords are relations that nothing defines") {
  Proved p("(role a) (<= (p ?r) (role ?r) (true x y)) (<= (q ?r) (role ?r) (not (true x y)))", {"(p ?x)", "(q ?x)"});
  p.set_state("x y (x y)");
  CHECK(p.all("(p ?x)") == "");
  CHECK(p.all("(q ?x)") == "(q a)");
}

TEST_CASE("a call may be answered from one that is more general") {
  Proved p("(n 1) (n 2) (n 3) (<= (pair ?x ?y) (n ?x) (n ?y) (distinct ?x ?y))", {"(pair ?x ?y)"});
  CHECK(p.count("(pair ?x ?y)") == 6);
  CHECK(p.all("(pair ?x 2)") == "(pair 1 2) (pair 3 2)");
  CHECK(p.all("(pair 3 ?y)") == "(pair 3 1) (pair 3 2)");
  CHECK(p.all("(pair 4 ?y)") == "");
  CHECK(p.holds("(pair 1 3)"));
  CHECK_FALSE(p.holds("(pair 1 1)"));
  CHECK(p.all("(pair ?x ?x)") == "");
}

TEST_CASE("relations may have many arguments") {
  std::string wide, query, name;
  for (int i = 0; i < 100; ++i) wide += " c" + std::to_string(i), query += " ?v" + std::to_string(i);
  Proved p("(<= (p" + query + ") (q" + query + ")) (q" + wide + ")", {"(p" + query + ")"});
  CHECK(p.all("(p" + query + ")") == "(p" + wide + ")");
  CHECK(p.holds("(p" + wide + ")"));
}
