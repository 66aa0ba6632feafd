// SPDX-License-Identifier: MIT
#include "belief/exact.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "belief/knowledge.h"
#include "belief/senses.h"
#include "game/playout.h"
#include "gdl/reader.h"
#include "support/support.h"
#include "support/traces.h"

namespace percept::belief {
namespace {

ExactBelief::Options tracked(std::size_t worlds) {
  ExactBelief::Options options;
  options.worlds = worlds;
  return options;
}

// Everything by the solver, from the first round with two possible positions on.
ExactBelief::Options symbolic() {
  ExactBelief::Options options;
  options.worlds = 1;
  options.sample = 3;
  options.few = 0;
  return options;
}

// The worlds at first, the solver, and worlds again, as the numbers go up and down.
ExactBelief::Options to_and_fro() {
  ExactBelief::Options options;
  options.worlds = 6;
  options.sample = 4;
  options.few = 4;
  return options;
}

void follow(const test::Trace& trace, const std::shared_ptr<Rules>& rules, const ExactBelief::Options& options) {
  std::optional<RoleId> role = rules->role(trace.header["role"].get<std::string>());
  REQUIRE(role);
  auto made = ExactBelief::make(rules, *role, options);
  REQUIRE(made);
  ExactBelief& belief = **made;
  for (const nlohmann::json& round : trace.rounds) {
    CAPTURE(trace.name);
    CAPTURE(round["round"].dump());
    test::Knowledge known = test::knowledge(belief);
    CHECK(known.fluents.known == test::texts(round, "known"));
    CHECK(known.fluents.open == test::texts(round, "maybe"));
    CHECK(known.legal.known == test::texts(round, "legal_known"));
    CHECK(known.legal.open == test::texts(round, "legal_maybe"));
    CHECK(known.goals.known == test::texts(round, "goal_known"));
    CHECK(known.goals.open == test::texts(round, "goal_maybe"));
    CHECK(known.terminal == test::truth(round["terminal"].get<std::string>()));
    if (belief.states()) CHECK(*belief.states() == round["worlds"].get<std::size_t>());
    if (!round.contains("my_move")) break;
    test::update(belief, round);
  }
  CHECK(!belief.gave_up());
}

TEST_CASE("exact knowledge is that of the enumerated worlds of every trace") {
  REQUIRE_CORPUS();
  std::map<std::string, std::shared_ptr<Rules>> made;
  for (const test::Trace& trace : test::traces(".worlds.jsonl")) {
    std::shared_ptr<Rules>& rules = made[trace.header["game"].get<std::string>()];
    if (!rules) {
      auto result = Rules::make(test::rules_of(trace), circuit::Logic::kTwoValued);
      REQUIRE_MESSAGE(result, result.error().message);
      rules = *result;
    }
    follow(trace, rules, tracked(1'000'000));
    follow(trace, rules, symbolic());
    follow(trace, rules, to_and_fro());
  }
}

TEST_CASE("worlds and formula know the same in random matches of our games") {
  for (const std::filesystem::path& file : test::own_games()) {
    std::shared_ptr<const gdl::Description> description = std::move(*gdl::read_file(file.string()));
    if (!game::playable(*description)) continue;
    CAPTURE(file.filename().string());
    auto rules = Rules::make(description, circuit::Logic::kTwoValued);
    REQUIRE(rules);
    if (!(*rules)->whole()) continue;
    game::Game::Options options;
    auto referee = game::Game::make(description, options);
    REQUIRE(referee);
    Random random(7);
    for (std::uint32_t r = 0; r < referee->roles(); ++r) {
      RoleId role{r};
      if (role == referee->random()) continue;
      auto by_worlds = ExactBelief::make(*rules, role, tracked(20'000));
      auto by_formula = ExactBelief::make(*rules, role, symbolic());
      auto by_both = ExactBelief::make(*rules, role, to_and_fro());
      REQUIRE((by_worlds && by_formula && by_both));
      Senses senses(*referee, **rules, role);
      std::size_t rounds = 0;
      auto match = game::play_out(*referee, referee->initial(), random, game::kMaxRounds,
                                  [&](const game::Round& round) -> Result<void> {
                                    CAPTURE(referee->text(role));
                                    CAPTURE(round.number);
                                    if (++rounds > 12 || (*by_worlds)->symbolic()) return {};
                                    test::Knowledge expected = test::knowledge(**by_worlds);
                                    CHECK(test::knowledge(**by_formula) == expected);
                                    CHECK(test::knowledge(**by_both) == expected);
                                    auto percepts = referee->percepts(round.state, round.moves, role);
                                    REQUIRE(percepts);
                                    auto experience = senses.experience(round.moves[r], *percepts);
                                    REQUIRE(experience);
                                    REQUIRE((*by_worlds)->update(*experience));
                                    REQUIRE((*by_formula)->update(*experience));
                                    REQUIRE((*by_both)->update(*experience));
                                    return {};
                                  });
      REQUIRE(match);
    }
  }
}

}  // namespace
}  // namespace percept::belief
