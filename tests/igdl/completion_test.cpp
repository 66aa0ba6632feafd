// SPDX-License-Identifier: MIT
//
// Completion = game: what the completed theory knows is what exact knowledge by the rules is, round by round, in random
// matches; and what was forgotten is open.
#include <algorithm>
#include <cstdlib>
#include <string>

#include "base/random.h"
#include "belief/exact.h"
#include "belief/senses.h"
#include "game/game.h"
#include "gdl/writer.h"
#include "igdl/completion.h"
#include "igdl/inspection.h"
#include "igdl/theories.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;

namespace {

std::shared_ptr<const gdl::Description> sheet(const std::string& name) {
  auto read = gdl::read_file((project_root() / "games" / name).string());
  REQUIRE(read);
  return std::move(*read);
}

std::shared_ptr<const engine::Theory> completed(const game::Model& model) {
  auto text = engine::completion(model);
  INFO((text ? *text : text.error().message));
  REQUIRE(text);
  auto theory = engine::Theory::make(gdl::read_text("completion", *text, gdl::Notation::kKif));
  INFO((theory ? std::string() : theory.error().message));
  REQUIRE(theory);
  return *theory;
}

template <class Thing, class Text>
std::vector<std::string> texts(const std::vector<Thing>& things, Text&& text) {
  std::vector<std::string> out;
  for (const Thing& thing : things) out.push_back(text(thing));
  std::ranges::sort(out);
  return out;
}

// One random match, as each role lives it.
void check_match(game::Game& game, const std::shared_ptr<const engine::Theory>& theory,
                 const std::shared_ptr<belief::Rules>& rules, std::uint64_t seed, std::size_t most) {
  Random random(seed);
  std::vector<std::unique_ptr<belief::Belief>> exact, known;
  std::vector<belief::Senses> exactly, knowing;
  for (std::uint32_t r = 0; r < game.roles(); ++r) {
    game::RoleId role{r};
    auto first = belief::ExactBelief::make(rules, *rules->role(game.text(role)), {});
    REQUIRE(first);
    exact.push_back(std::move(*first));
    auto second = engine::TheoryBelief::make(theory, *theory->lexicon().role(game.text(role)));
    REQUIRE(second);
    known.push_back(std::move(*second));
    exactly.emplace_back(game, exact.back()->rules(), exact.back()->role());
    knowing.emplace_back(game, known.back()->rules(), known.back()->role());
  }
  game::State state = game.initial();
  for (std::size_t round = 1; round <= most; ++round) {
    bool over = *game.terminal(state);
    for (std::size_t r = 0; r < exact.size(); ++r) {
      CAPTURE(round);
      CAPTURE(r);
      auto same = [&](auto& a, auto& b, auto known_of, auto text_a, auto text_b) {
        auto x = known_of(a), y = known_of(b);
        CHECK(texts(x.known, text_a) == texts(y.known, text_b));
        CHECK(texts(x.open, text_a) == texts(y.open, text_b));
      };
      belief::Belief &a = *exact[r], &b = *known[r];
      same(
          a, b, [](belief::Belief& x) { return x.fluents(); }, [&](belief::FluentId f) { return a.rules().text(f); },
          [&](belief::FluentId f) { return b.rules().text(f); });
      same(
          a, b, [](belief::Belief& x) { return x.legal(); },
          [&](belief::MoveId m) { return a.rules().text(a.role(), m); },
          [&](belief::MoveId m) { return b.rules().text(b.role(), m); });
      auto number = [](int value) { return std::to_string(value); };
      same(
          a, b, [](belief::Belief& x) { return x.goals(); }, number, number);
      CHECK(a.terminal() == b.terminal());
    }
    if (over) return;
    game::JointMove moves;
    for (std::uint32_t r = 0; r < game.roles(); ++r) {
      auto legal = *game.legal(state, game::RoleId{r});
      moves.push_back(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
    for (std::uint32_t r = 0; r < game.roles(); ++r) {
      auto percepts = *game.percepts(state, moves, game::RoleId{r});
      auto told = exactly[r].experience(moves[r], percepts);
      REQUIRE(told);
      REQUIRE(exact[r]->update(*told));
      auto same = knowing[r].experience(moves[r], percepts);
      REQUIRE(same);
      auto updated = known[r]->update(*same);
      INFO((updated ? std::string() : updated.error().message));
      REQUIRE(updated);
    }
    state = *game.next(state, moves);
  }
}

}  // namespace

TEST_CASE("a completed game is the game: what is known of it is what the rules let be known") {
  // More with PERCEPT_EFFORT: the number of matches is multiplied by it.
  const char* effort = std::getenv("PERCEPT_EFFORT");
  std::size_t matches = 2 * (effort ? std::max(1, std::atoi(effort)) : 1);
  for (const char* name : {"buttons_and_lights.kif", "monty_hall.kif", "krieg_tictactoe_3x3.kif", "two_generals.kif",
                           "noughts_and_crosses.kif", "number_guessing.kif", "rock_paper_scissors.kif", "transit.kif",
                           "hold_your_course.kif", "kuhn_poker.kif"}) {
    SUBCASE(name) {
      auto game = game::Game::make(sheet(name), {.engine = game::Game::Choice::kCircuit});
      REQUIRE(game);
      auto theory = completed(game->model());
      CHECK_FALSE(theory->sees_position());
      auto rules = belief::Rules::make(game->shared_model(), circuit::Logic::kTwoValued);
      REQUIRE(rules);
      for (std::uint64_t seed = 1; seed <= matches; ++seed) check_match(*game, theory, *rules, seed, 8);
    }
  }
}

TEST_CASE("rules about the position that depend on themselves are completed in levels, and hold for a reason") {
  const char* effort = std::getenv("PERCEPT_EFFORT");
  std::size_t matches = effort ? static_cast<std::size_t>(std::max(1, std::atoi(effort))) : 1;
  // Counting along a list; and being joined, where cells that are joined to each other alone are not.
  for (const char* name : {"minesweeper.kif", "dark_hex_2x2.kif"}) {
    SUBCASE(name) {
      auto game = game::Game::make(sheet(name), {.engine = game::Game::Choice::kCircuit});
      REQUIRE(game);
      auto theory = completed(game->model());
      for (const engine::Open& one : engine::find_open(*theory)) CHECK_MESSAGE(false, one.what);
      auto rules = belief::Rules::make(game->shared_model(), circuit::Logic::kTwoValued);
      REQUIRE(rules);
      for (std::uint64_t seed = 1; seed <= matches; ++seed) check_match(*game, theory, *rules, seed, 6);
    }
  }
  // A ring of cells: each is reached from another, and none from the start, unless the bridge is there.
  auto ring = game::Game::make(gdl::read_text("ring", R"(
(role r) (base bridge) (init bridge) (input r cut) (input r stay) (legal r cut) (legal r stay)
(<= (next bridge) (true bridge) (does r stay))
(link a b) (link b c) (link c a)
(<= (reached a) (true bridge))
(<= (reached ?y) (reached ?x) (link ?x ?y))
(<= (goal r 100) (reached c)) (<= (goal r 0) (not (reached c)))
(<= terminal (not (true bridge)))
)"),
                               {.engine = game::Game::Choice::kCircuit});
  REQUIRE(ring);
  auto text = engine::completion(ring->model());
  REQUIRE(text);
  CHECK(text->find("reached_1") != std::string::npos);
  CHECK(text->find("reached_3") == std::string::npos);  // c is reached in three steps, and the third is the relation
  auto theory = completed(ring->model());
  auto rules = belief::Rules::make(ring->shared_model(), circuit::Logic::kTwoValued);
  REQUIRE(rules);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) check_match(*ring, theory, *rules, seed, 6);
}

TEST_CASE("what is forgotten is open, and the game is still a model") {
  auto description = sheet("buttons_and_lights.kif");
  auto game = game::Game::make(description, {.engine = game::Game::Choice::kCircuit});
  REQUIRE(game);
  auto text = engine::completion(game->model());
  REQUIRE(text);
  auto whole = gdl::read_text("whole", *text, gdl::Notation::kKif);
  auto open = [&](const std::vector<std::string>& forgotten) {
    auto fewer = engine::without(*whole, forgotten);
    REQUIRE(fewer);
    auto theory = engine::Theory::make(gdl::read_text("fewer", *fewer, gdl::Notation::kKif));
    INFO((theory ? std::string() : theory.error().message));
    REQUIRE(theory);
    CHECK_FALSE((*theory)->sees_position());  // also where what is seen is forgotten
    auto agreement = engine::compare(*theory, *game);
    REQUIRE(agreement);
    CHECK_FALSE(agreement->disagreement);
    std::vector<std::string> out;
    for (const engine::Open& one : engine::find_open(**theory)) out.push_back(one.what);
    return out;
  };
  using Names = std::vector<std::string>;
  CHECK(open({}) == Names());
  CHECK(open({"init"}) == Names{"first position"});
  CHECK(open({"legal"}) == Names{"legality"});
  CHECK(open({"next:p"}) == Names{"successor"});
  CHECK(open({"next:step"}) == Names{"successor"});
  CHECK(open({"sees"}) == Names{"percepts"});
  CHECK(open({"goal"}) == Names{"goal"});
  CHECK(open({"terminal"}) == Names{"end"});
  CHECK_FALSE(engine::without(*whole, {"next:z"}));
  CHECK_FALSE(engine::without(*whole, {"(init q)"}));
}
