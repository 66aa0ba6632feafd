// SPDX-License-Identifier: MIT
#include "belief/exact.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "belief/knowledge.h"
#include "belief/senses.h"
#include "game/playing.h"
#include "game/playout.h"
#include "gdl/reader.h"
#include "support/support.h"
#include "support/traces.h"

namespace percept::belief {
namespace {

ExactBelief::Options tracked(std::size_t worlds) { return {.worlds = worlds}; }
// Everything by the solver, from the first round with two possible positions on.
ExactBelief::Options symbolic() { return {.worlds = 1, .sample = 3, .few = 0}; }
// The worlds at first, the solver, and worlds again, as the numbers go up and down.
ExactBelief::Options to_and_fro() { return {.worlds = 6, .sample = 4, .few = 4}; }

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

// Random matches of our games: in each round `visit` gets what a role experiences, before the belief is told.
using Visit = std::function<void(const game::Round&, const Experience&)>;
void play_our_games(std::size_t rounds, const std::function<Visit(const std::shared_ptr<Rules>&, RoleId)>& start) {
  for (const std::filesystem::path& file : test::own_games()) {
    std::shared_ptr<const gdl::Description> description = test::got(gdl::read_file(file.string()));
    if (!game::playable(*description)) continue;
    CAPTURE(file.filename().string());
    auto rules = test::got(Rules::make(description, circuit::Logic::kTwoValued));
    if (!rules->whole()) continue;
    game::Game referee = test::got(game::Game::make(description, {}));
    Random random(7);
    for (std::uint32_t r = 0; r < referee.roles(); ++r) {
      RoleId role{r};
      if (role == referee.random()) continue;
      CAPTURE(referee.text(role));
      Visit visit = start(rules, role);
      Senses senses(referee, *rules, role);
      auto match = game::play_out(referee, referee.initial(), random, game::kMaxRounds,
                                  [&](const game::Round& round) -> Result<void> {
                                    CAPTURE(round.number);
                                    if (round.number > rounds) return failure("enough");
                                    Percepts percepts = test::got(referee.percepts(round.state, round.moves, role));
                                    visit(round, test::got(senses.experience(round.moves[r], percepts)));
                                    return {};
                                  });
      CHECK((match || match.error().message == "enough"));
    }
  }
}

TEST_CASE("without a circuit of the game, too many worlds become a two-set belief that is never late") {
  std::shared_ptr<const gdl::Description> description =
      test::got(gdl::read_file((test::project_root() / "games/krieg_tictactoe_3x3.kif").string()));
  ground::Options of_the_moment;
  of_the_moment.max_rules = 1;
  auto rules = test::got(Rules::make(description, circuit::Logic::kTwoValued, of_the_moment));
  REQUIRE(!rules->whole());
  game::Game referee = test::got(game::Game::make(description, {}));
  auto belief = test::got(ExactBelief::make(rules, RoleId{0}, tracked(2)));
  Senses senses(referee, *rules, RoleId{0});
  Random random(7);
  std::size_t rounds = 0;
  auto match = game::play_out(referee, referee.initial(), random, game::kMaxRounds,
                              [&](const game::Round& round) -> Result<void> {
                                Percepts percepts = test::got(referee.percepts(round.state, round.moves, RoleId{0}));
                                REQUIRE(belief->update(test::got(senses.experience(round.moves[0], percepts))));
                                CHECK(belief->late() == 0);
                                ++rounds;
                                return {};
                              });
  REQUIRE(match);
  CHECK(rounds > 4);
  CHECK(!belief->states());  // not counted one by one
}

TEST_CASE("worlds and formula know the same in random matches of our games") {
  play_our_games(12, [](const std::shared_ptr<Rules>& rules, RoleId role) -> Visit {
    std::shared_ptr<ExactBelief> by_worlds = test::got(ExactBelief::make(rules, role, tracked(20'000)));
    std::shared_ptr<ExactBelief> by_formula = test::got(ExactBelief::make(rules, role, symbolic()));
    std::shared_ptr<ExactBelief> by_both = test::got(ExactBelief::make(rules, role, to_and_fro()));
    return [=](const game::Round&, const Experience& experience) {
      if (by_worlds->symbolic()) return;
      test::Knowledge expected = test::knowledge(*by_worlds);
      CHECK(test::knowledge(*by_formula) == expected);
      CHECK(test::knowledge(*by_both) == expected);
      REQUIRE(by_worlds->update(experience));
      REQUIRE(by_formula->update(experience));
      REQUIRE(by_both->update(experience));
    };
  });
}

bool contains(const std::vector<std::string>& all, const std::vector<std::string>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// Of what is known, all is so; of what is so, nothing is excluded.
bool is_weaker(const Known<std::string>& weak, const Known<std::string>& strong) {
  auto both = [](const Known<std::string>& known) {
    std::vector<std::string> out = known.known;
    out.insert(out.end(), known.open.begin(), known.open.end());
    std::sort(out.begin(), out.end());
    return out;
  };
  return contains(strong.known, weak.known) && contains(both(weak), both(strong));
}

TEST_CASE("a budget that runs out answers open, never wrong, and says so") {
  std::size_t given_up = 0;
  play_our_games(8, [&](const std::shared_ptr<Rules>& rules, RoleId role) -> Visit {
    ExactBelief::Options hurried = symbolic();
    hurried.seconds = 1e-12;
    std::shared_ptr<ExactBelief> patient = test::got(ExactBelief::make(rules, role, tracked(20'000)));
    std::shared_ptr<ExactBelief> hasty = test::got(ExactBelief::make(rules, role, hurried));
    return [=, &given_up](const game::Round&, const Experience& experience) {
      if (patient->symbolic()) return;
      test::Knowledge truth = test::knowledge(*patient), claimed = test::knowledge(*hasty);
      CHECK(is_weaker(claimed.fluents, truth.fluents));
      CHECK(is_weaker(claimed.legal, truth.legal));
      CHECK(is_weaker(claimed.goals, truth.goals));
      CHECK((claimed.terminal == Truth::kOpen || claimed.terminal == truth.terminal));
      CHECK((claimed == truth || hasty->gave_up()));
      given_up += hasty->gave_up() ? 1 : 0;
      REQUIRE(patient->update(experience));
      REQUIRE(hasty->update(experience));
    };
  });
  CHECK(given_up > 50);
}

// A percept that cannot be, or the silence where there must be one.
TEST_CASE("an experience that nothing explains is reported, and the belief goes on without it") {
  std::size_t refused = 0;
  play_our_games(6, [&](const std::shared_ptr<Rules>& rules, RoleId role) -> Visit {
    std::vector<std::shared_ptr<ExactBelief>> beliefs = {test::got(ExactBelief::make(rules, role, tracked(20'000))),
                                                         test::got(ExactBelief::make(rules, role, symbolic()))};
    auto misled = std::make_shared<bool>(false);
    return [=, &refused](const game::Round& round, const Experience& experience) {
      if (*misled || beliefs[0]->symbolic()) return;
      std::vector<std::string> after;
      for (const auto& belief : beliefs) {
        std::string before = test::knowledge(*belief).text();
        Percepts altered;
        auto known = static_cast<std::uint32_t>(rules->lexicon().percepts());
        if (experience.percepts->empty() && known > 0)
          altered.push_back(PerceptId{static_cast<std::uint32_t>(round.number) % known});
        auto updated = belief->update({experience.move, altered});
        if (updated) {  // it may have been so: what really happens need not go on from here
          *misled = true;
          continue;
        }
        ++refused;
        CHECK(updated.error().message.find("round " + std::to_string(round.number) + ":") == 0);
        CHECK(test::knowledge(*belief).text() == before);
        REQUIRE(belief->update({experience.move, std::nullopt}));
        after.push_back(test::knowledge(*belief).text());
      }
      CHECK(after.size() % 2 == 0);
      if (!after.empty()) CHECK(after[0] == after[1]);
    };
  });
  CHECK(refused > 100);
}

}  // namespace
}  // namespace percept::belief
