// SPDX-License-Identifier: MIT
//
// Legal moves, goals and the end follow from the position; roles and the start from nothing that changes.
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

TEST_CASE("legal, goal and terminal must not depend on moves") {
  CHECK(codes("(<= (legal white go) (does black go))", "dependence") == "GDL305 1:22");
  CHECK(codes("(<= (goal white 100) (does black go))", "dependence") == "GDL305 1:22");
  CHECK(codes("(<= terminal (does black go))", "dependence") == "GDL305 1:14");
  CHECK(Checked("(<= terminal (does black go))", "dependence").only().severity() == Severity::kError);
}

TEST_CASE("not through other relations either: the whole chain is in the notes") {
  Checked chain(R"(
(<= (legal white go)
    (may white))
(<= (may ?r)
    (role ?r)
    (not (busy ?r)))
(<= (busy ?r)
    (did ?r))
(<= (did ?r)
    (does ?r go))
)",
                "dependence");
  CHECK(chain.codes() == "GDL305 9:5");
  CHECK(mentions(chain.only().message, "`legal` depends on `does`"));
  CHECK(notes(chain.only()) ==
        "2:5 `legal` depends on `may` here\n"
        "5:5 `may` depends on `busy` here\n"
        "7:5 `busy` depends on `did` here\n");
}

TEST_CASE("a literal in a group is a dependence as any other") {
  CHECK(codes("(<= terminal (or (true end) (and (true a) (not (does white go)))))", "dependence") == "GDL305 1:43");
}

TEST_CASE("the start of the game depends on no position") {
  CHECK(codes("(<= (init (cell a)) (true (cell b)))", "dependence") == "GDL305 1:21");
  CHECK(codes("(<= (init (cell a)) (does white go))", "dependence") == "GDL305 1:21");
  CHECK(codes("(<= (init (cell a)) (legal white go))", "dependence") == "GDL305 1:21");
  CHECK(codes("(<= (init (cell ?x)) (free ?x))\n(<= (free ?x) (true (cell ?x)))", "dependence") == "GDL305 2:15");
  CHECK(codes("(<= (init (cell ?x)) (index ?x) (role white) (distinct ?x a))\n(index a)", "dependence").empty());
}

TEST_CASE("roles depend on nothing that changes") {
  CHECK(codes("(<= (role ?r) (true (plays ?r)))", "dependence") == "GDL305 1:15");
  CHECK(codes("(<= (role ?r) (init (plays ?r)))", "dependence") == "GDL305 1:15");
  CHECK(codes("(<= (role ?r) (player ?r))\n(player white)", "dependence").empty());
}

TEST_CASE("declarations depend on nothing that changes") {
  CHECK(codes("(<= (base (cell ?x)) (true (cell ?x)))", "dependence") == "GDL306 1:22");
  CHECK(codes("(<= (input ?r ?m) (legal ?r ?m))", "dependence") == "GDL306 1:19");
  CHECK(codes("(<= (base (cell ?x)) (index ?x))\n(<= (input ?r noop) (role ?r))", "dependence").empty());
}

TEST_CASE("a goal may ask what is seen as long as that follows from the position") {
  CHECK(codes("(<= (goal white 100) (sees white line))\n(<= (sees white line) (true line))", "dependence").empty());
  CHECK(codes("(<= (goal white 100) (sees white line))\n(<= (sees white line) (does white go))", "dependence") ==
        "GDL305 2:23");
}

TEST_CASE("next and sees may depend on moves and positions") {
  CHECK(codes("(<= (next ?f) (true ?f) (does white go) (legal white go))", "dependence").empty());
  CHECK(codes("(<= (sees white ?f) (true ?f) (does white go) terminal)", "dependence").empty());
}

TEST_CASE("legal, goal and terminal may depend on positions and on each other") {
  CHECK(codes("(<= (goal white 100) (true a) terminal)\n(<= terminal (not (legal white go)))\n"
              "(<= (legal white go) (true b))",
              "dependence")
            .empty());
}

TEST_CASE("a dependence on what comes next is as forbidden as one on moves") {
  CHECK(codes("(<= terminal (next done))", "dependence") == "GDL305 1:14");
  CHECK(codes("(<= (goal white 100) (won white))\n(<= (won white) (next (line white)))", "dependence") ==
        "GDL305 2:17");
}

TEST_CASE("every forbidden pair is reported once, however many ways lead there") {
  CHECK(codes("(<= terminal (does white a))\n(<= terminal (does white b))\n(<= (legal white a) (does white b))",
              "dependence") == "GDL305 1:14, GDL305 3:21");
  CHECK(codes("(<= (init a) (true b) (does white c))", "dependence") == "GDL305 1:14, GDL305 1:23");
}

TEST_CASE("cycles do not keep the search from ending") {
  CHECK(codes("(<= terminal a)\n(<= a b)\n(<= b a)\n(<= b (does white go))", "dependence") == "GDL305 4:7");
}
