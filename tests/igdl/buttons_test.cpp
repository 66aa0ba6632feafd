// SPDX-License-Identifier: MIT
//
// Chapter 19, step by step.
#include "igdl/theories.h"

using namespace percept;
using namespace percept::test;
using belief::Truth;

TEST_CASE("without the sentence on init there are eight first positions, four once q is seen or not") {
  for (bool on : {false, true}) {
    auto belief = belief_of(kButtonsStructure + kButtonsPlay);
    CHECK(belief->positions().value == 8);
    CHECK(belief->positions().exact);
    CHECK(belief->states() == 8);
    REQUIRE(looked(*belief, on ? std::vector<std::string>{"q"} : std::vector<std::string>{}));
    CHECK(belief->states() == 4);
    CHECK(belief->models().value == 1);
  }
}

TEST_CASE("with p as q at first there are four, and two after the percept") {
  auto belief = belief_of(kButtonsStructure + kButtonsAlike + kButtonsPlay);
  CHECK(belief->states() == 4);
  REQUIRE(looked(*belief, {}));
  CHECK(belief->states() == 2);
  auto fluents = belief->fluents();
  REQUIRE(fluents.open.size() == 1);
  CHECK(belief->rules().text(fluents.open[0]) == "r");
  // The plan of 19.7: a, b, c, and what is seen of q then tells what r was.
  REQUIRE(played(*belief, "a", {}));
  REQUIRE(played(*belief, "b", {"q"}));
  CHECK(belief->states() == 2);
  REQUIRE(played(*belief, "c", {}));
  CHECK(belief->states() == 1);
  for (const char* move : {"a", "b", "a"}) {
    CHECK(belief->terminal() == Truth::kNo);
    bool lit = belief->round() > 4;  // q, from the second of these on
    REQUIRE(played(*belief, move, lit ? std::vector<std::string>{"q"} : std::vector<std::string>{}));
  }
  CHECK(belief->terminal() == Truth::kYes);
  CHECK(belief->goals().known == std::vector<int>{100});
}

TEST_CASE("with the complete description nothing is open") {
  auto belief = belief_of(kButtonsStructure + kButtonsDark + kButtonsPlay);
  REQUIRE(looked(*belief, {}));
  CHECK(belief->states() == 1);
  CHECK(belief->fluents().open.empty());
  CHECK(belief->legal().open.empty());
  CHECK(belief->legal().known.size() == 3);
  CHECK(belief->goals().known == std::vector<int>{0});
  CHECK(belief->goals().open.empty());
}

TEST_CASE("a percept that no model explains is refused with its reasons, and the belief stays") {
  auto belief = belief_of(kButtonsStructure + kButtonsDark + kButtonsPlay);
  auto looking = looked(*belief, {"q"});
  REQUIRE_FALSE(looking);
  CHECK(looking.error().message.find("robot sees q") != std::string::npos);
  CHECK(looking.error().message.find("~init(q)") != std::string::npos);
  CHECK(looking.error().message.find("true(q) <=> sees(robot,q)") != std::string::npos);
  CHECK(belief->states() == 1);
  REQUIRE(looked(*belief, {}));
  auto odd = played(*belief, "a", {"q"});
  REQUIRE_FALSE(odd);
  CHECK(belief->round() == 1);
  REQUIRE(played(*belief, "a", {}));
  CHECK(belief->round() == 2);
}

TEST_CASE("after what no model explains the belief goes on as one that was never told it") {
  struct Round {
    const char* move;
    bool lit, surely;  // q, and whether that is known before
  };
  const char* laws[] = {"", "true(r,2) => true(p,3)\n",
                        "true(q,3) & true(r,3) | true(p,3) => ~(true(r) & true(step(1)))\n"};
  for (const std::string law : laws) {
    auto told = belief_of(kButtonsStructure + kButtonsAlike + kButtonsPlay + law);
    auto never = belief_of(kButtonsStructure + kButtonsAlike + kButtonsPlay + law);
    for (engine::TheoryBelief* belief : {told.get(), never.get()}) REQUIRE(looked(*belief, {}));
    auto r = told->theory().ask("true(r)")->input;
    for (const Round& round : {Round{"a", false, true}, {"b", true, true}, {"c", false, false}, {"a", false, true}}) {
      using Seen = std::vector<std::string>;
      Seen seen = round.lit ? Seen{"q"} : Seen{}, other = round.lit ? Seen{} : Seen{"q"};
      CAPTURE(told->round());
      if (round.surely) CHECK_FALSE(played(*told, round.move, other));
      REQUIRE(played(*told, round.move, seen));
      REQUIRE(played(*never, round.move, seen));
      CHECK(told->fluents().known == never->fluents().known);
      CHECK(told->fluents().open == never->fluents().open);
      CHECK(told->truth(r, 1) == never->truth(r, 1));
    }
    CHECK(told->fluents().open.empty());
  }
}

TEST_CASE("why: a smallest set of sentences and facts") {
  auto belief = belief_of(kButtonsStructure + kButtonsAlike + kButtonsPlay);
  REQUIRE(looked(*belief, {}));
  auto because = belief->why("true(p)");
  REQUIRE(because);
  CHECK(because->truth == Truth::kNo);
  REQUIRE(because->facts.size() == 1);
  CHECK(because->facts[0].text == "robot does not see q");
  REQUIRE(because->sentences.size() == 2);
  CHECK(belief->theory().sentences()[because->sentences[0]].text() == "init(p) <=> init(q)");
  CHECK(belief->theory().sentences()[because->sentences[1]].text() == "true(q) <=> sees(robot,q)");
  CHECK(belief->why("(true r)")->truth == Truth::kOpen);
  CHECK_FALSE(belief->why("true(z)"));
}
