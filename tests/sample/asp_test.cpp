// SPDX-License-Identifier: MIT
//
// Answer set programming against the referee: every model is a history that it plays, and there are as many as plain
// enumeration finds, with the same weights.
#include <doctest/doctest.h>

#include <array>

#include "belief/believing.h"
#include "sample/engines.h"
#include "sample/sampling.h"

using namespace percept;
using namespace percept::test;
using sample::Draw;
using sample::Engine;
using sample::Options;
using sample::Sampler;

namespace {

struct Variant {
  const char* name;
  Engine engine;
  bool facts = false, forget = false;
};
constexpr std::array<Variant, 4> kVariants{{
    {"asp", Engine::kAsp},
    {"externals", Engine::kAspReactive},
    {"facts", Engine::kAspReactive, true},
    {"forget", Engine::kAspReactive, false, true},
}};

std::unique_ptr<Sampler> sampler_of(Sheet& sheet, game::RoleId role, const Variant& variant, Options options = {}) {
  options.facts = variant.facts;
  options.forget = variant.forget;
  auto sampler = got(sample::make_sampler(variant.engine, sheet.rules, role, options));
  got(sampler->restart().map([] { return true; }));
  return sampler;
}

// Follows random matches of all roles; after each round all histories are drawn, where they are not too many.
void agree(Sheet sheet, std::size_t rounds, std::size_t limit, std::uint64_t seeds = 1) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    for (game::RoleId role : sheet.players()) {
      Match match = play(sheet, role, seed, rounds);
      for (const Variant& variant : kVariants) {
        auto sampler = sampler_of(sheet, role, variant);
        Random random(seed);
        for (std::size_t round = 1; round <= match.experiences.size(); ++round) {
          INFO(std::string(variant.name));
          CAPTURE(role.value);
          CAPTURE(round);
          auto updated = sampler->update(match.experiences[round - 1]);
          REQUIRE_MESSAGE(updated, updated.error().message);
          Draw first = sampler->draw(1, random);
          REQUIRE(first.samples.size() == 1);
          CHECK(replayed(sheet, match, round, first.samples[0]) == "");
          Posterior posterior = enumerate(sheet, match, round, limit);
          if (posterior.histories.empty()) continue;
          Draw draw = sampler->draw(posterior.histories.size() + 1, random);
          CHECK(draw.all);
          CHECK(draw.exact);
          CHECK(draw.samples.size() == posterior.histories.size());
          for (const sample::Sample& each : draw.samples) CHECK(replayed(sheet, match, round, each) == "");
          CHECK(total_variation(history_weights(*sheet.rules, draw), posterior.histories) < 1e-9);
        }
      }
    }
}

constexpr const char* kNastyNames = R"(
(role a-1) (role RANDOM)
(init (t 0)) (init (++ 007)) (init not_)
(succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal random (does ?x t)) (thing ?x))
(thing ++) (thing 007) (thing 7) (thing X) (thing _5f)
(<= (legal a-1 (does ?x ?y)) (thing ?x) (true (t ?y)))
(<= (legal a-1 t) (true (t 1)))
(<= (next (t ?n)) (true (t ?m)) (succ ?m ?n))
(<= (next (holds ?x)) (does random (does ?x t)))
(<= (next (holds ?x)) (true (holds ?x)))
(<= (sees a-1 (observed ?x)) (does random (does ?x t)) (does a-1 (does ?x ?y)))
(<= (sees a-1 (holds ?n)) (next (t ?n)))
(<= (many ?x ?y) (true (holds ?x)) (true (holds ?y)) (distinct ?x ?y))
(<= (many ?x) (thing ?x))
(<= (sees a-1 many) (many ?x ?y) (many ?x))
(<= terminal (true (t 3)))
(<= (goal ?r 100) (role ?r) (not terminal))
(<= (goal ?r 0) (role ?r) terminal)
)";

}  // namespace

TEST_CASE("asp: all histories of our games, with their weights") {
  auto game = [](const char* name) { return Sheet::of_file(own_game(name)); };
  SUBCASE("monty hall") { agree(game("monty_hall"), 10, 1000, 3); }
  SUBCASE("krieg tictactoe") { agree(game("krieg_tictactoe_3x3"), 6, 300); }
  SUBCASE("kuhn poker") { agree(game("kuhn_poker"), 10, 1000, 3); }
  SUBCASE("transit") { agree(game("transit"), 8, 200); }
  SUBCASE("meier") { agree(game("meier"), 6, 200); }
  SUBCASE("two generals") { agree(game("two_generals"), 8, 300); }
  SUBCASE("a game without sees") { agree(game("noughts_and_crosses"), 4, 300); }
  SUBCASE("small dominion") { agree(game("small_dominion"), 2, 300); }
}

