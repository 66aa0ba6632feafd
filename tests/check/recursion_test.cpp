// SPDX-License-Identifier: MIT
//
// The recursion restriction: each argument of a recursive literal is ground, an argument of the head, or bound by a
// literal outside the cycle.
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

TEST_CASE("recursion with arguments of the head, ground or bound from outside is free") {
  CHECK(codes("(<= (path ?x ?z) (path ?x ?y) (link ?y ?z))", "recursion").empty());
  CHECK(codes("(<= (p ?x) (p a) (q ?x))", "recursion").empty());
  CHECK(codes("(<= (p ?x ?y) (p ?y ?x))", "recursion").empty());
  CHECK(codes("(<= p p)", "recursion").empty());
}

TEST_CASE("a function term that is bounded from outside is free") {
  CHECK(codes("(<= (p (s ?x)) (p ?x) (index ?x))", "recursion").empty());
  CHECK(codes("(<= (p ?y) (p (s ?x)) (succ ?x ?y))", "recursion").empty());
  CHECK(codes("(<= (count ?n (s ?x)) (succ ?m ?n) (count ?m ?x) (true (size ?x)))", "recursion").empty());
}

TEST_CASE("a term of the head that comes back as it is does not grow") {
  CHECK(codes("(<= (p (s ?x)) (p (s ?x)))", "recursion").empty());
}

TEST_CASE("natural numbers have no end") {
  Checked nat("(nat zero)\n(<= (nat (s ?x))\n    (nat ?x))", "recursion");
  CHECK(nat.codes() == "GDL304 3:10");
  CHECK(nat.only().severity() == Severity::kError);
  CHECK(notes(nat.only()) == "2:10 the larger term is here\n");
}

TEST_CASE("growing through other relations is found where the term is built") {
  CHECK(codes("(<= (a (s ?x)) (b ?x))\n(<= (b ?x) (c ?x))\n(<= (c ?x) (a ?x))", "recursion") == "GDL304 1:19");
  CHECK(codes("(<= (a (f ?x)) (b ?x))\n(<= (b (g ?x)) (a ?x))", "recursion") == "GDL304 1:19, GDL304 2:19");
}

TEST_CASE("growing from a term that is not a variable is growing") {
  CHECK(codes("(p (f a))\n(<= (p (f (f ?x))) (p (f ?x)))", "recursion") == "GDL304 2:23");
}

TEST_CASE("a term built from what does not come back is not growing") {
  CHECK(codes("(<= (p (f ?x)) (q ?x))\n(<= (q ?x) (r ?x))", "recursion").empty());
}

TEST_CASE("what shrinks is outside the restriction, but harmless") {
  Checked shrink("(<= (less ?x) (less (s ?x)))", "recursion");
  CHECK(shrink.codes() == "GDL303 1:21");
  CHECK(shrink.only().severity() == Severity::kWarning);
}

TEST_CASE("a variable that only the cycle itself binds is outside the restriction") {
  Checked left("(<= (less ?x ?z) (less ?x ?y) (less ?y ?z))", "recursion");
  CHECK(left.codes() == "GDL303 1:27");  // ?y, once
  CHECK(codes("(<= (p ?x) (q ?x ?y))\n(<= (q ?x ?x) (p ?x))", "recursion") == "GDL303 1:18");
}

TEST_CASE("neither a negation nor a distinct nor a branch bounds") {
  CHECK(codes("(<= (p (s ?x)) (p ?x) (not (limit ?x)))", "recursion") == "GDL304 1:19");
  CHECK(codes("(<= (p (s ?x)) (p ?x) (distinct ?x max))", "recursion") == "GDL304 1:19");
  CHECK(codes("(<= (p (s ?x)) (p ?x) (or (limit ?x) (q a)))", "recursion") == "GDL304 1:19");
}

TEST_CASE("a disjunction whose branches all bind bounds") {
  CHECK(codes("(<= (p (s ?x)) (p ?x) (or (small ?x) (large ?x)))", "recursion").empty());
}

TEST_CASE("positions are no recursion: what is next is built once a round") {
  CHECK(codes("(<= (next (stack (card ?x))) (true (stack ?x)))", "recursion").empty());
  CHECK(codes("(<= (legal white (push (f ?x))) (does white (push ?x)))", "recursion").empty());
}

TEST_CASE("mutual recursion within the restriction is free") {
  CHECK(codes("(<= (even ?y) (odd ?x) (succ ?x ?y))\n(<= (odd ?y) (even ?x) (succ ?x ?y))", "recursion").empty());
}

TEST_CASE("growing inside a function is growing") {
  CHECK(codes("(nat (g z))\n(<= (nat (g (f ?x))) (nat (g ?x)))", "recursion") == "GDL304 2:27");
  CHECK(codes("(nat (g z))\n(<= (nat (g ?x)) (nat (g (f ?x))))", "recursion") == "GDL303 2:23");
}
