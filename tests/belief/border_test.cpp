// SPDX-License-Identifier: MIT
//
// Nothing that a belief is given can hold the true state: the types do not let it pass, no file of belief/ but the one
// that carries a referee's words knows a game that is being played, and matches that differ in what a role cannot tell
// apart are the same to it.
#include <doctest/doctest.h>

#include <map>
#include <regex>
#include <set>
#include <type_traits>

#include "belief/exact.h"
#include "belief/knowledge.h"
#include "belief/senses.h"
#include "belief/two_set.h"
#include "game/playing.h"
#include "game/playout.h"
#include "support/support.h"

namespace percept::belief {
namespace {

template <class Made, class... From>
constexpr bool kMadeFrom = std::is_constructible_v<Made, From...>;

// An experience is a move and percepts, by their numbers.
static_assert(std::is_same_v<decltype(Experience::move), std::optional<MoveId>>);
static_assert(std::is_same_v<decltype(Experience::percepts), std::optional<std::vector<PerceptId>>>);
struct MoveAndPercepts {
  std::optional<MoveId> move;
  std::optional<Percepts> percepts;
};
static_assert(sizeof(Experience) == sizeof(MoveAndPercepts));
static_assert(!kMadeFrom<Experience, game::State> && !kMadeFrom<Experience, game::Game&>);
static_assert(!kMadeFrom<Experience, game::JointMove, Percepts>);
// A belief is told experiences and nothing else, and given time.
static_assert(std::is_same_v<decltype(&Belief::update), Result<void> (Belief::*)(const Experience&, const Budget&)>);
static_assert(!kMadeFrom<Budget, game::State> && !kMadeFrom<Budget, game::Game&> &&
              !kMadeFrom<Budget, game::JointMove>);
static_assert(!std::is_convertible_v<game::State, Experience> && !std::is_convertible_v<game::JointMove, Experience>);
// It is made from rules, which are made from a description.
static_assert(!kMadeFrom<Rules, game::Game&> && !kMadeFrom<Rules, game::State>);
static_assert(!kMadeFrom<ExactBelief, game::Game&, RoleId> && !kMadeFrom<TwoSetBelief, game::Game&, RoleId>);

TEST_CASE("only what carries a referee's words includes the game that is played") {
  const std::set<std::string> numbers_and_rules = {"model",    "lexicon", "numbered_circuit", "state", "numbering",
                                                   "playable", "told"};
  std::regex include(R"re(#include "game/([a-z_]+)\.h")re");
  std::size_t files = 0;
  for (const auto& file : test::files_below(test::project_root() / "src/belief", {".h", ".cpp"})) {
    ++files;
    std::string text = test::read(file);
    for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it)
      CHECK_MESSAGE((numbers_and_rules.contains((*it)[1]) || file.filename() == "senses.h"), file.filename().string());
  }
  CHECK(files > 10);
}

// What a role experienced, and what both of its beliefs came to know, round by round.
struct Told {
  std::string experience;
  std::string knowledge;
  std::string truth;
};

Told play(game::Game& referee, RoleId role, Belief& two_set, Belief& exact, Random& random, std::size_t rounds) {
  REQUIRE((two_set.restart() && exact.restart()));
  Senses two_set_senses(referee, two_set.rules(), role), exact_senses(referee, exact.rules(), role);
  Told told;
  auto know = [&] { told.knowledge += test::knowledge(two_set).text() + test::knowledge(exact).text(); };
  auto tell = [&](Belief& belief, Senses& senses, MoveId move, const Percepts& percepts) {
    auto experience = senses.experience(move, percepts);
    REQUIRE(experience);
    told.experience += std::to_string(experience->move->value) + ":";
    for (PerceptId percept : *experience->percepts) told.experience += std::to_string(percept.value) + ",";
    REQUIRE(belief.update(*experience));
  };
  (void)game::play_out(referee, referee.initial(), random, rounds, [&](const game::Round& round) -> Result<void> {
    know();
    auto percepts = referee.percepts(round.state, round.moves, role);
    REQUIRE(percepts);
    tell(two_set, two_set_senses, round.moves[role.value], *percepts);
    tell(exact, exact_senses, round.moves[role.value], *percepts);
    told.truth += referee.text(round.state);
    for (std::uint32_t r = 0; r < referee.roles(); ++r) told.truth += referee.text(RoleId{r}, round.moves[r]);
    return {};
  });
  know();
  return told;
}

TEST_CASE("matches that differ in hidden facts only are the same to a belief") {
  std::size_t hidden = 0;
  for (const char* name : {"monty_hall", "kuhn_poker", "meier", "krieg_tictactoe_3x3", "mastermind_448",
                           "banker_and_thief", "two_generals", "minesweeper", "number_guessing"}) {
    std::shared_ptr<const gdl::Description> description =
        test::got(gdl::read_file((test::project_root() / "games" / (std::string(name) + ".kif")).string()));
    CAPTURE(name);
    game::Game referee = test::got(game::Game::make(description, {}));
    auto kleene = test::got(Rules::make(description, circuit::Logic::kKleene));
    auto two_valued = test::got(Rules::make(description, circuit::Logic::kTwoValued));
    Random random(3);
    for (std::uint32_t r = 0; r < referee.roles(); ++r) {
      RoleId role{r};
      if (role == referee.random()) continue;
      auto two_set = test::got(TwoSetBelief::make(kleene, role));
      auto exact = test::got(ExactBelief::make(two_valued, role, {}));
      std::map<std::string, Told> met;  // by what was experienced
      for (int match = 0; match < 150; ++match) {
        Told told = play(referee, role, *two_set, *exact, random, 3);
        auto [before, is_new] = met.insert({told.experience, told});
        if (is_new || before->second.truth == told.truth) continue;
        ++hidden;
        CHECK(told.knowledge == before->second.knowledge);
      }
    }
  }
  MESSAGE(hidden << " pairs of matches that differ in hidden facts only");
  CHECK(hidden > 200);
}

}  // namespace
}  // namespace percept::belief
