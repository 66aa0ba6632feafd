// SPDX-License-Identifier: MIT
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

TEST_CASE("a variable that occurs once in a rule is reported where it stands") {
  Checked once("(<= p\n    (q ?x ?y)\n    (r ?x))", "singletons");
  CHECK(once.codes() == "GDL504 2:11");
  CHECK(once.only().severity() == Severity::kWarning);
  CHECK(once.only().hint == "write ?_y if anything will do");
}

TEST_CASE("a leading underscore says that anything will do") {
  CHECK(codes("(<= p (q ?x ?_y) (r ?x))", "singletons").empty());
  CHECK(codes("(<= p (q ?_))", "singletons").empty());
  CHECK(codes("p :- q(_, _).", "singletons").empty());
  CHECK(codes("p :- q(_rest).", "singletons").empty());
  CHECK(codes("p :- q(X, _).", "singletons") == "GDL504 1:8");
}

TEST_CASE("each rule has variables of its own") {
  CHECK(codes("(<= p (q ?x))\n(<= r (q ?x))", "singletons") == "GDL504 1:10, GDL504 2:10");
}

TEST_CASE("two occurrences are enough, wherever they are") {
  CHECK(codes("(<= (p ?x) (q ?x))", "singletons").empty());
  CHECK(codes("(<= p (q ?x ?x))", "singletons").empty());
  CHECK(codes("(<= p (q (f ?x (g ?x))))", "singletons").empty());
  CHECK(codes("(<= p (q ?x) (distinct ?x a))", "singletons").empty());
  CHECK(codes("(<= p (q ?x) (not (r ?x)))", "singletons").empty());
  CHECK(codes("(<= p (or (q ?x) (r ?x)))", "singletons").empty());
  CHECK(codes("(<= (p ?Player) (q ?player))", "singletons").empty());
}

TEST_CASE("what safety reports is not reported again") {
  CHECK(codes("(<= (p ?x) (q a))", "singletons").empty());
  CHECK(codes("(<= p (not (q ?x)))", "singletons").empty());
  CHECK(codes("(<= p (distinct ?x a))", "singletons").empty());
  CHECK(codes("(succ ?x)", "singletons").empty());
}

TEST_CASE("a name close to another of the rule is probably a misspelling") {
  CHECK(Checked("(<= (p ?player) (q ?player) (r ?plyer))", "singletons").only().hint == "did you mean ?player?");
  CHECK(Checked("(<= (p ?player) (q ?player) (r ?palyer))", "singletons").only().hint == "did you mean ?player?");
  CHECK(Checked("(<= (p ?x1) (q ?x1) (r ?x2) (s ?x2) (t ?zz))", "singletons").only().hint ==
        "write ?_zz if anything will do");
}

TEST_CASE("short names are not compared: ?x and ?y are one letter apart") {
  CHECK(Checked("(<= (p ?x) (q ?x ?y))", "singletons").only().hint == "write ?_y if anything will do");
}
