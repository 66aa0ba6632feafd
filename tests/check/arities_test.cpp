// SPDX-License-Identifier: MIT
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

TEST_CASE("a relation with two numbers of arguments is reported where the second appears") {
  Checked foo("(foo bar)\n(q a)\n(foo bar baz)\n(foo a b)", "arities");
  CHECK(foo.codes() == "GDL105 3:1");
  CHECK(foo.only().severity() == Severity::kWarning);
  CHECK(mentions(foo.only().message, "`foo` has 2 arguments here and 1 elsewhere"));
  CHECK(notes(foo.only()) == "1:1 here it has 1 argument\n");
}

TEST_CASE("each further number of arguments is reported once") {
  CHECK(codes("(foo a)\n(foo a b)\n(foo a b c)\n(foo x y)\n(foo x)", "arities") == "GDL105 2:1, GDL105 3:1");
}

TEST_CASE("relations count in heads and bodies alike") {
  CHECK(codes("(<= (foo ?x) (foo ?x ?y))", "arities") == "GDL105 1:14");
  CHECK(codes("(foo a)\n(<= p (or (q a) (not (foo a b))))", "arities") == "GDL105 2:22");
  CHECK(codes("foo\n(<= p (foo a))", "arities") == "GDL105 2:7");
}

TEST_CASE("upper and lower case are one name") {
  CHECK(codes("(Foo a)\n(FOO a b)", "arities") == "GDL105 2:1");
  CHECK(codes("(Foo a)\n(FOO b)", "arities").empty());
}

TEST_CASE("an atom in parentheses has as many arguments as without") {
  CHECK(codes("(<= (open) (q a))\n(<= p open)", "arities").empty());
}

TEST_CASE("a function with two numbers of arguments is reported wherever it stands") {
  Checked a("(legal robot (a 1))\n(legal robot (a 2 3))", "arities");
  CHECK(a.codes() == "GDL106 2:14");
  CHECK(notes(a.only()) == "1:14 here it has 1 argument\n");
  CHECK(codes("(p (f (g a)))\n(q (g a b))", "arities") == "GDL106 2:4");
  CHECK(codes("(<= (p ?x) (q ?x) (distinct ?x (f a)) (distinct ?x (f a b)))", "arities") == "GDL106 1:52");
}

TEST_CASE("a relation, a function and a constant may share a name") {
  CHECK(codes("(control white)\n(init (control white black))\n(init control)", "arities").empty());
  CHECK(codes("(init step)\n(init (step 1))", "arities").empty());
  CHECK(codes("(cell a)\n(init (cell a b))", "arities").empty());
}

TEST_CASE("keywords as relations are left to the pass that knows them") {
  CHECK(codes("(<= p (true a) (true a b))", "arities").empty());
  CHECK(codes("(<= p (legal a) (legal a b))", "arities").empty());
}

TEST_CASE("sentences are looked at, too") {
  CHECK(codes("(p a)\n(<=> (p b c) (not (q (f a))))\n(=> (q a) (q (f a b)))", "arities") == "GDL105 2:6, GDL106 3:14");
}
