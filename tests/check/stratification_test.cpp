// SPDX-License-Identifier: MIT
//
// Nothing may depend on its own negation. These sheets have no unique meaning, or evidently have one.
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Code;
using percept::gdl::Severity;

TEST_CASE("a relation that is defined by its own negation is an error") {
  Checked self("(<= p (not p))", "stratification");
  CHECK(self.codes() == "GDL301 1:7");
  CHECK(self.only().severity() == Severity::kError);
  CHECK(mentions(self.only().message, "p <- not p"));
  CHECK(self.only().notes.empty());
  CHECK(codes("(<= (p ?x) (q ?x) (not (p ?x)))\n(q a)", "stratification") == "GDL301 1:19");
}

TEST_CASE("a cycle is printed whole and in order, and each step behind the negation has a note") {
  Checked cycle(R"(
(<= a (not b))
(<= b c)
(<= c (and d e))
(<= d a)
)",
                "stratification");
  CHECK(cycle.codes() == "GDL301 1:7");
  CHECK(mentions(cycle.only().message, "a <- not b <- c <- d <- a"));
  CHECK(notes(cycle.only()) ==
        "2:7 `b` depends on `c` here\n"
        "3:12 `c` depends on `d` here\n"
        "4:7 `d` depends on `a` here\n");
}

TEST_CASE("two negations do not make a cycle harmless") {
  Checked two("(<= a (not b))\n(<= b (not a))", "stratification");
  CHECK(two.codes() == "GDL301 1:7");
  CHECK(mentions(two.only().message, "a <- not b <- not a"));
  CHECK(notes(two.only()) == "2:7 `b` depends on `not a` here\n");
}

TEST_CASE("of several ways back the shortest is printed") {
  Checked short_way("(<= a (not b))\n(<= b c)\n(<= c d)\n(<= d a)\n(<= c a)", "stratification");
  CHECK(mentions(short_way.only().message, "a <- not b <- c <- a"));
}

TEST_CASE("every group of relations that depend on each other is reported") {
  CHECK(codes("(<= a (not b))\n(<= b a)\n(<= c (not d))\n(<= d c)", "stratification") == "GDL301 1:7, GDL301 3:7");
}

TEST_CASE("the negation may stand in a group") {
  CHECK(codes("(<= a (or (x 1) (and (x 2) (not a))))\n(x 1)\n(x 2)", "stratification") == "GDL301 1:28");
  CHECK(codes("(<= a (not (and b c)))\n(<= b a)", "stratification") == "GDL301 1:17");
  CHECK(codes("(<= a (not (not b)))\n(<= b a)", "stratification").empty());
}

TEST_CASE("negation without a cycle is what stratification is about") {
  CHECK(codes("(<= a (not b))\n(<= b (not c))\n(<= c (true d))\n(<= e (not a) (not b) (not c))", "stratification")
            .empty());
}

TEST_CASE("a cycle without negation is recursion, which is allowed") {
  CHECK(
      codes("(<= (path ?x ?y) (link ?x ?y))\n(<= (path ?x ?z) (path ?x ?y) (link ?y ?z))\n(link 1 2)", "stratification")
          .empty());
}

TEST_CASE("a negation that points into a cycle from outside is none of the cycle's") {
  CHECK(codes("(<= a b)\n(<= b a)\n(<= c (not a))", "stratification").empty());
}

TEST_CASE("what is true now does not depend on what is next, nor a move on what is legal") {
  CHECK(codes(R"(
(<= (next p) (not (true p)))
(<= (legal white go) (not (true p)))
(<= (next q) (not (does white go)))
)",
              "stratification")
            .empty());
}

TEST_CASE("keywords take part as any other relation") {
  CHECK(codes("(<= terminal (not open))\n(<= open (not terminal))", "stratification") == "GDL301 1:14");
  CHECK(codes("(<= (legal white wait) (not (legal white wait)))", "stratification") == "GDL301 1:24");
  CHECK(codes("(<= (goal white 100) (not (goal white 0)))\n(<= (goal white 0) (not (goal white 100)))",
              "stratification") == "GDL301 1:22");
}

TEST_CASE("relations of one name and different numbers of arguments are different") {
  CHECK(codes("(<= (p a) (not (p a b)))\n(<= (p a b) (q a))", "stratification").empty());
}

TEST_CASE("a distinct is no dependence") {
  CHECK(codes("(<= (p ?x) (p ?y) (q ?x) (distinct ?x ?y) (not (distinct ?x a)))\n(q a)", "stratification").empty());
}

TEST_CASE("one cycle does not hide another of the same relations") {
  CHECK(codes("(<= (p a) (not (p b)))\n(<= (p b) (p a))\n(<= (p c) (not (p c)))", "stratification") ==
        "GDL301 1:11, GDL301 3:11");
}
