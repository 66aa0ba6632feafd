// SPDX-License-Identifier: MIT
//
// The engine `worlds` while it tracks all worlds: every sample is a history that the referee plays, and samples have
// the probabilities that enumeration finds.
#include "sample/worlds/worlds_sampler.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "belief/believing.h"
#include "game/playing.h"
#include "sample/sampling.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using sample::Draw;
using sample::Options;
using sample::Sampler;

namespace {

std::unique_ptr<Sampler> worlds_sampler(const Sheet& sheet, game::RoleId role, const Options& options = {}) {
  return got(sample::make_worlds(sheet.rules, role, options));
}

// Experiences a round; it has to be explained.
void update(Sampler& sampler, const sample::Experience& experience, const Budget& budget = {}) {
  Result<void> done = sampler.update(experience, budget);
  if (!done) FAIL(done.error().message);
}

void check_replayed(Sheet& sheet, const Match& match, std::size_t rounds, const Draw& draw) {
  for (const sample::Sample& sample : draw.samples) REQUIRE(replayed(sheet, match, rounds, sample) == "");
}

// Samples of every round of some matches against enumeration, as far as that goes.
void check_statistics(const std::string& name, const belief::Opponents* opponents = nullptr) {
  constexpr std::size_t kSamples = 4'000;
  CAPTURE(name);
  Sheet sheet = Sheet::of_file(own_game(name));
  // There are hundreds of questions, and draws depend on how many lanes the CPU has.
  constexpr double kUnlikely = 1e-6;
  std::size_t checked = 0, most = 0, questions = 0;
  double least = 1, farthest = 0;  // from what it is without a model
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    for (game::RoleId role : sheet.players()) {
      Match match = play(sheet, role, seed, 8);
      // A lost message now and then.
      Random random(seed);
      for (sample::Experience& experience : match.experiences) {
        if (random.below(6) == 0) experience.move.reset();
        if (random.below(6) == 0) experience.percepts.reset();
      }
      Options options;
      options.opponents = std::shared_ptr<const belief::Opponents>(std::shared_ptr<void>(), opponents);
      auto with_histories = worlds_sampler(sheet, role, options);
      options.histories = false;
      auto with_states = worlds_sampler(sheet, role, options);
      for (std::size_t round = 1; round <= match.experiences.size(); ++round) {
        CAPTURE(seed);
        CAPTURE(role.value);
        CAPTURE(round);
        auto limit = static_cast<std::size_t>(300 * effort());
        Posterior posterior = enumerate(sheet, match, round, limit, opponents);
        if (posterior.states.empty()) break;
        ++checked;
        if (opponents)
          farthest =
              std::max(farthest, total_variation(posterior.histories, enumerate(sheet, match, round, limit).histories));
        most = std::max(most, posterior.histories.size());
        update(*with_histories, match.experiences[round - 1]);
        update(*with_states, match.experiences[round - 1]);
        Draw histories = with_histories->draw(kSamples, random), states = with_states->draw(kSamples, random);
        REQUIRE(histories.samples.size() == kSamples);
        REQUIRE(states.samples.size() == kSamples);
        CHECK(histories.exact);
        CHECK(states.exact);
        for (double p : {chi_square(history_weights(*sheet.rules, histories), posterior.histories, kSamples),
                         chi_square(state_weights(*sheet.rules, histories), posterior.states, kSamples),
                         chi_square(state_weights(*sheet.rules, states), posterior.states, kSamples)}) {
          CHECK(p > kUnlikely);
          least = std::min(least, p);
          ++questions;
        }
      }
    }
  }
  CHECK(checked > 0);
  if (opponents) CHECK(farthest > 0.1);
  MESSAGE(fmt::format("{}: {} rounds, at most {} histories; the least p of {} is {:.2g}", name, checked, most,
                      questions, least));
}

