// SPDX-License-Identifier: MIT
//
// Relations used and never defined, and defined and never used.
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

TEST_CASE("a relation that is used and never defined is reported at its first use") {
  Checked undefined("(<= terminal (line x))\n(<= (goal white 100) (line x))\n(<= (goal white 0) (not (line o)))",
                    "relations");
  CHECK(undefined.codes() == "GDL501 1:14");
  CHECK(undefined.only().severity() == Severity::kWarning);
  CHECK(mentions(undefined.only().message, "(used 3 times)"));
}

TEST_CASE("a use under a negation or in a branch is a use") {
  CHECK(codes("(<= terminal (not (open)))", "relations") == "GDL501 1:19");
  CHECK(codes("(<= terminal (or (true a) (line x)))", "relations") == "GDL501 1:27");
}

TEST_CASE("the nearest name is the hint") {
  Checked near("(<= terminal (sucessor 1 2))\n(successor 1 2)\n(<= (goal white 1) (successor 1 2))", "relations");
  CHECK(near.codes() == "GDL501 1:14");
  CHECK(near.only().hint == "did you mean `successor`?");
  CHECK(Checked("(<= terminal (lnie x))\n(line x)\n(lines x)\n(<= (goal w 1) (line x) (lines x))", "relations")
            .only()
            .hint == "did you mean `line`?");
  CHECK(Checked("(<= terminal (abc x))\n(xyz x)\n(<= (goal w 1) (xyz x))", "relations").only().hint.empty());
}

TEST_CASE("the nearest name may be a keyword") {
  CHECK(Checked("(<= terminal (ture (cell a)))\n(init (cell a))", "relations").only().hint == "did you mean `true`?");
  CHECK(Checked("(<= (next a) (deos white go))\n(legal white go)", "relations").only().hint == "did you mean `does`?");
  CHECK(Checked("(<= (next a) (leagl w go))\n(legal w go)", "relations").only().hint == "did you mean `legal`?");
}

TEST_CASE("a fluent used without true gets a hint that says so") {
  CHECK(mentions(Checked("(init (cell a))\n(<= terminal (cell a))", "relations").only().hint, "(true (cell ...))"));
  CHECK(mentions(Checked("(<= (next (cell a)) (true b))\n(<= terminal (cell a))", "relations").only().hint, "(true"));
  CHECK(mentions(Checked("(base (cell a))\n(<= terminal (cell a))", "relations").only().hint, "(true (cell ...))"));
}

TEST_CASE("a fluent without arguments is written without parentheses of its own") {
  CHECK(mentions(Checked("(init done)\n(<= terminal done)", "relations").only().hint, "(true done)"));
}

TEST_CASE("another number of arguments is the hint where there is one") {
  Checked other("(<= terminal (line x o))\n(line x)\n(<= (goal w 1) (line x))", "relations");
  CHECK(other.codes() == "GDL501 1:14");
  CHECK(mentions(other.only().message, "`line/2`"));
  CHECK(other.only().hint == "`line` is defined with 1 argument");
}

TEST_CASE("what the language or the game gives needs no definition") {
  CHECK(codes("(<= terminal (true a) (does white m) (distinct a b))", "relations").empty());
}

TEST_CASE("a keyword in a body that nothing defines is reported") {
  CHECK(codes("(<= p (legal white go))\n(<= terminal p)", "relations") == "GDL501 1:7");
}

TEST_CASE("a keyword with the wrong number of arguments has a finding of its own") {
  CHECK(codes("(<= terminal (true a b) (goal white))", "relations").empty());
  CHECK(codes("(<= terminal not)", "relations").empty());
}

TEST_CASE("a relation that is defined and never used is reported at its first definition") {
  Checked unused("(column a)\n(column b)\n(<= terminal (true x))", "relations");
  CHECK(unused.codes() == "GDL502 1:1");
  CHECK(unused.only().severity() == Severity::kWarning);
  CHECK(codes("(<= (line ?x) (true (cell ?x)))", "relations") == "GDL502 1:5");
}

TEST_CASE("a chain of relations that ends nowhere is reported as a whole") {
  Checked chain("(<= a (not b))\n(<= b c)\n(<= c (true x))\n(<= terminal (true x))", "relations");
  CHECK(chain.codes() == "GDL502 1:5, GDL502 2:5, GDL502 3:5");
  CHECK(mentions(chain.findings()[0].message, "never used"));
  CHECK(mentions(chain.findings()[1].message, "used only by what is itself never used"));
}

TEST_CASE("relations that only use each other are not used") {
  CHECK(codes("(<= a b)\n(<= b a)\n(<= terminal (true x))", "relations") == "GDL502 1:5, GDL502 2:5");
}

TEST_CASE("what any keyword depends on is used") {
  for (const std::string head : {"(role ?x)", "(init ?x)", "(next ?x)", "(legal w ?x)", "(goal w ?x)", "(sees w ?x)",
                                 "(base ?x)", "(input w ?x)"}) {
    CAPTURE(head);
    CHECK(codes("(<= " + head + " (b ?x))\n(<= (b ?x) (c ?x))\n(c 1)", "relations").empty());
  }
  CHECK(codes("(<= terminal (not b))\n(<= b (or c (true x)))\n(<= c (true y))", "relations").empty());
}
