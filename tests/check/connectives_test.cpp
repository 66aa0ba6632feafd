// SPDX-License-Identifier: MIT
//
// What a body may be built with: not, and, or; and what it may not.
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

TEST_CASE("rules have no implications, equivalences or quantifiers") {
  CHECK(codes("(<= p (=> q r))", "form") == "GDL110 1:7");
  CHECK(codes("(<= p (<=> q r))", "form") == "GDL110 1:7");
  CHECK(codes("(<= p (forall (?x) (q ?x)))", "form") == "GDL110 1:7");
  CHECK(codes("(<= p (exists (?x) (q ?x)))", "form") == "GDL110 1:7");
  CHECK(codes("(<= p (or a (and b (=> q r))))", "form") == "GDL110 1:20");
  CHECK(Checked("(<= p (=> q r))", "form").only().severity() == Severity::kError);
}

TEST_CASE("and, or and not of atoms may be nested") {
  CHECK(codes("(<= p (or (and (q a) (not (r a))) (distinct a b)) (and (q b) (or (q c) (q d))))", "form").empty());
}

TEST_CASE("a negated distinct with a variable is an equation") {
  CHECK(codes("(<= p (q ?x) (not (distinct ?x 3)))", "form") == "GDL111 1:14");
  CHECK(codes("(<= p (q ?x) (not (distinct (f 3) ?x)))", "form") == "GDL111 1:14");
  CHECK(codes("(<= p (q ?x) (q ?y) (not (distinct ?x ?y)))", "form") == "GDL111 1:21");
  CHECK(Checked("(<= p (q ?x) (not (distinct ?x 3)))", "form").only().severity() == Severity::kWarning);
  CHECK(codes("p :- q(X), X = 3.", "form") == "GDL111 1:12");
}

TEST_CASE("a negated distinct of fixed terms compares nothing and is an error") {
  CHECK(codes("(<= p (not (distinct a a)))", "form") == "GDL112 1:7");
  CHECK(codes("(<= p (not (distinct a b)))", "form") == "GDL112 1:7");
  CHECK(codes("(<= p (or (q a) (not (distinct (f a) (f b)))))", "form") == "GDL112 1:17");
  CHECK(codes("(<= p (distinct a b))", "form").empty());
}

TEST_CASE("the negation of a group is read as: the group does not hold") {
  CHECK(codes("(<= p (not (and q r)))", "form") == "GDL113 1:7");
  CHECK(codes("(<= p (not (or q r)))", "form") == "GDL113 1:7");
  CHECK(codes("(<= p (not (not q)))", "form") == "GDL113 1:7");
  CHECK(Checked("(<= p (not (and q r)))", "form").only().severity() == Severity::kWarning);
}

TEST_CASE("a group of one is no group") {
  CHECK(codes("(<= p (not (and (q a))))", "form").empty());
  CHECK(codes("(<= p (not (or (q a))))", "form").empty());
  CHECK(codes("(<= p (q ?x) (not (or (distinct ?x 3))))", "form") == "GDL111 1:14");
}

TEST_CASE("every level of a nested negation is looked at") {
  CHECK(codes("(<= p (q ?x) (not (not (distinct ?x 3))))", "form") == "GDL113 1:14, GDL111 1:19");
  CHECK(codes("(<= p (not (or q (not (and r s)))))", "form") == "GDL113 1:7, GDL113 1:18");
}
