// SPDX-License-Identifier: MIT
//
// A rule need not bind what every use of its relation binds; where a use does not, the finding shows it.
#include "check/checked.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;

TEST_CASE("what every use binds is a warning that says so") {
  Checked sheet(read(project_root() / "tests/data/defects/bound_helper.kif"), "safety");
  CHECK(sheet.codes() == "GDL206 5:10");
  CHECK(sheet.only().severity() == gdl::Severity::kWarning);
  CHECK(mentions(sheet.only().message, "no positive literal of the body binds ?x; every use does"));
}

TEST_CASE("a use that leaves a variable open makes it an error, and is shown") {
  Checked sheet("(<= (same ?x ?x) p)\n(<= (next (f ?y)) (true (f ?x)) (same ?x ?y))\n(<= (next (g ?z)) (same ?y ?z))",
                "safety");
  CHECK(sheet.codes() == "GDL201 1:11");
  CHECK(notes(sheet.only()) == "3:19 here `same` is asked, and nothing says what ?y, ?z is\n");
}

TEST_CASE("one argument is enough where the head says that it is the other one, too") {
  CHECK(codes("(<= (same ?x ?x) p) (<= (next (f ?y)) (true (f ?x)) (same ?x ?y))", "safety") == "GDL206 1:11");
  CHECK(codes("(<= (same ?x ?x) p) (<= (next (f ?y)) (true (f ?x)) (same ?y ?x))", "safety") == "GDL206 1:11");
}

TEST_CASE("which arguments are known may differ from use to use, and from rule to rule") {
  constexpr auto kSwap = "(<= (swap ?x ?y ?y ?x) (not (q ?x)))";
  CHECK(codes(std::string(kSwap) + "(<= (next (f ?c ?d)) (true (f ?a ?b)) (swap ?a ?b ?c ?d))", "safety") ==
        "GDL206 1:11");
  CHECK(codes(std::string(kSwap) + "(<= (next (f ?c ?d)) (true (f ?a ?b)) (swap ?c ?d ?a ?b))", "safety") ==
        "GDL206 1:11");
  CHECK(codes(std::string(kSwap) + "(<= (next (f ?c ?d)) (true (f ?a ?b)) (swap ?a ?c ?d ?b))", "safety") ==
        "GDL201 1:11");
}

TEST_CASE("a relation hands on what it is asked") {
  constexpr auto kRules = "(<= (outer ?x ?y) (inner ?x ?y)) (<= (inner ?x ?x) p)";
  CHECK(codes(std::string(kRules) + "(<= (next (f ?y)) (true (f ?x)) (outer ?x ?y))", "safety") == "GDL206 1:45");
  Checked open(std::string(kRules) + "\n(<= (next (f ?y)) (outer ?x ?y))", "safety");
  CHECK(open.codes() == "GDL201 1:45");
  CHECK(notes(open.only()) == "1:19 here `inner` is asked, and nothing says what ?x, ?y is\n");
}

TEST_CASE("a relation that answers only when asked does not bind what it has to be asked with") {
  CHECK(codes("(<= (a ?x ?x) p) (<= (b ?x ?x) p) (<= (next (f ?x)) (a ?x ?y) (b ?y ?x))", "safety") ==
        "GDL201 1:8, GDL201 1:25");
  // A chain is fine in any order.
  CHECK(codes("(<= (a ?x ?x) p) (<= (b ?x ?x) p) (<= (next (f ?z)) (b ?y ?z) (a ?x ?y) (true (f ?x)))", "safety") ==
        "GDL206 1:8, GDL206 1:25");
}

TEST_CASE("recursion by use: every step of it binds") {
  constexpr auto kSum = "(<= (sum ?x 0 ?x) p) (<= (sum ?x ?y ?z) (succ ?w ?y) (sum ?x ?w ?v) (succ ?v ?z)) (succ 0 1)";
  CHECK(codes(std::string(kSum) + "(<= (next (f ?z)) (true (f ?x)) (sum ?x 1 ?z))", "safety") == "GDL206 1:10");
  CHECK(codes(std::string(kSum) + "(<= (next (f ?z)) (sum ?x 1 ?z))", "safety") == "GDL201 1:10");
}

TEST_CASE("negated uses and uses in groups bind alike") {
  constexpr auto kRule = "(<= (far ?x ?y) (distinct ?x ?y))";
  CHECK(codes(std::string(kRule) + "(<= (next (f ?x)) (true (f ?x)) (true (g ?y)) (not (far ?x ?y)))", "safety") ==
        "GDL206 1:10");
  CHECK(codes(std::string(kRule) + "(<= (next (f ?x)) (true (f ?x)) (or (far ?x a) (true (g ?x))))", "safety") ==
        "GDL206 1:10");
  // "There is no ?y that is far": it would have to be known which there are.
  CHECK(codes(std::string(kRule) + "(<= (next (f ?x)) (true (f ?x)) (not (far ?x ?y)))", "safety") ==
        "GDL201 1:10, GDL205 1:66");
}

TEST_CASE("what the game asks itself binds nothing") {
  CHECK(codes("(<= (next (f ?x)) (not (q ?x))) (<= (p ?x) (next ?x))", "safety") == "GDL201 1:14");
}

TEST_CASE("a use that the game does not need is no use") {
  CHECK(codes("(<= (same ?x ?x) p) (<= (next (f ?y)) (true (f ?x)) (same ?x ?y)) (<= (base ?x) (same ?x ?y))",
              "safety") == "GDL206 1:11");
}

TEST_CASE("a rule that nothing uses is an error, a fact that nothing uses says nothing") {
  CHECK(codes("(<= (p ?x) (not (q ?x)))", "safety") == "GDL201 1:8");
  Checked fact("(outcome ?role 1)", "safety");
  CHECK(fact.codes() == "GDL206 1:10");
  CHECK(mentions(fact.only().message, "leaves it out"));
}

TEST_CASE("a long chain of relations that hand on what they are asked is no long work") {
  std::string chain = "(<= (p20000 ?x ?x) (true q))";
  for (int i = 0; i < 20'000; ++i) chain += fmt::format("(<= (p{} ?x ?y) (p{} ?x ?y))\n", i, i + 1);
  CHECK(codes(chain + "(<= (next (f ?y)) (true (f ?x)) (p0 ?x ?y))", "safety") == "GDL206 1:13");
  CHECK(codes(chain + "(<= (next (f ?y)) (p0 ?x ?y))", "safety") == "GDL201 1:13");
}