// Prefers some moves to others, and not the same in all positions.
class Preference : public belief::Opponents {
 public:
  void weigh(game::RoleId, const game::State& position, std::span<const game::MoveId> legal,
             std::span<double> weights) const override {
    std::uint64_t hash = game::StateHash{}(position);
    for (std::size_t i = 0; i < legal.size(); ++i)
      weights[i] = 1 + static_cast<double>(mixed(hash + legal[i].value) % 7);
  }
};

}  // namespace

TEST_CASE("the worlds of games too large to ground give histories that the referee plays") {
  ground::Options grounding;
  grounding.max_rules = 10;
  for (const char* name : {"monty_hall", "krieg_tictactoe_3x3", "leduc_poker", "transit", "small_dominion"}) {
    CAPTURE(name);
    Sheet sheet = Sheet::of_file(own_game(name), grounding);
    REQUIRE_FALSE(sheet.rules->whole());
    for (game::RoleId role : sheet.players()) {
      Match match = play(sheet, role, 3, 6);
      auto sampler = worlds_sampler(sheet, role);
      Random random(5);
      for (std::size_t round = 1; round <= match.experiences.size(); ++round) {
        CAPTURE(round);
        update(*sampler, match.experiences[round - 1]);
        Draw draw = sampler->draw(20, random);
        REQUIRE(draw.samples.size() == 20);
        check_replayed(sheet, match, round, draw);
      }
    }
  }
}

TEST_CASE("samples from worlds have the probabilities of their histories") {
  for (const char* name : {"monty_hall", "krieg_tictactoe_3x3", "kuhn_poker", "leduc_poker", "mastermind_448",
                           "rock_paper_scissors", "two_generals", "transit", "number_guessing", "meier"})
    check_statistics(name);
}

TEST_CASE("samples from worlds have the probabilities that a model of the others gives them") {
  Preference preference;
  for (const char* name : {"krieg_tictactoe_3x3", "kuhn_poker", "leduc_poker", "rock_paper_scissors", "two_generals"})
    check_statistics(name, &preference);
}

TEST_CASE("in Monty Hall's show the other door has the car twice as often") {
  Sheet sheet = Sheet::of_file(own_game("monty_hall"));
  game::RoleId candidate = *sheet.rules->role("candidate");
  Match match = play(sheet, candidate, 1, 2);
  auto sampler = worlds_sampler(sheet, candidate);
  for (const sample::Experience& experience : match.experiences) update(*sampler, experience);
  constexpr std::size_t kSamples = 90'000;
  Random random(1);
  Draw draw = sampler->draw(kSamples, random);
  Weights states = state_weights(*sheet.rules, draw);
  REQUIRE(states.size() == 2);
  double less = std::min(states.begin()->second, states.rbegin()->second);
  CHECK(less == doctest::Approx(1.0 / 3).epsilon(0.02));
  CHECK(draw.exact);
}

TEST_CASE("what no world explains leaves the sampler as it was") {
  Sheet sheet = Sheet::of_file(own_game("krieg_tictactoe_3x3"));
  game::RoleId role = sheet.players()[0];
  Match match = play(sheet, role, 2);
  for (bool histories : {true, false}) {
    Options options;
    options.histories = histories;
    auto sampler = worlds_sampler(sheet, role, options);
    for (std::size_t round = 0; round < match.experiences.size(); ++round) {
      Random before(1), after(1);
      auto states = state_weights(*sheet.rules, sampler->draw(200, before));
      sample::Experience wrong = match.experiences[round];
      wrong.percepts = sheet.rules->whole()->sees[role.value];  // all at once
      Result<void> failed = sampler->update(wrong);
      REQUIRE_FALSE(failed);
      CHECK(failed.error().message.find(fmt::format("round {}: no history explains", round + 1)) == 0);
      CHECK(sampler->round() == round + 1);
      if (!histories) CHECK(state_weights(*sheet.rules, sampler->draw(200, after)) == states);
      update(*sampler, match.experiences[round]);
    }
    // Nothing goes on after the end.
    CHECK_FALSE(sampler->update({}));
    Random random(1);
    CHECK(sampler->draw(10, random).samples.size() == 10);
    REQUIRE(sampler->restart());
    CHECK(sampler->round() == 1);
    for (const sample::Experience& experience : match.experiences) update(*sampler, experience);
  }
}

