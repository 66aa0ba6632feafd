// SPDX-License-Identifier: MIT
//
// Which keyword may stand where, with how many arguments: heads, bodies, and what a rule sheet states outside of both.
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Code;
using percept::gdl::Severity;

TEST_CASE("what comes from outside cannot be defined by a rule") {
  CHECK(codes("(<= (true (p a)) (q a))", "form") == "GDL101 1:5");
  CHECK(codes("(<= (does white pass) (q a))", "form") == "GDL101 1:5");
  CHECK(codes("(<= (distinct a b) (q a))", "form") == "GDL101 1:5");
  CHECK(mentions(Checked("(<= (true (p a)) (q a))", "form").only().hint, "`next`"));
}

TEST_CASE("a fact that belongs into a body is ignored with a warning") {
  Checked stray(R"(
(<= (next (turn ?c))
    (does ?r (pass ?c)))
(true (turn white))
(does white pass)
)");
  CHECK(stray.has(Code::kStrayLiteral));
  CHECK(codes("(true (turn white))\n(does white pass)", "form") == "GDL114 1:1, GDL114 2:1");
  CHECK(codes("(true (turn ?c))", "form") == "GDL114 1:1");
  CHECK(codes("(true (turn ?c))", "safety").empty());
}

TEST_CASE("a distinct outside of a rule is such a fact, and does not make the sheet an incomplete one") {
  Checked stray("(role white)\n(distinct a b)\n(<= (p ?x) (q ?y))");
  CHECK_FALSE(stray.description().is_incomplete());
  CHECK(mentions(stray.codes(), "GDL114 2:1"));
  CHECK(mentions(stray.codes(), "GDL201 3:8"));
}

TEST_CASE("a rule for a keyword needs the keyword's number of arguments") {
  CHECK(codes("(role white black)", "form") == "GDL103 1:1");
  CHECK(codes("(init cell a)", "form") == "GDL103 1:1");
  CHECK(codes("(<= (next a b) (q))", "form") == "GDL103 1:5, GDL107 1:16");
  CHECK(codes("(<= (legal pass) (q a))", "form") == "GDL103 1:5");
  CHECK(codes("(<= (legal white a b) (q a))", "form") == "GDL103 1:5");
  CHECK(codes("(<= (goal 100) (q a))", "form") == "GDL103 1:5");
  CHECK(codes("(<= (terminal white) (q a))", "form") == "GDL103 1:5");
  CHECK(codes("legal", "form") == "GDL103 1:1");
  CHECK(codes("(<= (sees (card ?c)) (q ?c))", "form") == "GDL103 1:5");
  CHECK(mentions(Checked("(<= (sees (card ?c)) (q ?c))", "form").only().hint, "who"));
}

TEST_CASE("with the right number of arguments no keyword of a head is reported") {
  CHECK(codes(R"(
(role white)
(init (cell a))
(base (cell a))
(input white pass)
(<= (next (cell a)) (true (cell a)))
(<= (legal white pass) (true (cell a)))
(<= (goal white 100) (true (cell a)))
(<= (sees white (cell a)) (does white pass))
(<= terminal (true (cell a)))
)",
              "form")
            .empty());
}

TEST_CASE("a declaration with the wrong number of arguments is only a warning: nothing depends on it") {
  Checked base("(base (cell a) b)", "form");
  CHECK(base.codes() == "GDL116 1:1");
  CHECK(base.only().severity() == Severity::kWarning);
  CHECK(codes("(input white pass twice)", "form") == "GDL116 1:1");
  CHECK(codes("(<= (base a b) (q ?x))", "form") == "GDL116 1:5");
}

TEST_CASE("a keyword of a body with the wrong number of arguments never holds") {
  CHECK(codes("(<= p (true step 1))", "form") == "GDL104 1:7");
  CHECK(codes("(<= p (does pass))", "form") == "GDL104 1:7");
  CHECK(codes("(<= p (role white black))", "form") == "GDL104 1:7");
  CHECK(codes("(<= p (distinct a b c))", "form") == "GDL104 1:7");
  CHECK(codes("(<= p (not (true step 1)))", "form") == "GDL104 1:12");
  CHECK(codes("(<= p (or (q a) (goal white)))", "form") == "GDL104 1:17");
  CHECK(mentions(Checked("(<= p (true step 1))", "form").only().hint, "parentheses"));
}

TEST_CASE("init, next and sees belong into heads") {
  CHECK(codes("(<= p (init (cell a)))", "form") == "GDL102 1:7");
  CHECK(codes("(<= p (next (cell a)))", "form") == "GDL102 1:7");
  CHECK(codes("(<= p (sees white x))", "form") == "GDL102 1:7");
  CHECK(codes("(<= p (not (sees white x)))", "form") == "GDL102 1:12");
}

TEST_CASE("the other keywords may stand in bodies") {
  CHECK(codes("(<= p (role white) (true a) (does white m) (legal white m) (goal white 1) terminal)", "form").empty());
  CHECK(codes("(<= p (base a) (input white m))", "form").empty());
}

TEST_CASE("keywords and operators are ordinary names inside terms") {
  CHECK(codes("(<= (sees ?r (does ?r ?m)) (does ?r ?m))", "form").empty());
  CHECK(codes("(<= (next (init a)) (true (next a b)) (true (not a)))", "form").empty());
}

TEST_CASE("an atom without arguments in parentheses is read without them") {
  CHECK(codes("(<= (open) (q a))", "form") == "GDL107 1:5");
  CHECK(codes("(<= p (open))", "form") == "GDL107 1:7");
  CHECK(codes("(<= p (not (open)))", "form") == "GDL107 1:12");
  CHECK(codes("(<= p (true (terminal)))", "form") == "GDL107 1:13");
  CHECK(codes("(<= p (q (f (a))))", "form") == "GDL107 1:13");
  CHECK(codes("open() :- q(a).\nr(b) :- open().", "form") == "GDL107 1:1, GDL107 2:9");
  CHECK(codes("(<= p open (q a))", "form").empty());
  CHECK(Checked("(<= (Open) (q a))", "form").only().hint == "write Open");
}

TEST_CASE("a rule with an empty body is a fact") {
  Checked empty("(<= (goal white 100))", "form");
  CHECK(empty.codes() == "GDL108 1:1");
  CHECK(empty.only().hint == "write (goal white 100)");
  CHECK(codes("(goal white 100)", "form").empty());
}

TEST_CASE("an operator without parentheses of its own is a name that never holds") {
  CHECK(codes("(<= p not (q a))", "form") == "GDL109 1:7");
  CHECK(codes("(<= p (q a) or (r a))", "form") == "GDL109 1:13");
  CHECK(codes("(<= p (not (q a)))", "form").empty());
}
