// SPDX-License-Identifier: MIT
//
// Incomplete descriptions (IGDL): facts and sentences of Relational Logic. What GDL demands of rules does not apply.
#include "check/checked.h"

using namespace percept::test;
using percept::gdl::Severity;

TEST_CASE("facts and sentences make an incomplete description, of which GDL demands nothing") {
  Checked incomplete(R"(
(role player)
(init (at 1))
(=> (true (at ?x)) (legal player (stay ?x)))
(exists (?y) (next (at ?y)))
(<=> terminal (not (true (at 1))))
)");
  CHECK(incomplete.description().is_incomplete());
  CHECK(incomplete.codes().empty());
}

TEST_CASE("a sentence among rules is reported with the first rule") {
  Checked mixed(R"(
(role player)
(=> (true a) (legal player m))
(<= terminal (true a))
(or (true a) (true b))
(<= (goal player 100) (true a))
)",
                "sentences");
  CHECK(mixed.codes() == "GDL115 2:1");
  CHECK(mixed.only().severity() == Severity::kWarning);
  CHECK(notes(mixed.only()) == "3:1 the first rule is here\n");
}

TEST_CASE("only rules, or only facts, are not mixed") {
  CHECK(codes("(role a)\n(<= terminal (true x))", "sentences").empty());
  CHECK(codes("(role a)", "sentences").empty());
  CHECK(codes("(role a)\n(=> p q)", "sentences").empty());
}

TEST_CASE("the rules of a mixed description are held to all that GDL demands") {
  std::string game = "(role a)\n(legal a m)\n(goal a 100)\n";
  CHECK(codes(game + "(=> (true p) (true q))\n(<= terminal (goal a 100))") == "GDL115 4:1");
  CHECK(codes(game + "(=> (true p) (true q))\n(<= terminal (does a m))") == "GDL115 4:1, GDL305 5:14");
  CHECK(codes(game + "(=> (true p) (true q))\n(<= (legal a ?x) (goal a 100))\nterminal") == "GDL115 4:1, GDL201 5:14");
}

TEST_CASE("a negated literal outside of a rule belongs into a body, and does not make the sheet an incomplete one") {
  Checked stray("(role a)\n(legal a m)\n(goal a 100)\n(<= terminal (goal a 100))\n(not (true p))");
  CHECK_FALSE(stray.description().is_incomplete());
  CHECK(stray.codes() == "GDL114 5:1");
}

TEST_CASE("infix sentences are the same sentences") {
  CHECK(codes("role(player)\nAX:(true(at(X)) => legal(player, stay(X)))\n").empty());
  CHECK(Checked("role(player)\nAX:(true(at(X)) => legal(player, stay(X)))\n").description().is_incomplete());
}

TEST_CASE("a sentence stated twice is reported") { CHECK(codes("(role a)\n(=> p q)\n(=> p q)") == "GDL506 3:1"); }

TEST_CASE("one name in two spellings is reported in sentences as in rules") {
  CHECK(codes("role(player)\nAX:(true(isAt(X)) => true(isat(X)))\n") == "GDL507 2:27");
}
