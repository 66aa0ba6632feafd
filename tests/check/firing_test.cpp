// SPDX-License-Identifier: MIT
//
// A rule that is reported can never fire, whatever is played; a rule that might is never reported.
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

TEST_CASE("a fluent that nothing makes true keeps a rule from firing") {
  Checked dead("(init (cell a))\n(<= terminal (true (sell a)))", "firing");
  CHECK(dead.codes() == "GDL505 2:14");
  CHECK(dead.only().severity() == Severity::kWarning);
  CHECK(dead.only().hint == "did you mean `cell`?");
  CHECK(codes("(init (cell a))\n(<= terminal (true (cell b)))", "firing") == "GDL505 2:14");
  CHECK(codes("(init (cell a))\n(<= terminal (true (cell a b)))", "firing") == "GDL505 2:14");
  CHECK(codes("(init (cell a))\n(<= terminal (true (cell (f a))))", "firing") == "GDL505 2:14");
}

TEST_CASE("the hint shows what there is under the same name") {
  CHECK(Checked("(init (cell a b))\n(<= terminal (true (cell a)))", "firing").only().hint == "there is (cell a b)");
}

TEST_CASE("a move that is never legal keeps a rule from firing") {
  std::string legal = "(role w)\n(legal w (mark 1))\n";
  CHECK(codes(legal + "(<= (next a) (does w (mark 2)))", "firing") == "GDL505 3:14");
  CHECK(codes(legal + "(<= (next a) (does w noop))", "firing") == "GDL505 3:14");
  CHECK(codes(legal + "(<= (next a) (does ?r (mark 2)))", "firing") == "GDL505 3:14");
  CHECK(codes(legal + "(role b)\n(legal b noop)\n(<= (next a) (does b (mark 1)))", "firing") == "GDL505 5:14");
  CHECK(codes(legal + "(<= (next a) (does w (mark ?n)))", "firing").empty());
  CHECK(codes(legal + "(<= (next a) (does ?r ?m))", "firing").empty());
}

TEST_CASE("an argument that no fact has keeps a rule from firing") {
  CHECK(codes("(succ 1 2)\n(succ 2 3)\n(<= terminal (succ 3 ?x))", "firing") == "GDL505 3:14");
  CHECK(codes("(succ 1 2)\n(succ 2 3)\n(<= terminal (succ 2 ?x))", "firing").empty());
}

TEST_CASE("a term is not distinct from itself") {
  CHECK(codes("(<= terminal (distinct a a))", "firing") == "GDL505 1:14");
  CHECK(codes("(init (p a))\n(<= terminal (true (p ?x)) (distinct ?x ?x))", "firing") == "GDL505 2:28");
  CHECK(codes("(init (p a))\n(<= terminal (true (p ?x)) (distinct (f ?x) (f ?x)))", "firing") == "GDL505 2:28");
  CHECK(codes("(init (p a))\n(<= terminal (true (p ?x)) (distinct ?x a))", "firing").empty());
}

TEST_CASE("a rule that cannot fire makes nothing true: the chain is followed to its end") {
  CHECK(codes(R"(
(init (step 1))
(<= (next (bonus ?x)) (true (bonus_round ?x)))
(<= (rich ?x) (true (bonus ?x)))
(<= terminal (rich ?x))
)",
              "firing") == "GDL505 2:23, GDL505 3:15, GDL505 4:14");
  CHECK(codes("(role w)\n(<= (legal w jump) (true no))\n(<= (next up) (does w jump))\n(<= terminal (true up))",
              "firing") == "GDL505 2:20, GDL505 3:15, GDL505 4:14");
}

TEST_CASE("one way to make it true is enough") {
  CHECK(
      codes("(init (cell a))\n(<= (next (cell b)) (true (cell a)))\n(<= terminal (true (cell b)))", "firing").empty());
  CHECK(codes("(<= (next ?f) (true ?f))\n(init a)\n(<= terminal (true (b c)))", "firing").empty());
  CHECK(codes("(<= p (true none))\n(<= p (true a))\n(init a)\n(<= terminal p)", "firing") == "GDL505 1:7");
}

TEST_CASE("a negated literal or one of several branches does not have to hold") {
  CHECK(codes("(init a)\n(<= terminal (true a) (not (true b)))", "firing").empty());
  CHECK(codes("(init a)\n(<= terminal (or (true a) (true b)))", "firing").empty());
  CHECK(codes("(init a)\n(<= terminal (not (and (true b) (true c))))", "firing").empty());
}

TEST_CASE("a conjunction in a body is part of the body") {
  CHECK(codes("(init a)\n(<= terminal (and (true a) (true b)))", "firing") == "GDL505 2:28");
}

TEST_CASE("variables match anything, also twice the same") {
  CHECK(codes("(init (cell 1 2))\n(<= terminal (true (cell ?x ?x)))", "firing").empty());
  CHECK(codes("(init (at (f 1)))\n(<= terminal (true (at ?x)))", "firing").empty());
  CHECK(codes("(q 1)\n(<= (init (at ?x)) (q ?x))\n(<= terminal (true (at (f 1))))", "firing").empty());
}

TEST_CASE("rules that wait for each other never fire") {
  CHECK(codes("(<= p q)\n(<= q p)\n(<= terminal p)", "firing") == "GDL505 1:7, GDL505 2:7, GDL505 3:14");
  CHECK(codes("(init a)\n(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n(succ 1 2)", "firing") == "GDL505 2:22");
  CHECK(codes("(init (step 1))\n(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))\n(succ 1 2)", "firing").empty());
}

TEST_CASE("what another pass reports is not reported again") {
  CHECK(codes("(<= terminal (line x))", "firing").empty());
  CHECK(codes("(init a)\n(<= terminal (true a b))", "firing").empty());
  CHECK(codes("(role w)\n(legal w go)\n(<= terminal (does black go))", "firing").empty());
  CHECK(codes("(<= terminal not)", "firing").empty());
}

TEST_CASE("case does not matter") { CHECK(codes("(init (Cell A))\n(<= terminal (true (CELL a)))", "firing").empty()); }

TEST_CASE("a stray fact makes nothing true") {
  CHECK(codes("(true (turn w))\n(init a)\n(<= terminal (true (turn w)))", "firing") == "GDL505 3:14");
}

TEST_CASE("a body that needs a literal and its negation never holds") {
  CHECK(codes("(init p)\n(<= terminal (true p) (not (true p)))", "firing") == "GDL505 2:23");
  CHECK(codes("(init p)\n(init q)\n(<= terminal (true p) (not (true q)))", "firing").empty());
}