TEST_CASE("a round that takes too long for its budget is gone on with later") {
  Sheet sheet = Sheet::of_file(own_game("krieg_tictactoe_5x5"));
  game::RoleId role = sheet.players()[0];
  Match match = play(sheet, role, 2, 8);
  Options options;
  options.worlds = 1'000'000;
  auto sampler = worlds_sampler(sheet, role, options);
  std::size_t rounds = 0;
  Random random(1);
  bool gave_up = false;
  for (; rounds < match.experiences.size() && !gave_up; ++rounds) {
    update(*sampler, match.experiences[rounds], Budget(1e-9, 0));
    Draw draw = sampler->draw(10, random, Budget(1e-9, 0));
    gave_up = draw.gave_up;
  }
  REQUIRE(gave_up);
  CHECK(sampler->round() == rounds + 1);
  Draw draw = sampler->draw(10, random);
  CHECK(draw.samples.size() == 10);
  CHECK(draw.exact);
  check_replayed(sheet, match, rounds, draw);
}

TEST_CASE("histories that were drawn at once are handed out as they are wanted") {
  Sheet sheet = Sheet::of_file(own_game("krieg_tictactoe_3x3"));
  game::RoleId role = sheet.players()[0];
  Match match = play(sheet, role, 2, 4);
  auto sampler = worlds_sampler(sheet, role);
  for (const sample::Experience& experience : match.experiences) update(*sampler, experience);
  Random random(1);
  for (std::size_t count : {1u, 7u, 0u, 900u, 200u, 3'000u, 5u}) {
    Draw draw = sampler->draw(count, random);
    CHECK(draw.samples.size() == count);
    double total = 0;
    for (const sample::Sample& sample : draw.samples) total += sample.weight;
    if (count > 0) CHECK(total == doctest::Approx(1));
    CHECK_FALSE(draw.gave_up);
  }
}

// In one of two worlds the other role has sixty moves a round, and never makes another than the first.
TEST_CASE("a world that is less likely than numbers can tell is not lost, and not called exact") {
  std::string text =
      "(role me) (role other) (role random) (init (step 0)) (legal me noop)"
      "(<= (legal random (pick ?w)) (true (step 0)) (world ?w)) (<= (legal random noop) (not (true (step 0))))"
      "(world narrow) (world wide) (legal other first)"
      "(<= (legal other (choose ?n)) (true (is wide)) (number ?n))"
      "(<= (next (is ?w)) (does random (pick ?w))) (<= (next (is ?w)) (true (is ?w)))"
      "(<= (sees me ?m) (does other ?m)) (<= (sees me ?w) (true (is ?w)) (true (step 200)))"
      "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= terminal (true (step 201))) (goal me 50)";
  for (int i = 0; i < 201; ++i) text += fmt::format("(succ {} {})", i, i + 1);
  for (int i = 0; i < 60; ++i) text += fmt::format("(number {})", i);
  Sheet sheet = Sheet::of_text(text);
  game::RoleId me = *sheet.rules->role("me");
  auto sampler = worlds_sampler(sheet, me);
  sample::Experience usual{got(sheet.rules->move(me, "noop")), percepts_of(*sheet.rules, {"first"})};
  for (int round = 0; round < 200; ++round) update(*sampler, usual);
  Random random(1);
  update(*sampler, {usual.move, percepts_of(*sheet.rules, {"first", "wide"})});
  Draw draw = sampler->draw(5, random);
  REQUIRE(draw.samples.size() == 5);
  CHECK(!draw.exact);
  for (const sample::Sample& sample : draw.samples) {
    CHECK(sample.moves.size() == 201);
    CHECK(state_text(*sheet.rules, sample).find("(is wide)") != std::string::npos);
  }
}
