// SPDX-License-Identifier: MIT
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

TEST_CASE("a fact stated twice is reported the second time") {
  Checked twice("(succ 1 2)\n(succ 2 3)\n(succ 1 2)", "duplicates");
  CHECK(twice.codes() == "GDL506 3:1");
  CHECK(twice.only().severity() == Severity::kWarning);
  CHECK(mentions(twice.only().message, "fact"));
  CHECK(notes(twice.only()) == "1:1 it stands here, too\n");
}

TEST_CASE("a rule stated twice is reported, whatever its layout and case") {
  Checked twice("(<= (p ?x)\n    (q ?x)   ; once\n    (not (r ?x)))\n(<= (P ?X) (Q ?X) (NOT (R ?X)))", "duplicates");
  CHECK(twice.codes() == "GDL506 4:1");
  CHECK(mentions(twice.only().message, "rule"));
}

TEST_CASE("each repetition is reported, with the first as its note") {
  Checked thrice("(p a)\n(p a)\n(p a)", "duplicates");
  CHECK(thrice.codes() == "GDL506 2:1, GDL506 3:1");
  CHECK(notes(thrice.findings()[1]) == "1:1 it stands here, too\n");
}

TEST_CASE("an atom with and without parentheses is the same") {
  CHECK(codes("(<= (open) (true a))\n(<= open (true a))", "duplicates") == "GDL506 2:1");
}

TEST_CASE("statements that differ in anything are not reported") {
  CHECK(codes("(p a)\n(p b)\n(p a a)\n(q a)", "duplicates").empty());
  CHECK(codes("(<= p (q a))\n(<= p (not (q a)))\n(<= p (q b))\n(<= p (q a) (q b))", "duplicates").empty());
  CHECK(codes("(<= (p ?x) (q ?x ?y))\n(<= (p ?x) (q ?y ?x))", "duplicates").empty());
  CHECK(codes("(<= p (or (q a) (r a)))\n(<= p (q a) (r a))", "duplicates").empty());
  CHECK(codes("(<= p (q x))\n(<= p (q ?x))", "duplicates").empty());
}

TEST_CASE("infix rules are compared as rules") {
  CHECK(codes("p(X) :- q(X), r(X).\np(X) :- q(X) & r(X).\n", "duplicates") == "GDL506 2:1");
}
