// SPDX-License-Identifier: MIT
//
// A belief ends with its budget. While it is late it claims nothing that is false; with time it knows what it would
// have known.
#include <doctest/doctest.h>

#include "belief/believing.h"
#include "belief/exact.h"
#include "belief/knowledge.h"
#include "belief/senses.h"
#include "belief/two_set.h"
#include "game/playout.h"
#include "support/ending.h"

namespace percept::belief {
namespace {

// A random match as a role experiences it, with what was true.
struct Match {
  RoleId role;
  std::vector<Experience> experiences;
  std::vector<std::set<std::string>> states;  // before each round
};

Match play(game::Game& referee, Rules& rules, RoleId role, std::size_t rounds, std::uint64_t seed) {
  Match out{role, {}, {}};
  Random random(seed);
  Senses senses(referee, rules, role);
  auto match = game::play_out(
      referee, referee.initial(), random, game::kMaxRounds, [&](const game::Round& round) -> Result<void> {
        std::set<std::string> fluents;
        game::for_each_fluent(round.state, [&](FluentId fluent) { fluents.insert(referee.text(fluent)); });
        out.states.push_back(std::move(fluents));
        if (round.number > rounds) return failure("enough");
        Percepts percepts = test::got(referee.percepts(round.state, round.moves, role));
        out.experiences.push_back(test::got(senses.experience(round.moves[role.value], percepts)));
        return {};
      });
  CHECK((match || match.error().message == "enough"));
  return out;
}

// Nothing false is claimed of a position.
void check_sound(Belief& belief, const std::set<std::string>& truth) {
  Known<FluentId> fluents = belief.fluents();
  std::set<std::string> possible;
  for (FluentId fluent : fluents.known) {
    CHECK(truth.contains(belief.rules().text(fluent)));
    possible.insert(belief.rules().text(fluent));
  }
  for (FluentId fluent : fluents.open) possible.insert(belief.rules().text(fluent));
  for (const std::string& fluent : truth) CHECK((fluents.others || possible.contains(fluent)));
}

std::shared_ptr<Rules> rules_of(const char* name, circuit::Logic logic, std::size_t max_rules = 1'000'000) {
  ground::Options grounding;
  grounding.max_rules = max_rules;
  std::shared_ptr<const gdl::Description> sheet = test::got(gdl::read_file(test::own_game(name).string()));
  return test::got(Rules::make(sheet, logic, grounding));
}

TEST_CASE("the exact filter of blind breakthrough ends with its budget, stays sound, and catches up") {
  auto rules = rules_of("blind_breakthrough_8x8", circuit::Logic::kTwoValued);
  game::Game referee = test::game_of_file(test::own_game("blind_breakthrough_8x8"), game::Game::Choice::kCircuit);
  RoleId role = *rules->role("white");
  constexpr std::size_t kRounds = 15;
  Match match = play(referee, *rules, role, kRounds, 3);
  REQUIRE(match.experiences.size() == kRounds);
  ExactBelief::Options options;
  options.worlds = 5'000'000;
  std::vector<std::unique_ptr<ExactBelief>> beliefs;
  test::check_ends("exact filter", [&](const Budget& budget) {
    std::unique_ptr<ExactBelief> belief = test::got(ExactBelief::make(rules, role, options));
    for (const Experience& experience : match.experiences) REQUIRE(belief->update(experience, budget));
    CHECK(belief->late() > 0);
    CHECK(belief->gave_up());
    CHECK(belief->round() == kRounds + 1);
    check_sound(*belief, match.states.back());
    CHECK(belief->terminal() == Truth::kOpen);
    CHECK_FALSE(belief->states());
    CHECK(belief->legal().known.empty());
    beliefs.push_back(std::move(belief));
  });
  std::unique_ptr<ExactBelief> fresh = test::got(ExactBelief::make(rules, role, options));
  for (const Experience& experience : match.experiences) REQUIRE(fresh->update(experience));
  REQUIRE_FALSE(fresh->symbolic());
  for (auto& belief : beliefs) {
    REQUIRE(belief->catch_up());
    CHECK(belief->late() == 0);
    CHECK_FALSE(belief->gave_up());
    CHECK(belief->states() == fresh->states());
    CHECK(test::knowledge(*belief) == test::knowledge(*fresh));
  }
}

TEST_CASE("the exact filter becomes symbolic within its budget, and its questions end, too") {
  auto rules = rules_of("blind_breakthrough_8x8", circuit::Logic::kTwoValued);
  game::Game referee = test::game_of_file(test::own_game("blind_breakthrough_8x8"), game::Game::Choice::kCircuit);
  RoleId role = *rules->role("black");
  constexpr std::size_t kRounds = 30;
  Match match = play(referee, *rules, role, kRounds, 5);
  REQUIRE(match.experiences.size() == kRounds);
  ExactBelief::Options options;
  options.worlds = 1'000;
  test::check_ends("formula", [&](const Budget& budget) {
    std::unique_ptr<ExactBelief> belief = test::got(ExactBelief::make(rules, role, options));
    for (const Experience& experience : match.experiences) REQUIRE(belief->update(experience, budget));
    CHECK(belief->gave_up());
    for (int again = 0; again < 3; ++again) {
      (void)belief->legal(budget);
      (void)belief->goals(budget);
      (void)belief->terminal(budget);
      check_sound(*belief, match.states.back());
    }
    while (!budget.out_of_time()) CHECK(belief->catch_up(budget));
  });
}

TEST_CASE("rounds that are given up again and again go on as a formula") {
  auto rules = rules_of("blind_breakthrough_6x6", circuit::Logic::kTwoValued);
  game::Game referee = test::game_of_file(test::own_game("blind_breakthrough_6x6"), game::Game::Choice::kCircuit);
  RoleId role = *rules->role("white");
  Match match = play(referee, *rules, role, 12, 2);
  std::unique_ptr<ExactBelief> hurried = test::got(ExactBelief::make(rules, role, {}));
  std::unique_ptr<ExactBelief> fresh = test::got(ExactBelief::make(rules, role, {}));
  for (std::size_t i = 0; i < match.experiences.size(); ++i) {
    REQUIRE(hurried->update(match.experiences[i], Budget(2e-3, 0)));
    REQUIRE(fresh->update(match.experiences[i]));
    if (i + 1 < match.states.size()) check_sound(*hurried, match.states[i + 1]);
  }
  for (int i = 0; i < 1'000'000 && hurried->late() > 0; ++i) REQUIRE(hurried->catch_up(Budget(2e-3, 0)));
  CHECK(hurried->late() == 0);
  CHECK(test::knowledge(*hurried) == test::knowledge(*fresh));
}

// All our games, and circuits of the moment as well.
TEST_CASE("beliefs without any time are sound, and know all with time") {
  std::size_t late = 0;
  for (const char* name : {"krieg_tictactoe_3x3", "monty_hall", "kuhn_poker", "transit", "hidden_connect",
                           "minesweeper", "rock_paper_scissors", "blind_breakthrough_5x5"})
    for (bool whole : {true, false})
      for (bool exact : {true, false}) {
        CAPTURE(name);
        CAPTURE(whole);
        CAPTURE(exact);
        auto rules =
            rules_of(name, exact ? circuit::Logic::kTwoValued : circuit::Logic::kKleene, whole ? 1'000'000 : 1);
        game::Game referee = test::game_of_file(test::own_game(name), game::Game::Choice::kAuto);
        for (std::uint32_t r = 0; r < rules->roles(); ++r) {
          RoleId role{r};
          if (role == referee.random()) continue;
          Match match = play(referee, *rules, role, 6, 1);
          auto make = [&]() -> std::unique_ptr<Belief> {
            if (exact) return test::got(ExactBelief::make(rules, role, {}));
            return test::got(TwoSetBelief::make(rules, role));
          };
          std::unique_ptr<Belief> hurried = make(), fresh = make();
          for (std::size_t i = 0; i < match.experiences.size(); ++i) {
            REQUIRE(hurried->update(match.experiences[i], Budget(1e-5 * static_cast<double>(i), 0).within(1e-5)));
            REQUIRE(fresh->update(match.experiences[i]));
            late += hurried->late() > 0 ? 1 : 0;
            if (i + 1 < match.states.size()) check_sound(*hurried, match.states[i + 1]);
            CHECK(hurried->round() == fresh->round());
          }
          REQUIRE(hurried->catch_up());
          CHECK(hurried->late() == 0);
          CHECK(test::knowledge(*hurried) == test::knowledge(*fresh));
        }
      }
  CHECK(late > 20);
}

TEST_CASE("what turns out later not to be explained is left out") {
  auto rules = rules_of("krieg_tictactoe_3x3", circuit::Logic::kTwoValued);
  game::Game referee = test::game_of_file(test::own_game("krieg_tictactoe_3x3"), game::Game::Choice::kCircuit);
  RoleId role{0};
  Match match = play(referee, *rules, role, 4, 1);
  Percepts all;
  for (PerceptId percept : rules->whole()->sees[role.value]) all.push_back(percept);
  std::stop_source stopped;
  stopped.request_stop();
  Budget nothing = Budget().unless(stopped.get_token());
  std::unique_ptr<Belief> misled = test::got(ExactBelief::make(rules, role, {}));
  std::unique_ptr<Belief> fresh = test::got(ExactBelief::make(rules, role, {}));
  REQUIRE(misled->update({match.experiences[0].move, all}, nothing));  // nobody ever sees all of it
  REQUIRE(fresh->update({match.experiences[0].move, std::nullopt}));
  REQUIRE(misled->update(match.experiences[1], nothing));
  REQUIRE(fresh->update(match.experiences[1]));
  CHECK(misled->late() == 2);
  CHECK_FALSE(misled->update({match.experiences[2].move, all}));  // there is time to see that it cannot be
  CHECK(misled->late() == 0);
  CHECK(misled->round() == 3);
  CHECK(test::knowledge(*misled) == test::knowledge(*fresh));
}

}  // namespace
}  // namespace percept::belief
