// SPDX-License-Identifier: MIT
//
// Every variable of a head, a negated literal and a distinct is bound by a positive literal of the body.
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

TEST_CASE("a variable of the head that nothing binds is an error") {
  Checked head("(<= (p ?x ?y) (q ?x))", "safety");
  CHECK(head.codes() == "GDL201 1:11");
  CHECK(head.only().severity() == Severity::kError);
  CHECK(mentions(head.only().message, "?y of the head is not bound"));
  CHECK(mentions(Checked("(<= (p ?x ?y) (q a))", "safety").only().message, "?x, ?y of the head are not bound"));
}

TEST_CASE("it does not matter how deep in the head the variable stands, or what kind of head it is") {
  CHECK(codes("(<= (next (cell ?x (f ?y))) (q ?x))", "safety") == "GDL201 1:23");
  CHECK(codes("(<= (init (cell ?x)) (q a))", "safety") == "GDL201 1:17");
  CHECK(codes("(<= (legal white (move ?x)) (q a))", "safety") == "GDL201 1:24");
  CHECK(codes("(<= (goal white ?v) (q a))", "safety") == "GDL201 1:17");
  CHECK(codes("(<= (role ?r) (q a))", "safety") == "GDL201 1:11");
}

TEST_CASE("a fact has no variables") {
  Checked fact("(succ ?x ?x) (<= (next (f ?x)) (succ ?x ?y))", "safety");
  CHECK(fact.codes() == "GDL201 1:7");
  CHECK(mentions(fact.only().hint, "a fact has no variables"));
  CHECK(codes("(init (cell ?x))", "safety") == "GDL201 1:13");
  CHECK(codes("(<= (p ?x))", "safety") == "GDL201 1:8");
}

TEST_CASE("positive literals bind, keywords among them") {
  CHECK(codes("(<= (p ?x ?y ?z ?m) (true (cell ?x)) (q ?y) (role ?z) (does ?z ?m))", "safety").empty());
  CHECK(codes("(<= (p ?x) (legal white (move (to ?x))))", "safety").empty());
}

TEST_CASE("negated literals and distincts do not bind") {
  CHECK(codes("(<= (p ?x) (not (q ?x)))", "safety") == "GDL201 1:8");
  CHECK(codes("(<= (p ?x) (distinct ?x a))", "safety") == "GDL201 1:8");
  CHECK(codes("(<= (p ?x) (q ?y) (distinct ?x ?y))", "safety") == "GDL201 1:8");
  CHECK(codes("(<= (p ?x) (not (not (q ?x))))", "safety") == "GDL201 1:8");
}

TEST_CASE("case does not tell variables apart") { CHECK(codes("(<= (p ?Player) (role ?player))", "safety").empty()); }

TEST_CASE("a distinct compares what is bound") {
  Checked distinct("(<= p (q ?x) (distinct ?x ?y))", "safety");
  CHECK(distinct.codes() == "GDL202 1:27");
  CHECK(distinct.only().severity() == Severity::kError);
  CHECK(codes("(<= p (distinct (f ?y) a))", "safety") == "GDL202 1:20");
  CHECK(codes("(<= p (distinct ?x ?x))", "safety") == "GDL202 1:17");
  CHECK(codes("(<= p (q ?x ?y) (distinct ?x ?y) (distinct ?y (f ?x)))", "safety").empty());
  CHECK(codes("(<= p (distinct a b))", "safety").empty());
}

TEST_CASE("a negated literal with variables of its own says that there is none") {
  Checked none("(<= (p ?x) (q ?x) (not (beats ?y ?x)))", "safety");
  CHECK(none.codes() == "GDL205 1:19");
  CHECK(none.only().severity() == Severity::kWarning);
  CHECK(mentions(none.only().message, "?y"));
  CHECK(codes("(<= p (not (beats ?y ?z)))", "safety") == "GDL205 1:7");
  CHECK(codes("(<= (p ?x) (q ?x ?y) (not (beats ?y ?x)))", "safety").empty());
}

TEST_CASE("a variable is reported once, as the worst it is") {
  CHECK(codes("(<= (p ?x) (not (q ?x)) (distinct ?x a) (not (r ?x)))", "safety") == "GDL201 1:8");
  CHECK(codes("(<= p (not (q ?x)) (not (r ?x)))", "safety") == "GDL205 1:7");
  CHECK(codes("(<= p (not (q ?x ?y)) (not (r ?y ?z)))", "safety") == "GDL205 1:7, GDL205 1:23");
}

TEST_CASE("a variable bound by a later literal has a meaning, but not for everybody") {
  Checked later("(<= (p ?x) (not (q ?x)) (r ?x))", "safety");
  CHECK(later.codes() == "GDL204 1:12");
  CHECK(later.only().severity() == Severity::kWarning);
  CHECK(codes("(<= (p ?x) (distinct ?x ?y) (r ?x) (r ?y))", "safety") == "GDL204 1:12");
  CHECK(mentions(Checked("(<= (p ?x) (distinct ?x ?y) (r ?x) (r ?y))", "safety").only().message, "?x, ?y are bound"));
  CHECK(codes("(<= (p ?x) (r ?x) (distinct ?x ?y) (r ?y))", "safety") == "GDL204 1:19");
  CHECK(codes("(<= (p ?x) (r ?x) (r ?y) (distinct ?x ?y) (not (q ?x)))", "safety").empty());
}

TEST_CASE("a declaration with unbound variables is ignored, not an error") {
  Checked base("(base (cell ?x))", "safety");
  CHECK(base.codes() == "GDL116 1:13");
  CHECK(base.only().severity() == Severity::kWarning);
  CHECK(codes("(<= (base (cell ?x ?y)) (index ?x))", "safety") == "GDL116 1:20");
  CHECK(codes("(<= (base (cell ?x)) (index ?x))", "safety").empty());
  CHECK(codes("(<= (input ?r (move ?x)) (role ?r))", "safety") == "GDL116 1:21");
}

TEST_CASE("what is left out anyway need not be safe") {
  CHECK(codes("(true (turn ?c))", "safety").empty());
  CHECK(codes("(base (cell ?x) b)", "safety").empty());
}
