// SPDX-License-Identifier: MIT
#include "sample/hyperplay/hyperplay.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "game/playing.h"
#include "sample/hyperplay/explainer.h"
#include "sample/hyperplay/hypergame_tree.h"
#include "sample/hyperplay/hypergames.h"
#include "sample/hyperplay/shuffled_order.h"
#include "sample/sampling.h"
#include "support/support.h"

namespace percept::sample {
namespace {

using test::got;
using test::Match;
using test::Sheet;

Sheet own_sheet(const std::string& name) { return Sheet::of_file(test::project_root() / "games" / (name + ".kif")); }

// Rounds of the match in which samples were drawn; each of them is checked by the referee.
std::size_t samples_replay(Sheet& sheet, const Match& match, const Options& options, std::size_t count) {
  auto sampler = got(make_hyperplay(sheet.rules, match.role, options));
  Random random(7);
  std::size_t drawn = 0;
  for (std::size_t round = 0; round < match.experiences.size(); ++round) {
    Result<void> updated = sampler->update(match.experiences[round]);
    if (!updated) FAIL(fmt::format("round {}: {}", round + 1, updated.error().message));
    Draw draw = sampler->draw(count, random);
    CHECK(draw.samples.empty() == draw.gave_up);
    drawn += draw.samples.empty() ? 0 : 1;
    double total = 0;
    for (const Sample& sample : draw.samples) {
      total += sample.weight;
      std::string wrong = test::replayed(sheet, match, round + 1, sample);
      if (!wrong.empty()) FAIL_CHECK(fmt::format("round {}: {}", round + 1, wrong));
    }
    if (!draw.samples.empty()) CHECK(total == doctest::Approx(1));
  }
  return drawn;
}

std::unique_ptr<Sampler> told(Sheet& sheet, const Match& match, const Options& options = {}) {
  auto sampler = got(make_hyperplay(sheet.rules, match.role, options));
  for (const Experience& experience : match.experiences) {
    auto updated = sampler->update(experience);
    if (!updated) FAIL(updated.error().message);
  }
  return sampler;
}

struct Distance {
  double states, histories;
};
Distance distance(Sheet& sheet, const Match& match, const Options& options, const test::Posterior& posterior) {
  Random random(11);
  Draw draw = told(sheet, match, options)->draw(options.particles, random);
  return {test::total_variation(test::state_weights(*sheet.rules, draw), posterior.states),
          test::total_variation(test::history_weights(*sheet.rules, draw), posterior.histories)};
}

// A number is picked in the first round and shown in a late one; in between random has no choice, in steps for which
// nothing else is said.
std::string secret(int numbers, int shown, const std::string& otherwise = "") {
  std::string out =
      "(role player) (role random) (init (step 0)) (<= (legal player noop))"
      "(<= (legal random (pick ?n)) (number ?n) (true (step 0)))"
      "(<= (next (secret ?n)) (does random (pick ?n)))"
      "(<= (next (secret ?n)) (true (secret ?n)))"
      "(<= (next (step ?t)) (true (step ?s)) (follows ?s ?t))"
      "(<= (goal player 100) (true (step 0))) (<= (goal player 0) (not (true (step 0))))";
  for (int i = 0; i < numbers; ++i) out += fmt::format("(number {})", i);
  for (int i = 0; i <= shown; ++i) out += fmt::format("(follows {} {})", i, i + 1);
  out += fmt::format("(<= (legal random noop) (not (true (step 0))) {})", otherwise);
  out += fmt::format("(<= (sees player ?m) (true (step {})) (true (secret ?n)) (shows ?n ?m))", shown - 1);
  return out + fmt::format("(<= terminal (true (step {})))", shown + 1);
}

TEST_CASE("hyperplay: Monty Hall's doors weigh 1/3 and 2/3") {
  Sheet sheet = own_sheet("monty_hall");
  game::RoleId role = *sheet.rules->role("candidate");
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Match match = test::play(sheet, role, seed, 2);
    test::Posterior posterior = test::enumerate(sheet, match, 2);
    REQUIRE(posterior.states.size() == 2);
    Options options;
    options.seed = seed;
    CHECK(distance(sheet, match, options, posterior).states < 0.04);
  }
}

TEST_CASE("hyperplay: every sample replays, in our games") {
  for (const std::filesystem::path& file : test::own_games()) {
    INFO(file.filename().string());
    ground::Options grounding;
    grounding.max_rules = 500'000;
    Sheet sheet = Sheet::of_file(file, grounding);
    if (!sheet.rules->imperfect()) continue;
    Options options;
    options.particles = 200;
    for (game::RoleId role : sheet.players()) {
      Match match = test::play(sheet, role, 3, static_cast<std::size_t>(12 * test::effort()));
      CHECK(samples_replay(sheet, match, options, 10) == match.experiences.size());
    }
  }
}

// A third of the sheets; all with PERCEPT_EFFORT.
TEST_CASE("hyperplay: every sample replays, in the corpus") {
  REQUIRE_CORPUS();
  ground::Options grounding;
  grounding.max_rules = static_cast<std::size_t>(200'000 * test::effort());
  for (const std::filesystem::path& file : test::share_of(test::playable_gdl2(), 3)) {
    INFO(file.filename().string());
    Sheet sheet = Sheet::of_file(file, grounding);
    Options options;
    options.particles = 200;
    for (game::RoleId role : sheet.players()) {
      Match match = test::play(sheet, role, 5, static_cast<std::size_t>(6 * test::effort()));
      CHECK(samples_replay(sheet, match, options, 5) == match.experiences.size());
    }
  }
}

TEST_CASE("hyperplay: weights are near those of all histories") {
  struct Case {
    std::string game;
    std::size_t rounds;
    double bound;
  };
  for (const Case& one : {Case{"kuhn_poker", 2, .05}, Case{"leduc_poker", 4, .06}, Case{"meier", 3, .06},
                          Case{"krieg_tictactoe_3x3", 6, .06}, Case{"transit", 6, .06}, Case{"number_guessing", 3, .05},
                          Case{"blind_breakthrough_5x5", 8, .15}, Case{"krieg_tictactoe_5x5", 4, .10}}) {
    Sheet sheet = own_sheet(one.game);
    for (game::RoleId role : sheet.players()) {
      Match match;
      test::Posterior posterior;
      for (std::uint64_t seed = 1; seed <= 20 && posterior.states.size() < 3; ++seed) {
        match = test::play(sheet, role, seed, one.rounds);
        posterior = test::enumerate(sheet, match, match.experiences.size(), 20'000);
      }
      if (posterior.states.empty()) continue;
      Distance far = distance(sheet, match, {}, posterior);
      MESSAGE(fmt::format("{} {}: total variation {:.4f} over {} states, {:.4f} over {} histories", one.game,
                          sheet.rules->text(role), far.states, posterior.states.size(), far.histories,
                          posterior.histories.size()));
      CHECK(far.states < one.bound);
      CHECK(far.histories < 1.5 * one.bound);
    }
  }
}

// Nearly all hypergames die when the number is shown in part, long after it was picked; those that are drawn from the
// first round again must weigh what they should. What was seen in the second round is 1, 3, 5 or 7 times as likely with
// the four numbers that are left.
TEST_CASE("hyperplay: what comes out late is weighed as if it had come early") {
  constexpr int kShown = 22;
  std::string text = secret(64, kShown, "(not (true (step 1)))");
  text +=
      "(<= (legal random (say ?k)) (digit ?k) (true (step 1)))"
      "(<= (sees player low) (does random (say ?k)) (true (secret ?n)) (smaller ?k ?n))";
  for (int k = 0; k < 8; ++k) text += fmt::format("(digit {})", k);
  for (int n = 0; n < 64; ++n) {
    text += fmt::format("(shows {} (rest {}))", n, n % 16);
    for (int k = 0; k <= n / 16 * 2; ++k) text += fmt::format("(smaller {} {})", k, n);
  }
  Sheet sheet = Sheet::of_text(text);
  RoleId player = *sheet.rules->role("player");
  MoveId noop = got(sheet.rules->move(player, "noop"));
  Match match{player, {}, {}};
  for (int round = 1; round <= kShown; ++round) match.experiences.push_back({noop, Percepts{}});
  match.experiences[1].percepts = Percepts{got(sheet.rules->percept("low"))};
  match.experiences[kShown - 1].percepts = Percepts{got(sheet.rules->percept("(rest 5)"))};
  test::Weights weights;
  constexpr int kRuns = 20;
  for (int run = 1; run <= kRuns; ++run) {
    Options options;
    options.particles = 120;
    options.seed = static_cast<std::uint64_t>(run);
    Random random(1);
    Draw draw = told(sheet, match, options)->draw(120, random);
    for (const Sample& sample : draw.samples) {
      CHECK(test::replayed(sheet, match, kShown, sample) == "");
      weights[test::state_text(*sheet.rules, sample)] += sample.weight / kRuns;
    }
  }
  test::Posterior posterior = test::enumerate(sheet, match, kShown);
  CHECK(posterior.states.size() == 4);
  double far = test::total_variation(weights, posterior.states);
  MESSAGE(fmt::format("total variation {:.4f}", far));
  CHECK(far < 0.01);
}

TEST_CASE("hyperplay: other roles play as the model says, random never does") {
  struct Model : belief::Opponents {
    std::optional<RoleId> random;
    void weigh(RoleId role, const game::State&, std::span<const MoveId> legal,
               std::span<double> weights) const override {
      CHECK(role != random);
      for (std::size_t i = 0; i < legal.size(); ++i) weights[i] = legal[i].value % 3 == 0 ? 10 : 1;
    }
  };
  for (const char* name : {"krieg_tictactoe_3x3", "kuhn_poker"}) {
    Sheet sheet = own_sheet(name);
    auto model = std::make_shared<Model>();
    model->random = sheet.rules->role("random");
    Match match = test::play(sheet, sheet.players().front(), 9, 4);
    Options options;
    options.opponents = model;
    test::Posterior posterior = test::enumerate(sheet, match, match.experiences.size(), 100'000, model.get());
    REQUIRE_FALSE(posterior.states.empty());
    CHECK(distance(sheet, match, options, posterior).states < 0.06);
  }
}

// More joint moves than are tried: the chance of what was seen is estimated, three times as large with one coin as with
// the other.
TEST_CASE("hyperplay: countless joint moves are drawn, without bias") {
  std::string text =
      "(role player) (role random) (init start) (<= (legal player noop))"
      "(<= (legal random (flip ?c)) (coin ?c) (true start)) (<= (legal random noop) (not (true start)))"
      "(coin heads) (coin tails) (<= (next (coin ?c)) (does random (flip ?c))) (<= (next (coin ?c)) (true (coin ?c)))"
      "(<= (next middle) (true start)) (<= (next end) (true middle))"
      "(<= terminal (true end)) (<= (goal player 100) (true start))"
      "(<= (sees player low) (true (coin heads)) (does r0 (say ?x)) (quarter ?x))"
      "(<= (sees player low) (true (coin tails)) (does r0 (say ?x)) (not (quarter ?x)))";
  for (int i = 0; i < 40; ++i) text += fmt::format("(word {})", i) + (i < 10 ? fmt::format("(quarter {})", i) : "");
  for (int r = 0; r < 14; ++r)
    text += fmt::format(
        "(role r{0}) (<= (legal r{0} (say ?x)) (word ?x) (true middle)) (<= (legal r{0} noop) (true start))"
        "(<= (next (heard {0} ?x)) (does r{0} (say ?x)))",
        r);
  Sheet sheet = Sheet::of_text(text);
  RoleId player = *sheet.rules->role("player");
  Match match{player, {}, {}};
  MoveId noop = got(sheet.rules->move(player, "noop"));
  match.experiences = {{noop, Percepts{}}, {noop, Percepts{got(sheet.rules->percept("low"))}}};
  auto sampler = told(sheet, match);
  Random random(1);
  Draw draw = sampler->draw(2000, random);
  CHECK(draw.samples.size() > 1000);
  double tails = 0;
  for (std::size_t i = 0; i < draw.samples.size(); ++i) {
    if (i < 100) CHECK(test::replayed(sheet, match, 2, draw.samples[i]) == "");
    if (test::state_text(*sheet.rules, draw.samples[i]).find("(coin tails)") != std::string::npos)
      tails += draw.samples[i].weight;
  }
  CHECK(tails == doctest::Approx(0.75).epsilon(0.08));
}

TEST_CASE("hyperplay: backs up to the first round, and knows when nothing is left") {
  std::string text = secret(400, 20);
  for (int n = 0; n < 400; ++n) text += fmt::format("(shows {0} {0})", n);
  Sheet sheet = Sheet::of_text(text);
  game::RoleId player = *sheet.rules->role("player");
  Match match = test::play(sheet, player, 1, 20);
  REQUIRE(match.experiences.size() == 20);
  for (bool histories : {true, false}) {
    Options options;
    options.particles = 30;
    options.histories = histories;
    auto sampler = got(make_hyperplay(sheet.rules, player, options));
    for (std::size_t round = 0; round < 19; ++round) REQUIRE(sampler->update(match.experiences[round]));
    Random random(1);
    CHECK(sampler->draw(30, random).samples.size() == 30);
    // Without a percept there is no number: every start has to be tried for that.
    CHECK_FALSE(sampler->update({match.experiences[19].move, Percepts{}}));
    CHECK(sampler->round() == 20);
    CHECK(sampler->draw(30, random).samples.size() == 30);
    REQUIRE(sampler->update(match.experiences[19]));
    Draw draw = sampler->draw(30, random);
    REQUIRE(draw.samples.size() == 1);
    if (histories) CHECK(test::replayed(sheet, match, 20, draw.samples[0]) == "");
  }
}

TEST_CASE("hyperplay: a position is looked at whatever is known of those named before it") {
  Sheet sheet = Sheet::of_text(secret(3, 5) + "(shows 0 0) (shows 1 1) (shows 2 2)");
  game::RoleId player = *sheet.rules->role("player");
  Explainer explainer(sheet.rules, player, nullptr, 1);
  Positions positions(sheet.rules->roles());
  auto add = [&](std::initializer_list<const char*> fluents) {
    game::State state;
    for (const char* fluent : fluents) state.insert(got(sheet.rules->fluent(fluent)));
    return positions.add(state.words());
  };
  // Complete, dead, and of which nothing is known yet.
  std::uint32_t complete = add({"(step 0)"}), dead = add({"(step 1)", "(secret 0)"}),
                fresh = add({"(step 1)", "(secret 1)"});
  Experience experience{got(sheet.rules->move(player, "noop")), Percepts{}};
  REQUIRE(got(explainer.explain(positions, std::vector{complete}, nullptr, 1, experience, {})));
  REQUIRE(positions[complete].complete());
  CHECK(positions[complete].explanations == 3);  // what random may pick
  positions[dead].dead = 1;
  REQUIRE(got(explainer.explain(positions, std::vector{complete, dead, fresh}, nullptr, 3, experience, {})));
  CHECK(!positions[dead].looked_at);
  CHECK(positions[fresh].complete());
  CHECK(positions[fresh].explanations == 1);
}

TEST_CASE("hyperplay: a start weighs one, however many are drawn again and added") {
  Sheet sheet = own_sheet("monty_hall");
  Options options;
  options.particles = 30;
  HypergameTree tree(sheet.rules, *sheet.rules->role("candidate"), options);
  for (int i = 0; i < 20; ++i) {  // they become too many on the way
    tree.add(0, tree.drawn_again(0));
    const Population& all = tree.population(0);
    double total = 0;
    for (const Hypergame& game : all.games) total += std::exp(game.log_weight);
    CHECK(total / static_cast<double>(all.proposals) == doctest::Approx(1));
    CHECK(all.games.size() <= 8 * 30);
  }
}

TEST_CASE("hyperplay: what was not told may have been anything") {
  Sheet sheet = own_sheet("krieg_tictactoe_3x3");
  for (game::RoleId role : sheet.players()) {
    Match match = test::play(sheet, role, 2, 5);
    match.experiences[1].move.reset();
    match.experiences[2].percepts.reset();
    test::Posterior posterior = test::enumerate(sheet, match, match.experiences.size());
    REQUIRE_FALSE(posterior.states.empty());
    double far = distance(sheet, match, {}, posterior).states;
    MESSAGE(
        fmt::format("{}: {} states, total variation {:.4f}", sheet.rules->text(role), posterior.states.size(), far));
    CHECK(far < 0.12);
    Options options;
    options.particles = 100;
    CHECK(samples_replay(sheet, match, options, 100) == match.experiences.size());
  }
}

TEST_CASE("hyperplay: without time nothing is lost") {
  Sheet sheet = own_sheet("blind_breakthrough_6x6");
  game::RoleId role = sheet.players().front();
  Match match = test::play(sheet, role, 1, 10);
  auto sampler = got(make_hyperplay(sheet.rules, role, {}));
  Random random(1);
  Budget nothing(1e-9, 0);
  for (const Experience& experience : match.experiences) {
    REQUIRE(sampler->update(experience, nothing));
    Draw draw = sampler->draw(5, random, nothing);
    CHECK(draw.gave_up);
    CHECK(draw.samples.empty());
  }
  CHECK(sampler->round() == match.experiences.size() + 1);
  // A little at a time, until all is done; samples that come before that are right, too.
  bool some = false;
  for (int i = 0; i < 100'000 && !some; ++i) {
    Draw draw = sampler->draw(5, random, Budget(2e-4 * (1 + i / 1000), 0));  // more where a machine is slow
    some = !draw.samples.empty();
    for (const Sample& sample : draw.samples) CHECK(test::replayed(sheet, match, 10, sample) == "");
  }
  CHECK(some);
  Draw draw = sampler->draw(50, random);
  CHECK(draw.samples.size() == 50);
  CHECK_FALSE(draw.gave_up);
  for (const Sample& sample : draw.samples) CHECK(test::replayed(sheet, match, 10, sample) == "");
}

TEST_CASE("hyperplay: what cannot be is found out late, and stays") {
  std::string text = secret(40, 3);
  for (int n = 0; n < 40; ++n) text += fmt::format("(shows {0} {0})", n);
  Sheet sheet = Sheet::of_text(text);
  RoleId player = *sheet.rules->role("player");
  MoveId noop = got(sheet.rules->move(player, "noop"));
  auto sampler = got(make_hyperplay(sheet.rules, player, {}));
  Budget nothing(1e-9, 0);
  for (int round = 1; round <= 3; ++round) REQUIRE(sampler->update({noop, Percepts{}}, nothing));
  Random random(1);
  Draw draw = sampler->draw(5, random);
  CHECK(draw.samples.empty());
  CHECK_FALSE(draw.gave_up);
  CHECK_FALSE(sampler->update({noop, std::nullopt}));
  REQUIRE(sampler->restart());
  CHECK(sampler->round() == 1);
  CHECK(sampler->update({noop, Percepts{}}));
  CHECK(sampler->draw(5, random).samples.size() == 5);
}

// Bytes in use; a sanitizer's memory is not counted.
std::size_t memory() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// A counter of ten bits, and a coin that is shown a round later.
TEST_CASE("hyperplay: a thousand rounds take the memory of a hundred") {
  std::string text =
      "(role player) (role random) (<= (legal player noop))"
      "(<= (legal random (flip ?c)) (side ?c)) (side heads) (side tails)"
      "(<= (next (coin ?c)) (does random (flip ?c))) (<= (sees player ?c) (true (coin ?c)))"
      "(<= (carry 0)) (<= (carry ?i) (follows ?h ?i) (carry ?h) (true (bit ?h)))"
      "(<= (next (bit ?i)) (digit ?i) (true (bit ?i)) (not (carry ?i)))"
      "(<= (next (bit ?i)) (digit ?i) (not (true (bit ?i))) (carry ?i))"
      "(init (coin heads)) (<= terminal (true (bit 10))) (<= (goal player 100) terminal) (digit 0)";
  for (int i = 0; i < 10; ++i) text += fmt::format("(digit {1}) (follows {0} {1})", i, i + 1);
  Sheet sheet = Sheet::of_text(text);
  game::RoleId player = *sheet.rules->role("player");
  Match match = test::play(sheet, player, 1, 1000);
  REQUIRE(match.experiences.size() == 1000);
  Options options;
  options.histories = false;
  auto sampler = got(make_hyperplay(sheet.rules, player, options));
  Random random(1);
  std::size_t after_100 = 0;
  for (std::size_t round = 1; round <= 1000; ++round) {
    REQUIRE(sampler->update(match.experiences[round - 1]));
    CHECK(sampler->draw(10, random).samples.size() == 2);
    if (round == 100) after_100 = memory();
  }
  MESSAGE(fmt::format("{} bytes after 100 rounds, {} after 1000", after_100, memory()));
  CHECK(memory() <= after_100 + after_100 / 10);
}

TEST_CASE("hyperplay: draws are without bias") {
  std::vector<double> weights = {5, 0, 1, 1, 0.5, 2, 0.5};
  std::vector<double> sum(weights.size()), often(weights.size());
  Random random(3);
  constexpr int kDraws = 20'000;
  for (int i = 0; i < kDraws; ++i) {
    std::set<std::uint32_t> different;
    for (const Drawn& drawn : thinned(weights, 3, random)) {
      sum[drawn.index] += drawn.weight / kDraws;
      different.insert(drawn.index);
    }
    CHECK(different.size() == 3);
    for (std::uint32_t index : systematic(weights, 4, random)) often[index] += 1.0 / kDraws;
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    CHECK(sum[i] == doctest::Approx(weights[i]).epsilon(0.05));
    CHECK(often[i] == doctest::Approx(0.4 * weights[i]).epsilon(0.05));
  }
  for (std::uint64_t count : {1u, 2u, 3u, 17u, 64u, 1000u}) {
    std::set<std::uint64_t> seen;
    ShuffledOrder order(count, 5);
    for (std::uint64_t i = 0; i < count; ++i) seen.insert(order[i]);
    CHECK(seen.size() == count);
    CHECK(*seen.rbegin() == count - 1);
  }
}

}  // namespace
}  // namespace percept::sample