TEST_CASE("asp: names that mean something else in a program") { agree(Sheet::of_text(kNastyNames), 10, 2000, 3); }

TEST_CASE("asp: first models are played by the referee") {
  for (const char* name : {"blind_breakthrough_5x5", "battleships_in_fog", "pacman_3p", "blackjack"}) {
    INFO(std::string(name));
    Sheet sheet = Sheet::of_file(own_game(name));
    game::RoleId role = sheet.players()[0];
    auto rounds = static_cast<std::size_t>(8 * effort());
    Match match = play(sheet, role, 1, rounds);
    for (const Variant& variant : {kVariants[1], kVariants[2]}) {
      auto sampler = sampler_of(sheet, role, variant);
      Random random(1);
      for (std::size_t round = 1; round <= match.experiences.size(); ++round) {
        INFO(std::string(variant.name));
        CAPTURE(round);
        REQUIRE(sampler->update(match.experiences[round - 1]));
        for (const sample::Sample& each : sampler->draw(3, random).samples)
          CHECK(replayed(sheet, match, round, each) == "");
      }
    }
  }
}

TEST_CASE("asp: the car is behind the other door in two of three cases") {
  Sheet sheet = Sheet::of_file(own_game("monty_hall"));
  game::RoleId candidate = *sheet.rules->role("candidate");
  for (const Variant& variant : kVariants) {
    INFO(std::string(variant.name));
    auto sampler = sampler_of(sheet, candidate, variant);
    auto tell = [&](const char* move, const Texts& percepts) {
      return sampler->update({got(sheet.rules->move(candidate, move)), percepts_of(*sheet.rules, percepts)});
    };
    REQUIRE(tell("(choose 1)", {}));
    REQUIRE(tell("noop", {"3"}));
    Random random(1);
    Draw draw = sampler->draw(10, random);
    CHECK(draw.exact);
    REQUIRE(draw.samples.size() == 2);
    game::FluentId other = got(sheet.rules->fluent("(car 2)"));
    for (const sample::Sample& each : draw.samples)
      CHECK(each.weight == doctest::Approx(each.state.contains(other) ? 2.0 / 3 : 1.0 / 3));
  }
}

TEST_CASE("asp: what nothing explains is taken back") {
  Sheet sheet = Sheet::of_file(own_game("monty_hall"));
  game::RoleId candidate = *sheet.rules->role("candidate");
  for (const Variant& variant : kVariants) {
    INFO(std::string(variant.name));
    auto sampler = sampler_of(sheet, candidate, variant);
    Random random(1);
    auto tell = [&](const char* move, const Texts& percepts) {
      return sampler->update({got(sheet.rules->move(candidate, move)), percepts_of(*sheet.rules, percepts)});
    };
    auto histories = [&] { return sampler->draw(100, random).samples.size(); };
    CHECK_FALSE(tell("noop", {}));           // not legal
    CHECK_FALSE(tell("(choose 1)", {"2"}));  // no percept of this round
    CHECK(sampler->round() == 1);
    REQUIRE(tell("(choose 1)", {}));
    CHECK(histories() == 3);
    auto refused = tell("noop", {"1"});  // the chosen door stays closed
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message == "round 2: no history explains seeing 1 after noop");
    CHECK(histories() == 3);
    CHECK_FALSE(tell("noop", {"2", "3"}));
    CHECK_FALSE(tell("noop", {}));
    CHECK(histories() == 3);
    REQUIRE(tell("noop", {"2"}));
    CHECK(histories() == 2);
    CHECK_FALSE(tell("(choose 1)", {}));
    CHECK_FALSE(tell("switch", {}));
    REQUIRE(tell("switch", {"1"}));
    CHECK(sampler->round() == 4);
    CHECK(histories() == 1);
    CHECK_FALSE(tell("noop", {}));  // the game is over
    CHECK(histories() == 1);
    REQUIRE(sampler->restart());
    REQUIRE(tell("(choose 2)", {}));
    CHECK(histories() == 3);
  }
}

