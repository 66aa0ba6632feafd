// SPDX-License-Identifier: MIT
#include "game/prover_engine.h"

#include <fmt/format.h>

#include "game/playing.h"

using namespace percept;
using game::Game;
using game::MoveId;
using game::RoleId;
using game::State;
using test::got;

namespace {

constexpr auto kProver = Game::Choice::kProver;

// An engine for rules that need not be a game; its only role is r.
struct Rules {
  explicit Rules(std::string text)
      : program(got(program::normalise(*gdl::read_text("test", std::move(text))))),
        engine(game::make_prover_engine(program, vocabulary)) {
    vocabulary.roles.push_back(program.terms().constant("r"));
    vocabulary.moves.resize(1);
  }

  program::Program program;
  game::Vocabulary vocabulary;
  std::unique_ptr<game::Engine> engine;
};

}  // namespace

TEST_CASE("prover: goals are the numbers among the values, in order") {
  Rules rules(
      "(role r) (init on) (goal r 100) (goal r 00) (goal r 0) (goal r 5) (goal r much) (goal r (pair 1 2))"
      "(<= (goal r 12x) (true on)) (<= (goal r 50) (true off))");
  State state = got(rules.engine->initial());
  CHECK(got(rules.engine->goals(state, RoleId{0})) == std::vector<int>{0, 5, 100});
  rules.vocabulary.roles.push_back(rules.program.terms().constant("other"));
  CHECK(got(rules.engine->goals(state, RoleId{1})).empty());
}

TEST_CASE("prover: what a state and a joint move lead to") {
  Game game = test::game_of_text(R"(
    (role white) (role black) (init (at 1)) (init (control white))
    (succ 1 2) (succ 2 3) (succ 3 4)
    (<= (legal ?r (to ?y)) (true (control ?r)) (true (at ?x)) (or (succ ?x ?y) (succ ?y ?x)))
    (<= (legal ?r wait) (role ?r) (not (true (control ?r))))
    (<= (next (at ?y)) (does ?r (to ?y)))
    (<= (next (control white)) (true (control black))) (<= (next (control black)) (true (control white)))
    (<= (sees ?s (moved ?y)) (role ?s) (does ?r (to ?y)) (distinct ?r ?s))
    (<= terminal (true (at 4)))
    (<= (goal ?r 100) (role ?r) (true (at 4)))
  )",
                                 kProver);
  game::Engine& engine = game.engine();
  CHECK(engine.name() == "prover");
  State first = game.initial();
  CHECK(game.text(first) == "((at 1) (control white))");
  game::JointMove moves;
  for (RoleId role : {RoleId{0}, RoleId{1}}) {
    auto legal = got(engine.legal(first, role));
    REQUIRE(legal.size() == 1);
    moves.push_back(legal[0]);
  }
  CHECK(game.text(RoleId{0}, moves[0]) == "(to 2)");
  CHECK(got(engine.sees(first, moves, RoleId{0})).empty());
  auto seen = got(engine.sees(first, moves, RoleId{1}));
  REQUIRE(seen.size() == 1);
  CHECK(game.text(seen[0]) == "(moved 2)");
  State second = got(engine.next(first, moves));
  CHECK(game.text(second) == "((at 2) (control black))");
  CHECK(got(engine.legal(second, RoleId{1})).size() == 2);
  CHECK_FALSE(got(engine.terminal(second)));
  // Back and forth between states, and questions without moves after those with.
  CHECK(got(engine.next(first, moves)) == second);
  CHECK(got(engine.legal(first, RoleId{0})).size() == 1);
  CHECK(got(engine.next(first, moves)) == second);
  CHECK(got(engine.initial()) == first);
  State last = got(game.parse_state("((at 4) (control white))"));
  CHECK(got(engine.terminal(last)));
  CHECK(got(engine.goals(last, RoleId{0})) == std::vector<int>{100});
}

TEST_CASE("prover: an error names the query and the state") {
  std::string fluents;
  for (int i = 0; i < 30; ++i) fluents += fmt::format("(init (f {}))", i);
  Rules rules(fluents + R"(
    (role r) (<= (legal r noop) (p ?x)) (<= (p ?x) (true (f ?x))) (<= (p (s ?x)) (p ?x))
    (<= (next (f ?x)) (true (f ?x))) (<= terminal (true over)) (goal r 0)
  )");
  State state = got(rules.engine->initial());
  auto legal = rules.engine->legal(state, RoleId{0});
  REQUIRE_FALSE(legal.has_value());
  CHECK(legal.error().message.starts_with("the query (legal r ?0) needs more than 500 MB in the state (f "));
  CHECK(legal.error().message.ends_with(" and 10 more"));
  // The engine goes on.
  MoveId noop = rules.vocabulary.moves[0].add(rules.program.terms().constant("noop"));
  CHECK(got(rules.engine->next(state, {noop})) == state);
  CHECK_FALSE(got(rules.engine->terminal(state)));
}
