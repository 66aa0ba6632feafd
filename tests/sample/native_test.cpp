// SPDX-License-Identifier: MIT
#include "sample/native/native.h"

#include <doctest/doctest.h>

#include <map>

#include "game/playing.h"
#include "sample/sampling.h"
#include "support/support.h"

namespace percept::sample {
namespace {

using test::got;
using test::Match;
using test::own_game;
using test::Sheet;

// So few rules that no game has a circuit of its own.
ground::Options of_the_moment() {
  ground::Options options;
  options.max_rules = 1;
  return options;
}

// Likes moves with a high number.
class Preferring : public belief::Opponents {
 public:
  void weigh(RoleId, const game::State& position, std::span<const MoveId> legal,
             std::span<double> weights) const override {
    for (std::size_t i = 0; i < legal.size(); ++i)
      weights[i] = 1 + static_cast<double>((legal[i].value + position.size()) % 5);
  }
};

TEST_CASE("native: Monty Hall's doors weigh 1/3 and 2/3") {
  Sheet sheet = Sheet::of_file(own_game("monty_hall"));
  game::RoleId role = *sheet.game.role("candidate");
  Match match = test::play(sheet, role, 1, 2);
  auto sampler = got(make_native(sheet.rules, role, {}));
  for (const Experience& experience : match.experiences) REQUIRE(sampler->update(experience));
  Random random(1);
  Draw draw = sampler->draw(100, random);
  CHECK(draw.all);
  CHECK(draw.exact);
  std::vector<double> weights;
  for (const auto& [text, weight] : test::state_weights(*sheet.rules, draw)) weights.push_back(weight);
  std::sort(weights.begin(), weights.end());
  REQUIRE(weights.size() == 2);
  CHECK(weights[0] == doctest::Approx(1.0 / 3));
}

TEST_CASE("native: all histories, with an opponent model, and with circuits of the moment") {
  Options options;
  options.opponents = std::make_shared<Preferring>();
  for (const char* name : {"monty_hall", "krieg_tictactoe_3x3", "kuhn_poker", "transit", "hidden_connect"})
    for (bool whole : {true, false}) {
      CAPTURE(name);
      CAPTURE(whole);
      Sheet sheet = Sheet::of_file(own_game(name), whole ? ground::Options() : of_the_moment());
      for (game::RoleId role : sheet.players()) {
        Match match = test::play(sheet, role, 3, 4);
        auto sampler = got(make_native(sheet.rules, role, options));
        Random random(1);
        for (std::size_t i = 0; i < match.experiences.size(); ++i) {
          REQUIRE(sampler->update(match.experiences[i]));
          test::Posterior posterior = test::enumerate(sheet, match, i + 1, 300, options.opponents.get());
          if (posterior.histories.empty()) break;
          Draw draw = sampler->draw(400, random);
          CHECK(draw.all);
          CHECK(test::total_variation(test::history_weights(*sheet.rules, draw), posterior.histories) < 1e-9);
          CHECK(test::total_variation(test::state_weights(*sheet.rules, draw), posterior.states) < 1e-9);
        }
      }
    }
}

TEST_CASE("native: what cannot be explained changes nothing, and what is not told may be anything") {
  Sheet sheet = Sheet::of_file(own_game("krieg_tictactoe_3x3"));
  game::RoleId role = sheet.players().front();
  Match match = test::play(sheet, role, 2, 6);
  auto sampler = got(make_native(sheet.rules, role, {}));
  for (std::size_t i = 0; i < match.experiences.size(); ++i) {
    // Everything that can be seen at once is never seen.
    Percepts all;
    for (PerceptId percept : sheet.rules->whole()->sees[role.value]) all.push_back(percept);
    CHECK(!sampler->update({match.experiences[i].move, all}));
    CHECK(sampler->round() == i + 1);
    if (i == 1) match.experiences[i].percepts.reset();
    if (i == 3) match.experiences[i].move.reset();
    REQUIRE(sampler->update(match.experiences[i]));
    Random random(i);
    Draw draw = sampler->draw(20, random);
    CHECK(draw.samples.size() > 0);
    for (const Sample& sample : draw.samples) CHECK(test::replayed(sheet, match, i + 1, sample) == "");
  }
}

TEST_CASE("native: a budget of nothing leaves it usable") {
  Sheet sheet = Sheet::of_file(own_game("blind_breakthrough_6x6"));
  game::RoleId role = sheet.players().front();
  Match match = test::play(sheet, role, 2, 30);
  auto sampler = got(make_native(sheet.rules, role, {}));
  Random random(1);
  for (const Experience& experience : match.experiences) {
    REQUIRE(sampler->update(experience, Budget(1e-9, 0)));
    (void)sampler->draw(3, random, Budget(1e-9, 0));
  }
  Draw draw = sampler->draw(30, random);
  CHECK(draw.samples.size() == 30);
  for (const Sample& sample : draw.samples) CHECK(test::replayed(sheet, match, match.experiences.size(), sample) == "");
}

// Chance does what nobody will ever know, and the position is known after every round.
TEST_CASE("native: rounds before a known position have histories of their own") {
  std::string text =
      "(role player) (role random) (init (step 0)) (legal player noop) (legal random left) (legal random right)"
      "(<= (legal random up) (true (step 3)))"
      "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= terminal (true (step 40))) (goal player 50)"
      "(<= (sees player known) (true (step ?n)) (does random left) (late ?n))"
      "(<= (sees player known) (true (step ?n)) (does random right) (late ?n))";
  for (int i = 0; i < 40; ++i) text += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  for (int i = 4; i < 40; ++i) text += "(late " + std::to_string(i) + ")";
  Sheet sheet = Sheet::of_text(text);
  game::RoleId player = *sheet.rules->role("player");
  Match match = test::play(sheet, player, 1);
  REQUIRE(match.experiences.size() == 40);
  auto sampler = got(make_native(sheet.rules, player, {}));
  for (const Experience& experience : match.experiences) REQUIRE(sampler->update(experience));
  Random random(5);
  Draw draw = sampler->draw(500, random);
  CHECK(draw.samples.size() == 500);
  CHECK(!draw.all);
  std::size_t ups = 0;
  for (const Sample& sample : draw.samples) {
    REQUIRE(test::replayed(sheet, match, 40, sample) == "");
    if (sheet.rules->text(*sheet.rules->role("random"), sample.moves[3][1]) == "up") ++ups;
  }
  CHECK(ups > 100);
  CHECK(ups < 250);
}

// Chance picks a secret in the first round, and names it long after.
TEST_CASE("native: a position that is known by what was seen later ends the rounds before it") {
  std::string text =
      "(role player) (role random) (init (step 0)) (legal player noop)"
      "(side a) (side b) (side c) (<= (legal random (pick ?s)) (side ?s) (true (step ?n)) (picking ?n))"
      "(<= (legal random noop) (true (step ?n)) (not (picking ?n))) (picking 0) (picking 24)"
      "(<= (next (secret ?s)) (does random (pick ?s)))"
      "(<= (next (secret ?s)) (true (secret ?s)) (true (step ?n)) (not (picking ?n)))"
      "(<= (sees player ?s) (true (secret ?s)) (true (step 24)))"
      "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= terminal (true (step 40))) (goal player 50)";
  for (int i = 0; i < 40; ++i) text += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  Sheet sheet = Sheet::of_text(text);
  game::RoleId player = *sheet.rules->role("player");
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Match match = test::play(sheet, player, seed);
    auto sampler = got(make_native(sheet.rules, player, {}));
    Random random(seed);
    for (std::size_t i = 0; i < match.experiences.size(); ++i) {
      REQUIRE(sampler->update(match.experiences[i]));
      Draw draw = sampler->draw(10, random);
      CHECK(draw.all);
      CHECK(draw.samples.size() == 3);
      for (const Sample& sample : draw.samples) REQUIRE(test::replayed(sheet, match, i + 1, sample) == "");
    }
  }
}

// Few histories since the position was known, many before: together they are more than wanted, and as many are drawn.
TEST_CASE("native: as many are drawn as are wanted where only the rounds before have many histories") {
  std::string text =
      "(role player) (role random) (init (step 0)) (legal player noop) (side a) (side b) (side c)"
      "(<= (legal random left) (true (step ?n)) (early ?n)) (<= (legal random right) (true (step ?n)) (early ?n))"
      "(<= (legal random (pick ?s)) (side ?s) (true (step 36)))"
      "(<= (legal random noop) (true (step ?n)) (not (early ?n)) (distinct ?n 36))"
      "(<= (next (secret ?s)) (does random (pick ?s))) (<= (next (secret ?s)) (true (secret ?s)))"
      "(<= (sees player early) (true (step ?n)) (early ?n))"
      "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= terminal (true (step 40))) (goal player 50)";
  for (int i = 0; i < 40; ++i) text += "(succ " + std::to_string(i) + " " + std::to_string(i + 1) + ")";
  for (int i = 0; i < 6; ++i) text += "(early " + std::to_string(i) + ")";
  Sheet sheet = Sheet::of_text(text);
  game::RoleId player = *sheet.rules->role("player"), chance = *sheet.rules->role("random");
  Match match = test::play(sheet, player, 1);
  REQUIRE(match.experiences.size() == 40);
  auto sampler = got(make_native(sheet.rules, player, {}));
  for (const Experience& experience : match.experiences) REQUIRE(sampler->update(experience));
  Random random(5);
  CHECK(sampler->draw(192, random).all);  // 64 times 3
  Draw draw = sampler->draw(100, random);
  CHECK(!draw.all);
  CHECK(draw.samples.size() == 100);
  std::map<std::string, std::size_t> picked;
  for (const Sample& sample : draw.samples) {
    REQUIRE(test::replayed(sheet, match, 40, sample) == "");
    ++picked[sheet.rules->text(chance, sample.moves[36][chance.value])];
  }
  REQUIRE(picked.size() == 3);
  for (const auto& entry : picked) CHECK_MESSAGE(entry.second > 15, entry.first);
}

}  // namespace
}  // namespace percept::sample
