// SPDX-License-Identifier: MIT
//
// What disjunctions, conjunctions and equations bind.
#include "check/checked.h"

using namespace percept::test;

TEST_CASE("a disjunction binds what every branch binds") {
  CHECK(codes("(<= (p ?x) (or (q ?x) (r ?x)))", "safety").empty());
  CHECK(codes("(<= (p ?x ?y) (or (q ?x ?y) (and (r ?x) (r ?y))))", "safety").empty());
  CHECK(codes("(<= (p ?x) (or (q ?x) (r a)))", "safety") == "GDL201 1:8");
  CHECK(codes("(<= (p ?x ?y) (or (q ?x) (r ?y)))", "safety") == "GDL201 1:8");
  CHECK(codes("(<= (p ?x) (or (q ?x) (not (r ?x))))", "safety") == "GDL201 1:8");
  CHECK(codes("(<= (p ?x) (or (q ?x) (distinct ?x a)))", "safety") == "GDL201 1:8");
  CHECK(codes("(<= (p ?x) (or (q ?x) (or (r ?x) (s ?x))))", "safety").empty());
}

TEST_CASE("a literal outside binds for every branch") {
  CHECK(codes("(<= (p ?x) (q ?x) (or (not (r ?x)) (distinct ?x a)))", "safety").empty());
  CHECK(codes("(<= (p ?x) (q ?x) (or (and (not (r ?x)) (distinct ?x a)) (s ?x)))", "safety").empty());
}

TEST_CASE("a literal of a branch binds for its own branch") {
  CHECK(codes("(<= p (or (and (q ?x) (distinct ?x a)) (r b)))", "safety").empty());
  CHECK(codes("(<= p (or (and (q ?x) (not (r ?x))) (and (r ?y) (distinct ?y a))))", "safety").empty());
}

TEST_CASE("a literal of one branch does not bind for another") {
  CHECK(codes("(<= p (or (q ?x) (distinct ?x a)))", "safety") == "GDL202 1:28");
  CHECK(codes("(<= p (or (q ?x) (not (r ?x))))", "safety") == "GDL205 1:18");
}

TEST_CASE("a variable that only one branch binds is not bound behind the disjunction") {
  CHECK(codes("(<= p (or (q ?x) (r a)) (distinct ?x b))", "safety") == "GDL202 1:35");
  CHECK(codes("(<= p (or (q ?x) (r a)) (not (s ?x)))", "safety") == "GDL205 1:25");
  CHECK(codes("(<= p (or (q ?x) (r ?x)) (distinct ?x b))", "safety").empty());
}

TEST_CASE("order is looked at inside of groups, too") {
  CHECK(codes("(<= p (and (distinct ?x a) (q ?x)))", "safety") == "GDL204 1:12");
  CHECK(codes("(<= p (or (and (not (r ?x)) (q ?x)) (r b)))", "safety") == "GDL204 1:16");
  CHECK(codes("(<= p (or (not (r ?x)) (s a)) (q ?x))", "safety") == "GDL204 1:11");
  CHECK(codes("(<= p (q ?x) (and (distinct ?x a) (r ?x)))", "safety").empty());
}

TEST_CASE("an equation binds one side once the other is bound") {
  CHECK(codes("(<= (p ?x) (not (distinct ?x 3)))", "safety").empty());
  CHECK(codes("(<= (p ?x) (not (distinct 3 ?x)))", "safety").empty());
  CHECK(codes("(<= (p ?x) (q ?y) (not (distinct ?x ?y)))", "safety").empty());
  CHECK(codes("(<= (p ?x) (q ?y) (not (distinct ?x (f ?y))))", "safety").empty());
  CHECK(codes("(<= (p ?x) (q ?y) (not (distinct (f ?x) ?y)))", "safety").empty());
}

TEST_CASE("equations are followed in any order") {
  CHECK(codes("(<= (p ?x) (not (distinct ?x ?y)) (not (distinct ?y ?z)) (q ?z))", "safety").empty());
  CHECK(codes("(<= (p ?a) (not (distinct ?a ?b)) (not (distinct ?b ?c)) (not (distinct ?c 1)))", "safety").empty());
}

TEST_CASE("an equation of two unbound sides binds nothing") {
  CHECK(codes("(<= p (not (distinct ?x ?y)))", "safety") == "GDL202 1:22");
  CHECK(codes("(<= p (not (distinct ?x ?x)))", "safety") == "GDL202 1:22");
  CHECK(codes("(<= (p ?x) (not (distinct ?x ?y)))", "safety") == "GDL201 1:8, GDL202 1:30");
}

TEST_CASE("an equation binds in its branch only") {
  CHECK(codes("(<= (p ?x) (or (not (distinct ?x 1)) (not (distinct ?x 2))))", "safety").empty());
  CHECK(codes("(<= (p ?x) (or (not (distinct ?x 1)) (q a)))", "safety") == "GDL201 1:8");
}

TEST_CASE("what an equation binds is bound for the literals behind it") {
  CHECK(codes("(<= p (not (distinct ?x 3)) (not (q ?x)))", "safety").empty());
  CHECK(codes("(<= (p ?x) (q ?y) (not (distinct ?x ?y)) (distinct ?x 3))", "safety").empty());
  CHECK(codes("(<= (p ?x) (not (distinct ?x ?y)) (q ?y) (distinct ?x 3))", "safety").empty());
}

TEST_CASE("the negation of a group needs its variables from outside") {
  CHECK(codes("(<= (p ?x) (q ?x) (not (and (r ?x) (s ?x))))", "safety").empty());
  CHECK(codes("(<= p (not (and (r ?x) (s ?x))))", "safety") == "GDL205 1:7");
  CHECK(codes("(<= (p ?x) (not (or (r ?x) (s ?x))))", "safety") == "GDL201 1:8");
}

TEST_CASE("infix rules are held to the same") {
  CHECK(codes("p(X) :- q(Y), X = Y.", "safety").empty());
  CHECK(codes("p(X) :- q(Y), X \\= Y.", "safety") == "GDL201 1:3");
  CHECK(codes("p(X) :- ~r(X) & q(X)", "safety") == "GDL204 1:9");
  CHECK(codes("p(X, _) :- q(X).", "safety") == "GDL201 1:6");
}
