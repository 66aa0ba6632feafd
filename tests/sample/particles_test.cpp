// SPDX-License-Identifier: MIT
//
// The engine `worlds` beyond its limit: particles are refilled when they die, their samples are histories all the same,
// and how far they are from the truth is measured. Memory stays what it is when the past is not wanted.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <malloc.h>

#include "belief/believing.h"
#include "game/playing.h"
#include "sample/sampling.h"
#include "sample/worlds/particles.h"
#include "sample/worlds/worlds_sampler.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using sample::Draw;
using sample::Options;
using sample::Sampler;

namespace {

constexpr double kSeconds = 5;  // of CPU time for an update

Options few(std::size_t worlds, std::size_t particles) {
  Options out;
  out.worlds = worlds;
  out.particles = particles;
  return out;
}

struct Followed {
  std::size_t rounds = 0, exact = 0, given_up = 0;
};

// A random match of each player; samples of every round are replayed.
Followed follow(Sheet& sheet, const Options& options, std::size_t rounds, std::size_t count) {
  Followed out;
  for (game::RoleId role : sheet.players()) {
    CAPTURE(role.value);
    Match match = play(sheet, role, 3, rounds);
    auto sampler = got(sample::make_worlds(sheet.rules, role, options));
    Random random(5);
    for (std::size_t round = 1; round <= match.experiences.size(); ++round) {
      CAPTURE(round);
      Result<void> done = sampler->update(match.experiences[round - 1], Budget(kSeconds, 0));
      REQUIRE_MESSAGE(done, (done ? "" : done.error().message));
      Draw draw = sampler->draw(count, random, Budget(kSeconds, 0));
      ++out.rounds;
      out.exact += draw.exact ? 1 : 0;
      if (draw.gave_up) {
        ++out.given_up;
        continue;
      }
      REQUIRE(draw.samples.size() == count);
      for (const sample::Sample& sample : draw.samples) {
        if (options.histories)
          REQUIRE(replayed(sheet, match, round, sample) == "");
        else
          CHECK(sample.moves.empty());
      }
    }
  }
  return out;
}

std::string told(const std::filesystem::path& file, const Followed& followed) {
  return fmt::format("{}: {} rounds, {} exact, {} given up", file.stem().string(), followed.rounds, followed.exact,
                     followed.given_up);
}

// Chance names one of so many numbers, and three rounds later the player is told which it was.
std::string late_news(int numbers) {
  std::string text = "(role player) (role random) (init (step 0))\n";
  for (int i = 0; i < numbers; ++i) text += fmt::format("(number {}) ", i);
  for (int i = 0; i < 5; ++i) text += fmt::format("(succ {} {}) ", i, i + 1);
  return text + R"(
(legal player noop)
(<= (legal random (name ?n)) (number ?n) (true (step 0)))
(<= (legal random noop) (not (true (step 0))))
(<= (next (named ?n)) (does random (name ?n)))
(<= (next (named ?n)) (true (named ?n)))
(<= (next (step ?t)) (true (step ?s)) (succ ?s ?t))
(<= (sees player (it is ?n)) (true (named ?n)) (true (step 3)))
(<= terminal (true (step 5)))
(goal player 50) (goal random 50))";
}

// A coin is tossed each round and shown the next; a counter in binary lets no position come twice.
std::string coins(int bits) {
  std::string text = "(role player) (role random) (init (coin heads)) (side heads) (side tails)\n";
  for (int i = 0; i < bits; ++i) {
    text += fmt::format("(init (bit {} 0))\n", i);
    text += fmt::format("(<= (next (bit {0} 1)) (true (bit {0} 0)) carry{0})\n", i);
    text += fmt::format("(<= (next (bit {0} 0)) (true (bit {0} 1)) carry{0})\n", i);
    text += fmt::format("(<= (next (bit {0} ?v)) (true (bit {0} ?v)) (not carry{0}))\n", i);
    text += i == 0 ? "(<= carry0 (true (coin ?_any)))\n"
                   : fmt::format("(<= carry{0} carry{1} (true (bit {1} 1)))\n", i, i - 1);
  }
  return text + fmt::format(R"(
(<= (legal player noop) (role player))
(<= (legal random (toss ?s)) (side ?s))
(<= (next (coin ?s)) (does random (toss ?s)))
(<= (sees player ?s) (true (coin ?s)))
(<= terminal (true (bit {} 1)))
(goal player 50) (goal random 50))",
                            bits - 1);
}

