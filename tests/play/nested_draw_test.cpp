// SPDX-License-Identifier: MIT
//
// What another role holds possible in a history is what it cannot tell from it, and all of that.
#include "play/nested_draw.h"

#include <set>

#include "game/playing.h"
#include "support/support.h"

using namespace percept;
using namespace percept::play;
using percept::test::got;

TEST_CASE("another role holds possible what it cannot tell from a history, whoever it is") {
  auto model = got(game::Model::make(got(gdl::read_file(test::own_game("kuhn_poker").string()))));
  auto rules = got(belief::Rules::make(model, circuit::Logic::kTwoValued));
  auto nested = NestedDraw::make(rules, 7);
  REQUIRE(nested);
  const game::Lexicon& lexicon = rules->lexicon();
  auto joint = [&](const char* first, const char* second, const char* nature) {
    game::JointMove out;
    for (auto [role, move] : {std::pair("player1", first), {"player2", second}, {"random", nature}})
      out.push_back(got(lexicon.find_move(*lexicon.role(role), move)));
    return out;
  };
  std::vector<game::JointMove> history = {joint("noop", "noop", "(deal queen jack)"), joint("bet", "noop", "noop")};
  Random random(1);
  for (int again = 0; again < 2; ++again)
    for (auto [name, deals] : {std::pair("player2", std::set<std::string>{"(deal queen jack)", "(deal king jack)"}),
                               {"player1", {"(deal queen jack)", "(deal queen king)"}}}) {
      const char* role = name;
      CAPTURE(role);
      std::set<std::string> held;
      double total = 0;
      for (const sample::Sample& sample : nested->draw(history, *lexicon.role(role), 40, random, {})) {
        REQUIRE(sample.moves.size() == 2);
        held.insert(lexicon.text(*lexicon.role("random"), sample.moves[0][2]));
        CHECK(sample.moves[1] == history[1]);
        total += sample.weight;
      }
      CHECK(held == deals);
      CHECK(total == doctest::Approx(1));
    }
}

TEST_CASE("where rules were too large to be ground for a belief, nobody tries again with more time") {
  auto model = got(game::Model::make(got(gdl::read_file(test::own_game("kuhn_poker").string()))));
  ground::Options grounding;
  grounding.seconds = 1e-9;
  auto rules = got(belief::Rules::make(model, circuit::Logic::kTwoValued, grounding));
  REQUIRE_FALSE(rules->whole());
  CHECK_FALSE(NestedDraw::make(rules, 7));
}
