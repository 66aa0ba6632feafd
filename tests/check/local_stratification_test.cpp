// SPDX-License-Identifier: MIT
//
// Relations that are defined through their own negation, while no ground atom is: these competed and have a meaning.
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Code;
using percept::gdl::Severity;

TEST_CASE("a goal defined through the negation of another goal is accepted with a warning") {
  Checked goal(R"(
(<= (goal white 100) (line white))
(<= (goal white 50) (not (goal white 100)) (not open))
(<= (goal white 0) (not (goal white 100)) (not (goal white 50)))
)",
               "stratification");
  CHECK(goal.codes() == "GDL302 2:21");
  CHECK(goal.only().severity() == Severity::kWarning);
  CHECK(mentions(goal.only().message, "`goal`"));
}

TEST_CASE("so is one through the goal of another role") {
  CHECK(codes(R"(
(role white)
(role black)
(<= (goal ?r 100) (role ?r) (line ?r))
(<= (goal ?r 0) (role ?r) (role ?o) (distinct ?r ?o) (goal ?o 100))
(<= (goal ?r 50) (role ?r) (not (goal ?r 100)) (not (goal ?r 0)))
)",
              "stratification") == "GDL302 5:28");
}

TEST_CASE("winning positions of a finite game are well defined") {
  std::string rule = "(<= (win ?x) (move ?x ?y) (not (win ?y)))\n";
  CHECK(codes(rule + "(move 3 2)\n(move 3 1)\n(move 2 1)\n(move 1 0)", "stratification") == "GDL302 1:27");
}

TEST_CASE("winning positions of a game that comes back to itself are not") {
  std::string rule = "(<= (win ?x) (move ?x ?y) (not (win ?y)))\n";
  Checked back(rule + "(move 3 2)\n(move 2 1)\n(move 1 3)", "stratification");
  CHECK(back.codes() == "GDL301 1:27");
  CHECK(mentions(back.only().message, "(win 3) <- not (win 2) <- not (win 1) <- not (win 3)"));
  CHECK(back.only().notes.size() == 2);  // and the finding itself
  CHECK(codes(rule + "(move 1 1)", "stratification") == "GDL301 1:27");
}

TEST_CASE("a part of the facts that comes back is enough") {
  std::string rule = "(<= (win ?x) (move ?x ?y) (not (win ?y)))\n";
  CHECK(codes(rule + "(move 5 4)\n(move 4 3)\n(move 2 1)\n(move 1 2)", "stratification") == "GDL301 1:27");
}

TEST_CASE("without facts that order them the atoms may depend on themselves") {
  CHECK(codes("(<= (win ?x) (true (move ?x ?y)) (not (win ?y)))", "stratification") == "GDL301 1:34");
}

TEST_CASE("a walk along a successor relation through two relations is accepted") {
  CHECK(codes(R"(
(<= (even ?y) (succ ?x ?y) (not (even ?x)))
(<= (odd ?y) (succ ?x ?y) (not (odd ?x)))
(even 0)
(odd 1)
(succ 0 1)
(succ 1 2)
(succ 2 3)
)",
              "stratification") == "GDL302 1:28, GDL302 2:27");
  CHECK(codes(R"(
(<= (won ?n) (succ ?m ?n) (not (lost ?m)))
(<= (lost ?n) (succ ?m ?n) (not (won ?m)))
(succ 0 1)
(succ 1 2)
)",
              "stratification") == "GDL302 1:27");
}

TEST_CASE("function terms keep atoms apart") {
  CHECK(codes("(<= (p (f ?x)) (q ?x) (not (p (g ?x))))\n(<= (p (g ?x)) (q ?x))\n(q a)", "stratification") ==
        "GDL302 1:23");
  CHECK(codes("(<= (p (f ?x)) (q ?x) (not (p (g ?x))))\n(<= (p (g ?x)) (q ?x) (p (f ?x)))\n(q a)", "stratification") ==
        "GDL301 1:23");
}

TEST_CASE("a comparison that excludes the atom itself breaks the cycle") {
  Checked excluded(R"(
(role white)
(role black)
(<= (lost white) (true (captured king)))
(<= (lost ?r) (role ?r) (distinct ?r white) (not (lost white)))
)",
                   "stratification");
  CHECK(excluded.codes() == "GDL302 4:45");
}

TEST_CASE("a relation that facts and rules without positions define orders the atoms as well as facts do") {
  CHECK(codes(R"(
(succ 0 1)
(succ 1 2)
(<= (less ?x ?y) (succ ?x ?y))
(<= (less ?x ?z) (less ?x ?y) (succ ?y ?z))
(<= (win ?y) (less ?x ?y) (not (win ?x)))
)",
              "stratification") == "GDL302 5:27");
}

TEST_CASE("a sheet that is accepted with a warning has no error from other passes") {
  Checked sheet(R"(
(role white)
(<= (legal white go) (not (true done)))
(<= (legal white noop) (true done))
(<= (next done) (does white go))
(<= terminal (true done))
(<= (goal white 100) (true done))
(<= (goal white 0) (not (goal white 100)))
)");
  CHECK(sheet.codes() == "GDL302 7:20");
  CHECK(sheet.errors() == 0);
}

TEST_CASE("a comparison that the matching head fails breaks the cycle") {
  CHECK(codes("(<= (legal ?r noop) (role ?r) (not (can_move ?r)))\n"
              "(<= (can_move ?r) (legal ?r ?m) (distinct ?m noop))\n(role w)",
              "stratification") == "GDL302 1:31");
  CHECK(codes("(<= (goal x 0) (not (positive x)))\n(<= (positive ?r) (goal ?r ?v) (distinct ?v 0))",
              "stratification") == "GDL302 1:16");
  CHECK(codes("(<= (goal x 0) (not (positive x)))\n(<= (positive ?r) (goal ?r ?v) (distinct ?v 1))",
              "stratification") == "GDL301 1:16");
}

TEST_CASE("a cycle of ground atoms is printed with its arguments") {
  Checked cycle("(next_to 1 2)\n(next_to 2 1)\n(<= (win ?x) (next_to ?x ?y) (not (win ?y)))", "stratification");
  CHECK(cycle.codes() == "GDL301 3:30");
  CHECK(mentions(cycle.only().message, "(win 1) <- not (win 2) <- not (win 1)"));
}
