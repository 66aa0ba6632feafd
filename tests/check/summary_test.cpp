// SPDX-License-Identifier: MIT
#include "check/summary.h"

#include "check/checked.h"

using namespace percept::test;
using percept::check::Dialect;
using percept::check::RoleSummary;
using percept::check::summarise;
using percept::check::Summary;
using Texts = std::vector<std::string>;

namespace {

Summary summary_of(std::string_view text) {
  if (text.starts_with('\n')) text.remove_prefix(1);
  return summarise(*percept::gdl::read_text("test", std::string(text)));
}

const std::string kDraw = R"(
; Draw a card
;
; One card is drawn, one player sees it.

; more about it
(role random)
(role player)
(init (round 1))
(<= (legal random (draw ?c)) (card ?c))
(<= (legal player bet) (true (round 2)))
(<= (legal ?r noop) (role ?r))
(<= (next (holds ?c)) (does random (draw ?c)))
(<= (next (round 2)) (true (round 1)))
(<= (sees player (card ?c)) (does random (draw ?c)))
(<= terminal (true (round 2)))
(<= (goal player 100) (true (holds ace)))
(<= (goal player 0) (true (holds jack)))
(<= (goal player 50) (true (holds king)))
(card ace)
(card jack)
(card king)
)";

}  // namespace

TEST_CASE("a summary names the language, the size and the relations") {
  Summary draw = summary_of(kDraw);
  CHECK(draw.dialect == Dialect::kGdlII);
  CHECK(to_string(draw.dialect) == "GDL-II");
  CHECK(draw.facts == 6);
  CHECK(draw.rules == 10);
  CHECK(draw.sentences == 0);
  CHECK(draw.relations == Texts{"card/1"});
}

TEST_CASE("a summary says what positions, moves, percepts and goals are made of") {
  Summary draw = summary_of(kDraw);
  CHECK(draw.fluents == Texts{"(round 1)", "(holds ?c)"});
  REQUIRE(draw.roles.size() == 2);
  const RoleSummary& random = draw.roles[0];
  const RoleSummary& player = draw.roles[1];
  CHECK(random.name == "random");
  CHECK(random.moves == Texts{"(draw ?c)", "noop"});
  CHECK(random.percepts.empty());
  CHECK(random.goals.empty());
  CHECK(player.name == "player");
  CHECK(player.moves == Texts{"bet", "noop"});
  CHECK(player.percepts == Texts{"(card ?c)"});
  CHECK(player.goals == Texts{"0", "50", "100"});
}

TEST_CASE("the title is the comment at the top, up to a blank line") {
  CHECK(summary_of(kDraw).title == "Draw a card\nOne card is drawn, one player sees it.\n");
  CHECK(summary_of("(role a)\n; not the top").title.empty());
  CHECK(summary_of("(role a) ; beside").title.empty());
  CHECK(summary_of(";;; Title ;;;\n(role a)").title.starts_with("Title"));
}

TEST_CASE("a game without percepts is GDL, one of sentences IGDL") {
  CHECK(to_string(summary_of("(role a)\n(<= terminal (true x))").dialect) == "GDL");
  CHECK(to_string(summary_of("(role a)\n(=> (true x) terminal)").dialect) == "IGDL");
  CHECK(summary_of("(role a)\n(=> (true x) terminal)").sentences == 1);
}

TEST_CASE("goals are sorted by number, with a pattern where the rules compute them") {
  Summary scored = summary_of("(role a)\n(goal a 100)\n(goal a 5)\n(goal a 20)\n(goal a 5)");
  CHECK(scored.roles[0].goals == Texts{"5", "20", "100"});
  Summary computed = summary_of("(role a)\n(<= (goal a ?v) (true (score ?v)))");
  CHECK(computed.roles[0].goals == Texts{"?v"});
}

TEST_CASE("nothing is needed for a summary, not even roles") {
  Summary empty = summary_of("");
  CHECK(empty.roles.empty());
  CHECK(empty.fluents.empty());
  CHECK(empty.facts + empty.rules + empty.sentences == 0);
}