std::size_t bytes_in_use() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

}  // namespace

TEST_CASE("particles of our own games are never lost, and give histories that the referee plays") {
  for (const std::filesystem::path& file : own_games()) {
    CAPTURE(file.string());
    Sheet sheet = Sheet::of_file(file);
    Followed followed = follow(sheet, few(50, 50), static_cast<std::size_t>(10 * effort()), 10);
    CHECK(followed.given_up == 0);
    MESSAGE(told(file, followed));
  }
}

// A third of the sheets; all with PERCEPT_EFFORT.
TEST_CASE("particles of all playable GDL-II sheets give histories that the referee plays") {
  REQUIRE_CORPUS();
  ground::Options grounding;
  grounding.max_rules = static_cast<std::size_t>(100'000 * effort());
  for (const std::filesystem::path& file : share_of(playable_gdl2(), 3, 1)) {
    CAPTURE(file.string());
    Sheet sheet = Sheet::of_file(file, grounding);
    Followed followed = follow(sheet, few(20, 50), static_cast<std::size_t>(5 * effort()), 5);
    if (followed.given_up > 0) MESSAGE(told(file, followed));
  }
}

TEST_CASE("particles without histories forget, and are refilled all the same") {
  for (const char* name : {"krieg_tictactoe_3x3", "krieg_tictactoe_5x5", "blind_breakthrough_5x5", "meier"}) {
    CAPTURE(name);
    Sheet sheet = Sheet::of_file(own_game(name));
    Options options = few(20, 30);
    options.histories = false;
    Followed followed = follow(sheet, options, 40, 10);
    CHECK(followed.given_up == 0);
    CHECK(followed.exact < followed.rounds);
  }
}

TEST_CASE("how far particles are from the truth is told") {
  constexpr std::size_t kSamples = 5'000;
  for (const char* name : {"krieg_tictactoe_3x3", "krieg_tictactoe_5x5", "mastermind_448", "two_generals", "transit"}) {
    CAPTURE(name);
    Sheet sheet = Sheet::of_file(own_game(name));
    game::RoleId role = sheet.players()[0];
    Match match = play(sheet, role, 4, 5);
    Posterior posterior;
    std::size_t rounds = match.experiences.size();
    while (rounds > 0 && (posterior = enumerate(sheet, match, rounds, 1'000)).histories.empty()) --rounds;
    REQUIRE(rounds > 0);
    for (std::size_t particles : {2u, 20u}) {
      auto sampler = got(sample::make_worlds(sheet.rules, role, few(3, particles)));
      for (std::size_t i = 0; i < rounds; ++i) REQUIRE(sampler->update(match.experiences[i], Budget(kSeconds, 0)));
      Random random(2);
      Draw draw = sampler->draw(kSamples, random);
      Weights states = state_weights(*sheet.rules, draw);
      double distance = total_variation(states, posterior.states);
      MESSAGE(fmt::format(
          "{}, {} particles, round {}: {} of {} states, {} of {} histories, total variation {:.3f} of "
          "states, {:.3f} of histories{}",
          name, particles, rounds, states.size(), posterior.states.size(), history_weights(*sheet.rules, draw).size(),
          posterior.histories.size(), distance,
          total_variation(history_weights(*sheet.rules, draw), posterior.histories), draw.exact ? " (exact)" : ""));
      for (const auto& state : states) CHECK(posterior.states.contains(state.first));
    }
  }
}

// What is seen in the second round is 1, 3, 5 or 7 times as likely with the four numbers that are left when, much
// later, nearly all particles die: those that are put in their place must weigh what they should. Coins in between make
// more worlds than are kept, of unequal weights. One run has few of them; the mean of many is near the truth.
TEST_CASE("particles that replace dead ones weigh as if they had always been there") {
  constexpr int kShown = 6;
  std::string text =
      "(role player) (role random) (init (step 0)) (<= (legal player noop))"
      "(<= (legal random (pick ?n)) (number ?n) (true (step 0)))"
      "(<= (legal random (say ?k)) (digit ?k) (true (step 1)))"
      "(<= (legal random (toss ?k)) (digit ?k) (true (step 2))) (<= (next (coin ?k)) (does random (toss ?k)))"
      "(<= (next (coin ?k)) (true (coin ?k)))"
      "(<= (legal random noop) (not (true (step 0))) (not (true (step 1))) (not (true (step 2))))"
      "(<= (sees player low) (does random (say ?k)) (true (secret ?n)) (smaller ?k ?n))"
      "(<= (next (secret ?n)) (does random (pick ?n))) (<= (next (secret ?n)) (true (secret ?n)))"
      "(<= (next (step ?t)) (true (step ?s)) (follows ?s ?t))"
      "(<= (goal player 100) (true (step 0))) (<= (goal player 0) (not (true (step 0))))";
  text += fmt::format("(<= (sees player (rest ?m)) (true (step {})) (true (secret ?n)) (shows ?n ?m))", kShown - 1);
  text += fmt::format("(<= terminal (true (step {})))", kShown + 1);
  for (int step = 0; step <= kShown; ++step) text += fmt::format("(follows {} {})", step, step + 1);
  for (int k = 0; k < 8; ++k) text += fmt::format("(digit {})", k);
  for (int n = 0; n < 64; ++n) {
    text += fmt::format("(number {0}) (shows {0} {1})", n, n % 16);
    for (int k = 0; k <= n / 16 * 2; ++k) text += fmt::format("(smaller {} {})", k, n);
  }
  Sheet sheet = Sheet::of_text(text);
  game::RoleId player = *sheet.rules->role("player");
  game::MoveId noop = got(sheet.rules->move(player, "noop"));
  Match match{player, {}, {}};
  for (int round = 1; round <= kShown; ++round) match.experiences.push_back({noop, game::Percepts{}});
  match.experiences[1].percepts = game::Percepts{got(sheet.rules->percept("low"))};
  match.experiences[kShown - 1].percepts = game::Percepts{got(sheet.rules->percept("(rest 5)"))};
  Posterior posterior = enumerate(sheet, match, kShown);
  REQUIRE(posterior.states.size() == 4 * 8);
  Weights by_secret;
  for (const auto& [state, weight] : posterior.states) by_secret[state.substr(state.find("(secret"))] += weight;
  REQUIRE(by_secret.size() == 4);
  constexpr int kRuns = 60;
  for (bool histories : {true, false}) {
    CAPTURE(histories);
    Weights mean;
    std::size_t exact = 0;
    for (int run = 1; run <= kRuns; ++run) {
      Options options = few(3, 10);
      options.seed = static_cast<std::uint64_t>(run);
      options.histories = histories;
      auto sampler = got(sample::make_worlds(sheet.rules, player, options));
      for (const sample::Experience& experience : match.experiences) REQUIRE(sampler->update(experience));
      Random random(static_cast<std::uint64_t>(run));
      Draw draw;
      for (int tries = 0; tries < 30 && draw.samples.empty(); ++tries) draw = sampler->draw(100, random);
      REQUIRE_FALSE(draw.samples.empty());
      exact += draw.exact ? 1 : 0;
      for (const auto& [state, weight] : state_weights(*sheet.rules, draw))
        mean[state.substr(state.find("(secret"))] += weight / kRuns;
    }
    double far = total_variation(mean, by_secret);
    MESSAGE(fmt::format("total variation {:.4f}, {} of {} runs exact", far, exact, kRuns));
    CHECK(exact < kRuns);
    CHECK(far < 0.05);  // equal weights would be 0.25 away
  }
}

TEST_CASE("particles that all die are looked for until they are found") {
  Sheet sheet = Sheet::of_text(late_news(1'000));
  game::RoleId player = *sheet.rules->role("player");
  game::MoveId noop = got(sheet.rules->move(player, "noop"));
  for (int number : {3, 500, 997}) {
    for (bool histories : {true, false}) {
      CAPTURE(number);
      Options options = few(50, 10);
      options.histories = histories;
      auto sampler = got(sample::make_worlds(sheet.rules, player, options));
      for (int round = 0; round < 3; ++round) REQUIRE(sampler->update({noop, game::Percepts{}}));
      Random random(1);
      CHECK_FALSE(sampler->draw(10, random).exact);
      game::PerceptId news = got(sheet.rules->percept(fmt::format("(it is {})", number)));
      REQUIRE(sampler->update({noop, game::Percepts{news}}));
      REQUIRE(sampler->update({noop, game::Percepts{}}));
      Draw draw;
      for (int tries = 0; tries < 30 && draw.samples.empty(); ++tries) draw = sampler->draw(10, random);
      REQUIRE(draw.samples.size() == 10);
      CHECK_FALSE(draw.gave_up);
      for (const sample::Sample& sample : draw.samples)
        CHECK(state_text(*sheet.rules, sample) == fmt::format("(named {}) (step 5)", number));
    }
  }
}

TEST_CASE("particles are replaced only by more of them") {
  Sheet sheet = Sheet::of_file(own_game("mastermind_448"));
  game::RoleId role = sheet.players()[0];
  std::size_t refills = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    Match match = play(sheet, role, seed, 8);
    Options options = few(3, 30);
    options.seed = seed;
    sample::LayerMaker maker(sheet.rules, role, options);
    sample::Particles particles(options);
    Random random(seed);
    std::vector<sample::Layer> layers{got(maker.first())};
    for (std::size_t round = 1; round <= match.experiences.size(); ++round) {
      auto next = got(maker.next(layers.back(), match.experiences[round - 1], particles.size(), random, {}));
      if (next.layer) layers.push_back(next.layer);
      std::size_t before = next.layer ? next.layer->worlds.size() : 0;
      if (before >= 3) continue;
      ++refills;
      auto outcome = got(particles.refill(maker, layers, match.experiences, round, {}));
      REQUIRE(outcome == sample::Outcome::kDone);
      REQUIRE(layers.size() == round + 1);
      CHECK(layers.back()->worlds.size() >= std::max<std::size_t>(before, 1));
    }
  }
  CHECK(refills > 10);
}

TEST_CASE("only a search that dropped nothing shows that nothing explains what was seen") {
  // Of 150 numbers all can be looked at in the end, of 1000 they cannot.
  for (int numbers : {150, 1'000}) {
    CAPTURE(numbers);
    Sheet sheet = Sheet::of_text(late_news(numbers));
    game::RoleId player = *sheet.rules->role("player");
    auto sampler = got(sample::make_worlds(sheet.rules, player, few(50, 10)));
    for (int round = 0; round < 3; ++round) REQUIRE(sampler->update({std::nullopt, game::Percepts{}}));
    Random random(1);
    CHECK(sampler->draw(10, random).samples.size() == 10);
    Result<void> silence = sampler->update({std::nullopt, game::Percepts{}});
    if (numbers == 150) {
      REQUIRE_FALSE(silence);
      CHECK(silence.error().message == "round 4: no history explains seeing nothing");
      CHECK(sampler->round() == 4);
      CHECK(sampler->draw(10, random).samples.size() == 10);
      REQUIRE(sampler->update({std::nullopt, game::Percepts{got(sheet.rules->percept("(it is 77)"))}}));
      CHECK(sampler->draw(10, random).samples.size() == 10);
    } else {
      REQUIRE(silence);
      Draw draw = sampler->draw(10, random);
      CHECK(draw.gave_up);
      CHECK(draw.samples.empty());
    }
  }
}

TEST_CASE("a thousand rounds take no more memory than a hundred when the past is not wanted") {
  Sheet sheet = Sheet::of_text(coins(11));
  game::RoleId player = *sheet.rules->role("player");
  Match match = play(sheet, player, 1, 1'000);
  REQUIRE(match.experiences.size() == 1'000);
  for (std::size_t worlds : {1'000u, 1u}) {  // all worlds, particles
    Options options = few(worlds, 1);
    options.histories = false;
    auto sampler = got(sample::make_worlds(sheet.rules, player, options));
    std::size_t before = bytes_in_use(), early = 0;
    Random random(1);
    for (std::size_t round = 1; round <= 1'000; ++round) {
      REQUIRE(sampler->update(match.experiences[round - 1]));
      Draw draw = sampler->draw(100, random);
      REQUIRE(draw.samples.size() == 100);
      CHECK(state_weights(*sheet.rules, draw).size() == 2);
      if (round == 100) early = bytes_in_use();
    }
    std::size_t late = bytes_in_use();
    MESSAGE(fmt::format("{} worlds: {} bytes before, {} after round 100, {} after round 1000", worlds, before, early,
                        late));
    // Particles may have to begin again, and keep what they were told.
    CHECK(late < early + (worlds > 1 ? 50'000 : 900 * 100));
  }
}
