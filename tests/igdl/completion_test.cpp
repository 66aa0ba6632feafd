// SPDX-License-Identifier: MIT
//
// Completion = game: what the completed theory knows is what exact knowledge by the rules is, round by round, in random
// matches; and what was forgotten is open.
#include <algorithm>
#include <set>
#include <string>

#include "base/random.h"
#include "belief/exact.h"
#include "belief/senses.h"
#include "game/game.h"
#include "game/playing.h"
#include "gdl/writer.h"
#include "igdl/completion.h"
#include "igdl/inspection.h"
#include "igdl/theories.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;

namespace {

std::shared_ptr<const gdl::Description> rules_of(const std::string& name) {
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

// What a role lives through in a match, round by round.
struct Lived {
  game::MoveId move;
  game::Percepts percepts;

  friend auto operator<=>(const Lived&, const Lived&) = default;
};
using Life = std::vector<Lived>;

// Random matches, and of each role all that it lived through, each once: equal information sets are compared once.
std::vector<std::set<Life>> lives(game::Game& game, std::uint64_t matches, std::size_t most) {
  std::vector<std::set<Life>> out(game.roles());
  for (std::uint64_t seed = 1; seed <= matches; ++seed) {
    Random random(seed);
    std::vector<Life> life(game.roles());
    game::State state = game.initial();
    for (std::size_t round = 1; round < most && !got(game.terminal(state)); ++round) {
      game::JointMove moves;
      for (std::uint32_t r = 0; r < game.roles(); ++r) {
        auto legal = got(game.legal(state, game::RoleId{r}));
        moves.push_back(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
      }
      for (std::uint32_t r = 0; r < game.roles(); ++r)
        life[r].push_back({moves[r], got(game.percepts(state, moves, game::RoleId{r}))});
      state = got(game.next(state, moves));
    }
    for (std::size_t r = 0; r < life.size(); ++r) out[r].insert(std::move(life[r]));
  }
  return out;
}

// Two beliefs that are told the same must know the same.
void check_same(belief::Belief& a, belief::Belief& b) {
  auto same = [&](auto&& known_of, auto&& text_a, auto&& text_b) {
    auto x = known_of(a), y = known_of(b);
    CHECK(texts(x.known, text_a) == texts(y.known, text_b));
    CHECK(texts(x.open, text_a) == texts(y.open, text_b));
  };
  same([](belief::Belief& x) { return x.fluents(); }, [&](belief::FluentId f) { return a.rules().text(f); },
       [&](belief::FluentId f) { return b.rules().text(f); });
  same([](belief::Belief& x) { return x.legal(); }, [&](belief::MoveId m) { return a.rules().text(a.role(), m); },
       [&](belief::MoveId m) { return b.rules().text(b.role(), m); });
  auto number = [](int value) { return std::to_string(value); };
  same([](belief::Belief& x) { return x.goals(); }, number, number);
  CHECK(a.terminal() == b.terminal());
}

// What the theory knows is exact knowledge by the rules, round by round, in so many random matches. Lives come in
// order, so that what one has in common with the one before was compared already. Returns how many information sets
// were compared.
std::size_t check_matches(game::Game& game, const std::shared_ptr<const engine::Theory>& theory, std::uint64_t matches,
                          std::size_t most = 100) {
  auto rules = got(belief::Rules::make(game.shared_model(), circuit::Logic::kTwoValued));
  std::size_t compared = 0;
  std::vector<std::set<Life>> of_roles = lives(game, matches, most);
  for (std::uint32_t r = 0; r < game.roles(); ++r) {
    std::string name = game.text(game::RoleId{r});
    CAPTURE(name);
    auto exact = got(belief::ExactBelief::make(rules, *rules->role(name), {}));
    auto known = got(engine::TheoryBelief::make(theory, *theory->lexicon().role(name)));
    belief::Senses exactly(game, exact->rules(), exact->role()), knowing(game, known->rules(), known->role());
    check_same(*exact, *known);
    const Life* before = nullptr;
    for (const Life& life : of_roles[r]) {
      std::size_t common = 0;
      if (before) common = static_cast<std::size_t>(std::ranges::mismatch(life, *before).in1 - life.begin());
      before = &life;
      REQUIRE(exact->restart());
      REQUIRE(known->restart());
      for (std::size_t i = 0; i < life.size(); ++i) {
        std::size_t round = i + 2;
        CAPTURE(round);
        REQUIRE(exact->update(got(exactly.experience(life[i].move, life[i].percepts))));
        auto updated = known->update(got(knowing.experience(life[i].move, life[i].percepts)));
        REQUIRE_MESSAGE(updated, updated.error().message);
        if (i < common) continue;
        check_same(*exact, *known);
        ++compared;
      }
    }
  }
  return compared;
}

}  // namespace

TEST_CASE("a completed game is the game: what is known of it is what the rules let be known") {
  auto matches = static_cast<std::uint64_t>(10 * effort());  // PERCEPT_EFFORT=100 for a thousand
  for (const char* name : {"buttons_and_lights.kif", "monty_hall.kif", "krieg_tictactoe_3x3.kif", "two_generals.kif",
                           "noughts_and_crosses.kif", "number_guessing.kif", "rock_paper_scissors.kif", "transit.kif",
                           "hold_your_course.kif", "kuhn_poker.kif"}) {
    SUBCASE(name) {
      auto game = game::Game::make(rules_of(name), {.engine = game::Game::Choice::kCircuit});
      REQUIRE(game);
      auto theory = completed(game->model());
      CHECK_FALSE(theory->sees_position());
      std::size_t compared = check_matches(*game, theory, matches);
      if (effort() > 1) MESSAGE(compared, " information sets in ", matches, " matches");
    }
  }
}

TEST_CASE("rules about the position that depend on themselves are completed in levels, and hold for a reason") {
  auto matches = static_cast<std::uint64_t>(effort());
  // Counting along a list; and being joined, where cells that are joined to each other alone are not.
  for (const char* name : {"minesweeper.kif", "dark_hex_2x2.kif"}) {
    SUBCASE(name) {
      auto game = game::Game::make(rules_of(name), {.engine = game::Game::Choice::kCircuit});
      REQUIRE(game);
      auto theory = completed(game->model());
      for (const engine::Open& one : engine::find_open(*theory)) CHECK_MESSAGE(false, one.what);
      check_matches(*game, theory, matches, 6);
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
  check_matches(*ring, theory, 4, 6);
}

TEST_CASE("what is forgotten is open, and the game is still a model") {
  auto description = rules_of("buttons_and_lights.kif");
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