TEST_CASE("asp: what was not told may be anything") {
  Sheet sheet = Sheet::of_file(own_game("monty_hall"));
  game::RoleId candidate = *sheet.rules->role("candidate");
  for (const Variant& variant : kVariants) {
    INFO(std::string(variant.name));
    auto sampler = sampler_of(sheet, candidate, variant);
    Random random(1);
    REQUIRE(sampler->update({std::nullopt, std::nullopt}));
    Draw draw = sampler->draw(100, random);
    CHECK(draw.samples.size() == 9);
    for (const sample::Sample& each : draw.samples) CHECK(each.weight == doctest::Approx(1.0 / 9));
    REQUIRE(sampler->update({got(sheet.rules->move(candidate, "noop")), std::nullopt}));
    CHECK(sampler->draw(100, random).samples.size() == 12);
    REQUIRE(sampler->update({std::nullopt, std::nullopt}));
    CHECK(sampler->draw(100, random).samples.size() == 24);
  }
}

TEST_CASE("asp: others may like some moves more than others") {
  struct FirstMoves : belief::Opponents {
    void weigh(game::RoleId, const game::State& position, std::span<const game::MoveId> legal,
               std::span<double> weights) const override {
      for (std::size_t i = 0; i < legal.size(); ++i)
        weights[i] = 1.0 + legal[i].value % 3 + static_cast<double>(position.size() % 2);
    }
  };
  Options options;
  options.opponents = std::make_shared<FirstMoves>();
  Sheet sheet = Sheet::of_file(own_game("krieg_tictactoe_3x3"));
  game::RoleId role = sheet.players()[0];
  Match match = play(sheet, role, 2, 4);
  for (const Variant& variant : kVariants) {
    INFO(std::string(variant.name));
    auto sampler = sampler_of(sheet, role, variant, options);
    for (const sample::Experience& experience : match.experiences) REQUIRE(sampler->update(experience));
    Random random(1);
    Draw draw = sampler->draw(10'000, random);
    CHECK(draw.exact);
    Posterior posterior = enumerate(sheet, match, match.experiences.size(), 100'000, options.opponents.get());
    CHECK(total_variation(history_weights(*sheet.rules, draw), posterior.histories) < 1e-9);
  }
}

TEST_CASE("asp: draws differ, and so do the histories of a draw") {
  Sheet sheet = Sheet::of_file(own_game("krieg_tictactoe_5x5"));
  game::RoleId role = sheet.players()[0];
  Match match = play(sheet, role, 1, 6);
  for (const Variant& variant : {kVariants[0], kVariants[1], kVariants[2]}) {
    INFO(std::string(variant.name));
    auto sampler = sampler_of(sheet, role, variant);
    for (const sample::Experience& experience : match.experiences) REQUIRE(sampler->update(experience));
    Random random(1);
    Draw draw = sampler->draw(20, random);
    CHECK(draw.samples.size() == 20);
    CHECK(history_weights(*sheet.rules, draw).size() == 20);
    double sum = 0;
    for (const sample::Sample& each : draw.samples) sum += each.weight;
    CHECK(sum == doctest::Approx(1));
    CHECK(history_weights(*sheet.rules, sampler->draw(20, random)) != history_weights(*sheet.rules, draw));
  }
}

TEST_CASE("asp: a sampler without time stays usable") {
  Sheet sheet = Sheet::of_file(own_game("blind_breakthrough_5x5"));
  game::RoleId role = sheet.players()[0];
  Match match = play(sheet, role, 1, 6);
  for (const Variant& variant : kVariants) {
    INFO(std::string(variant.name));
    auto sampler = sampler_of(sheet, role, variant);
    Random random(1);
    for (const sample::Experience& experience : match.experiences) {
      REQUIRE(sampler->update(experience, Budget(1e-9, 0)));
      Draw none = sampler->draw(5, random, Budget(1e-9, 0));
      CHECK(none.samples.empty());
      CHECK(none.gave_up);
    }
    Draw draw = sampler->draw(5, random);
    CHECK(draw.samples.size() == 5);
    CHECK_FALSE(draw.gave_up);
    for (const sample::Sample& each : draw.samples) CHECK(replayed(sheet, match, match.experiences.size(), each) == "");
  }
}
