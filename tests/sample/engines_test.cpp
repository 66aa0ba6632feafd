// SPDX-License-Identifier: MIT
//
// What holds for every engine: each sample is a history that the referee would have played, and weights are as exact as
// the engine says. Every rule sheet of ours, and every playable GDL-II sheet of the corpus.
#include "sample/engines.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "game/playing.h"
#include "sample/sampling.h"
#include "support/aborting.h"
#include "support/support.h"

namespace percept::sample {
namespace {

using test::got;
using test::Sheet;

constexpr double kSeconds = 5;  // of CPU time for an update or a draw: what does not end by then is left out, and told

struct Count {
  std::size_t rounds = 0, samples = 0, given_up = 0;
};

// Follows a match of each role and draws in every round.
void replay_samples(Engine engine, Sheet& sheet, std::size_t max_rounds, std::size_t samples, Count& count) {
  for (game::RoleId role : sheet.players()) {
    test::Match match = test::play(sheet, role, 17 + role.value, max_rounds);
    Options options;
    options.worlds = 2'000;  // so that particles are met, too
    options.particles = 500;
    auto sampler = got(make_sampler(engine, sheet.rules, role, options));
    Random random(3);
    for (std::size_t i = 0; i < match.experiences.size(); ++i) {
      auto updated = sampler->update(match.experiences[i], Budget(kSeconds, 0));
      REQUIRE_MESSAGE(updated, (updated ? "" : updated.error().message));
      Draw draw = sampler->draw(samples, random, Budget(kSeconds, 0));
      ++count.rounds;
      count.samples += draw.samples.size();
      if (draw.gave_up) ++count.given_up;
      if (!draw.gave_up) CHECK(!draw.samples.empty());
      double total = 0;
      for (const Sample& sample : draw.samples) {
        total += sample.weight;
        REQUIRE(test::replayed(sheet, match, i + 1, sample) == "");
      }
      if (!draw.samples.empty()) CHECK(total == doctest::Approx(1));
      if (draw.gave_up) break;
    }
  }
}

constexpr std::array kByAsp{Engine::kAsp, Engine::kAspReactive};
constexpr std::array kOurs{Engine::kNative, Engine::kHyperplay, Engine::kWorlds, Engine::kAuto};

constexpr std::array kOften{Engine::kNative, Engine::kWorlds, Engine::kAuto};

// Games with more rules than that are played on the prover, and believed by circuits of the moment.
Sheet read(const std::filesystem::path& file) {
  ground::Options grounding;
  grounding.max_rules = 300'000;
  return Sheet::of_file(file, grounding);
}

void replay_files(const std::vector<std::filesystem::path>& files, std::span<const Engine> with, std::size_t max_rounds,
                  std::size_t samples) {
  for (const std::filesystem::path& file : files) {
    CAPTURE(file.filename().string());
    Sheet sheet = read(file);
    for (Engine engine : with) {
      CAPTURE(std::string(name_of(engine)));
      Count count;
      replay_samples(engine, sheet, max_rounds, samples, count);
      if (count.given_up > 0)
        MESSAGE(fmt::format("{}, {}: gave up in {} of {} rounds", file.filename().string(), name_of(engine),
                            count.given_up, count.rounds));
    }
  }
}

std::size_t more(double few) { return static_cast<std::size_t>(few * test::effort()); }

// Of half of our games the first rounds, of the corpus a third of the sheets; PERCEPT_EFFORT takes all, and more
// rounds.
TEST_CASE("every sample replays: our games, by answer set programming") {
  replay_files(test::share_of(test::own_games(), 2), kByAsp, more(3), 5);
}
TEST_CASE("every sample replays: our games, by our engines") {
  replay_files(test::share_of(test::own_games(), 3, 1), kOurs, more(10), 2);
}
TEST_CASE("every sample replays: the corpus, by answer set programming") {
  REQUIRE_CORPUS();
  replay_files(test::share_of(test::playable_gdl2(), 3), kByAsp, more(2), 3);
}
TEST_CASE("every sample replays: the corpus, by our engines") {
  REQUIRE_CORPUS();
  replay_files(test::share_of(test::playable_gdl2(), 3, 1), kOurs, more(3), 3);
}

// Exact weights pass a chi-square test, others are measured.
void compare(Sheet& sheet, const std::string& name, const test::Match& match, std::size_t round,
             const test::Posterior& posterior, const EngineName& engine) {
  constexpr std::size_t kSamples = 2'000;
  CAPTURE(std::string(engine.name));
  auto sampler = got(make_sampler(engine.engine, sheet.rules, match.role));
  for (std::size_t i = 0; i < round; ++i) REQUIRE(sampler->update(match.experiences[i], Budget(kSeconds, 0)));
  Random random(11);
  Draw draw = sampler->draw(kSamples, random, Budget(kSeconds, 0));
  if (draw.samples.empty()) return;
  test::Weights states = test::state_weights(*sheet.rules, draw);
  test::Weights histories = test::history_weights(*sheet.rules, draw);
  if (draw.all) {
    CHECK(draw.exact);
    CHECK(test::total_variation(histories, posterior.histories) < 1e-9);
  } else if (draw.exact) {
    CHECK(test::chi_square(states, posterior.states, draw.samples.size()) > 1e-6);
    CHECK(test::chi_square(histories, posterior.histories, draw.samples.size()) > 1e-6);
  } else {
    MESSAGE(fmt::format("{} {} round {}, {}: total variation {:.3f} of {} states, {:.3f} of {} histories", name,
                        sheet.game.text(match.role), round, engine.name,
                        test::total_variation(states, posterior.states), posterior.states.size(),
                        test::total_variation(histories, posterior.histories), posterior.histories.size()));
  }
}

// In each round of a match with few enough histories; those that never claim to be exact, in the last of them.
// PERCEPT_EFFORT=200 and 1000 take up to 100 000 histories of our games and the corpus.
void compare_with_enumeration(const std::vector<std::filesystem::path>& files, std::size_t limit) {
  for (const std::filesystem::path& file : files) {
    CAPTURE(file.filename().string());
    Sheet sheet = read(file);
    for (game::RoleId role : sheet.players()) {
      test::Match match = test::play(sheet, role, 5, 8);
      std::size_t round = 0;
      test::Posterior posterior;
      for (std::size_t i = 1; i <= match.experiences.size(); ++i) {
        test::Posterior here = test::enumerate(sheet, match, i, limit);
        if (here.histories.empty()) break;
        if (here.histories.size() < 2) continue;
        round = i;
        posterior = std::move(here);
        for (const EngineName& engine : engines())
          if (std::ranges::find(kOften, engine.engine) != kOften.end())
            compare(sheet, file.stem().string(), match, round, posterior, engine);
      }
      if (round == 0) continue;
      for (const EngineName& engine : engines())
        if (std::ranges::find(kOften, engine.engine) == kOften.end())
          compare(sheet, file.stem().string(), match, round, posterior, engine);
    }
  }
}

TEST_CASE("weights are those of enumeration, or their distance is told: our games") {
  compare_with_enumeration(test::share_of(test::own_games(), 3, 1), more(500));
}
TEST_CASE("weights are those of enumeration, or their distance is told: the corpus") {
  REQUIRE_CORPUS();
  compare_with_enumeration(test::share_of(test::playable_gdl2(), 4, 2), more(100));
}

TEST_CASE("samples are states of the model that their sampler has, and of no other") {
  auto description = got(gdl::read_file((test::project_root() / "games/monty_hall.kif").string()));
  auto model = got(game::Model::make(std::move(description)));
  auto rules = got(belief::Rules::make(model, circuit::Logic::kTwoValued));
  game::Game game = got(game::Game::make(model, {}));
  for (const EngineName& engine : engines()) {
    CAPTURE(std::string(engine.name));
    auto sampler = got(make_sampler(engine.engine, rules, *rules->role("candidate"), {}));
    Random random(1);
    Draw draw = sampler->draw(5, random);
    REQUIRE_FALSE(draw.samples.empty());
    for (const Sample& sample : draw.samples) {
      CHECK(sample.state.giver() == game.lexicon().number());
      CHECK_FALSE(got(game.terminal(sample.state)));
    }
  }
}

TEST_CASE("a sampler is told moves that its role has and percepts that there are") {
  auto model = got(game::Model::make(got(gdl::read_file(test::own_game("monty_hall").string()))));
  auto rules = got(belief::Rules::make(model, circuit::Logic::kTwoValued));
  auto kleene = got(belief::Rules::make(model, circuit::Logic::kKleene));
  const game::Lexicon& words = rules->lexicon();
  RoleId candidate = *rules->role("candidate");
  MoveId others{static_cast<std::uint32_t>(words.moves(candidate)), words.number()};
  PerceptId none{static_cast<std::uint32_t>(words.percepts()), words.number()};
  CHECK(words.moves(*rules->role("monty")) > others.value);
  for (const EngineName& engine : engines()) {
    CAPTURE(std::string(engine.name));
    auto sampler = got(make_sampler(engine.engine, rules, candidate));
    auto said = [&](const Experience& experience) {
      return test::aborting([&] { (void)sampler->update(experience); });
    };
    CHECK(said({others, {}}).find("a move that the role does not have") != std::string::npos);
    CHECK(said({{}, Percepts{none}}).find("a percept that the game does not have") != std::string::npos);
    CHECK(said({}).empty());
    CHECK(test::aborting([&] { (void)make_sampler(engine.engine, kleene, candidate); }).find("not two-valued") !=
          std::string::npos);
  }
}

}  // namespace
}  // namespace percept::sample
