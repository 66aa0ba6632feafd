// SPDX-License-Identifier: MIT
//
// Every engine ends with its budget, and draws what is right when it has time.
#include <doctest/doctest.h>

#include "game/playing.h"
#include "sample/engines.h"
#include "sample/sampling.h"
#include "support/ending.h"
#include "support/support.h"

namespace percept::sample {
namespace {

using test::got;
using test::Match;
using test::own_game;
using test::Sheet;

TEST_CASE("every engine ends with its budget in blind breakthrough, and goes on") {
  constexpr std::size_t kRounds = 24;
  for (const EngineName& engine : engines()) {
    std::string name(engine.name);
    CAPTURE(name);
    Sheet sheet = Sheet::of_file(own_game("blind_breakthrough_8x8"));
    game::RoleId role = sheet.players().front();
    Match match = test::play(sheet, role, 2, kRounds);
    REQUIRE(match.experiences.size() == kRounds);
    std::unique_ptr<Sampler> last;
    test::check_ends(name.c_str(), [&](const Budget& budget) {
      auto sampler = got(make_sampler(engine.engine, sheet.rules, role, {}));
      for (const Experience& experience : match.experiences) REQUIRE(sampler->update(experience, budget));
      Random random(1);
      while (!budget.out_of_time()) (void)sampler->draw(100'000, random, budget);
      CHECK(sampler->round() == kRounds + 1);
      last = std::move(sampler);
    });
    Random random(1);
    Draw draw = last->draw(5, random, Budget(60, 0));
    CHECK(draw.samples.size() > 0);
    for (const Sample& sample : draw.samples) CHECK(test::replayed(sheet, match, kRounds, sample) == "");
  }
}

TEST_CASE("engines with circuits of the moment end, too") {
  ground::Options of_the_moment;
  of_the_moment.max_rules = 1;
  for (Engine engine : {Engine::kNative, Engine::kWorlds, Engine::kHyperplay}) {
    Sheet sheet = Sheet::of_file(own_game("blind_breakthrough_6x6"), of_the_moment);
    game::RoleId role = sheet.players().front();
    Match match = test::play(sheet, role, 2, 12);
    std::unique_ptr<Sampler> last;
    test::check_ends("circuits of the moment", [&](const Budget& budget) {
      auto sampler = got(make_sampler(engine, sheet.rules, role, {}));
      for (const Experience& experience : match.experiences) REQUIRE(sampler->update(experience, budget));
      Random random(1);
      while (!budget.out_of_time()) (void)sampler->draw(100'000, random, budget);
      last = std::move(sampler);
    });
    Random random(1);
    Draw draw = last->draw(5, random, Budget(60, 0));
    CHECK(draw.samples.size() > 0);
    for (const Sample& sample : draw.samples)
      CHECK(test::replayed(sheet, match, match.experiences.size(), sample) == "");
  }
}

}  // namespace
}  // namespace percept::sample
