// SPDX-License-Identifier: MIT
//
// Unsafe rules that competed: a variable that evidently stands for a role ranges over the roles.
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

TEST_CASE("the role of legal, goal, sees and input may be left unbound") {
  CHECK(codes("(<= (legal ?r noop) (q a))", "safety") == "GDL203 1:12");
  CHECK(codes("(<= (goal ?r 100) (q a))", "safety") == "GDL203 1:11");
  CHECK(codes("(<= (sees ?r done) (q a))", "safety") == "GDL203 1:11");
  CHECK(codes("(<= (input ?r noop) (q a))", "safety") == "GDL203 1:12");
  CHECK(codes("(legal ?r noop)", "safety") == "GDL203 1:8");
  Checked legal("(<= (legal ?r noop) (q a))", "safety");
  CHECK(legal.only().severity() == Severity::kWarning);
  CHECK(legal.only().hint == "add (role ?r) to the body");
}

TEST_CASE("a bound role is not reported") {
  CHECK(codes("(<= (legal ?r noop) (role ?r))", "safety").empty());
  CHECK(codes("(<= (legal ?r noop) (true (control ?r)))", "safety").empty());
  CHECK(codes("(<= (sees ?r (did ?m)) (does ?r ?m))", "safety").empty());
}

TEST_CASE("what a role variable is tested with does not need another report") {
  CHECK(codes("(<= (legal ?r noop) (distinct ?r random) (true pregame))", "safety") == "GDL203 1:12");
  CHECK(codes("(<= (legal ?r noop) (not (true (control ?r))))", "safety") == "GDL203 1:12");
  CHECK(codes("(<= (goal ?r 0) (not (wins ?r)))", "safety") == "GDL203 1:11");
}

TEST_CASE("a role variable that the head uses elsewhere, too, is an error") {
  CHECK(codes("(<= (legal ?p ?p) (q a))", "safety") == "GDL201 1:12");
  CHECK(codes("(<= (legal ?p (attack ?p)) (q a))", "safety") == "GDL201 1:12");
  CHECK(codes("(<= (sees ?p ?p) (q a))", "safety") == "GDL201 1:11");
  CHECK(codes("(<= (legal ?p ?p) (role ?p))", "safety").empty());
}

TEST_CASE("only the role may be left unbound") {
  CHECK(codes("(<= (legal ?r (mark ?x)) (q a))", "safety") == "GDL203 1:12, GDL201 1:21");
  CHECK(codes("(<= (legal ?r ?m) (q a))", "safety") == "GDL203 1:12, GDL201 1:15");
  CHECK(codes("(<= (legal white ?m) (distinct ?m black))", "safety") == "GDL201 1:18");
}

TEST_CASE("a variable that is compared with roles ranges over the roles") {
  CHECK(codes("(role white)\n(role random)\n(<= (acts ?p) (distinct ?p random) (q a))", "safety") == "GDL203 3:11");
  CHECK(codes("(role white)\n(role random)\n(<= (acts ?p) (distinct random ?p))", "safety") == "GDL203 3:11");
}

TEST_CASE("a variable that is compared with something else does not") {
  CHECK(codes("(role white)\n(<= (acts ?p) (distinct ?p black) (q a))", "safety") == "GDL201 2:11");
  CHECK(codes("(role white)\n(<= (acts ?p) (q a))", "safety") == "GDL201 2:11");
  CHECK(codes("(role white)\n(<= (acts ?p) (or (distinct ?p white) (q a)))", "safety") == "GDL201 2:11");
  CHECK(codes("(role white)\n(<= (acts ?p) (distinct ?p white) (distinct ?p 3))", "safety") == "GDL201 2:11");
  CHECK(codes("(role white)\n(<= (acts ?p ?q) (distinct ?p white))", "safety") == "GDL203 2:11, GDL201 2:14");
}
