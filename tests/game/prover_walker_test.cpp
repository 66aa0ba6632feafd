// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>

#include "game/playing.h"

using namespace percept;
using game::Game;
using game::MoveId;
using game::RoleId;
using game::State;
using test::got;
using test::kProver;

namespace {

// A walker on rules that need not be a game; its roles are r and other.
game::ProverWalk walk_of(std::string text) {
  program::Program program = got(program::normalise(*gdl::read_text("test", std::move(text))));
  std::vector<program::TermId> roles = {program.terms().constant("r"), program.terms().constant("other")};
  return got(game::make_prover_walker(std::move(program), roles));
}

}  // namespace

TEST_CASE("prover: goals are the numbers among the values, in order") {
  game::ProverWalk walk = walk_of(
      "(role r) (init on) (goal r 100) (goal r 00) (goal r 0) (goal r 5) (goal r much) (goal r (pair 1 2))"
      "(<= (goal r 12x) (true on)) (<= (goal r 50) (true off))");
  std::vector<int> goals;
  walk.walker->goals(RoleId{0}, goals);
  CHECK(goals == std::vector<int>{0, 5, 100});
  walk.walker->goals(RoleId{1}, goals);
  CHECK(goals.empty());
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
  CHECK(game.engine_name() == "prover");
  State first = game.initial();
  CHECK(game.text(first) == "((at 1) (control white))");
  game::JointMove moves;
  for (RoleId role : {RoleId{0}, RoleId{1}}) {
    auto legal = got(game.legal_if_any(first, role));
    REQUIRE(legal.size() == 1);
    moves.push_back(legal[0]);
  }
  CHECK(game.text(RoleId{0}, moves[0]) == "(to 2)");
  CHECK(got(game.percepts(first, moves, RoleId{0})).empty());
  auto seen = got(game.percepts(first, moves, RoleId{1}));
  REQUIRE(seen.size() == 1);
  CHECK(game.text(seen[0]) == "(moved 2)");
  State second = got(game.next(first, moves));
  CHECK(game.text(second) == "((at 2) (control black))");
  CHECK(got(game.legal_if_any(second, RoleId{1})).size() == 2);
  CHECK_FALSE(got(game.terminal(second)));
  // Back and forth between states, and questions without moves after those with.
  CHECK(got(game.next(first, moves)) == second);
  CHECK(got(game.legal_if_any(first, RoleId{0})).size() == 1);
  CHECK(got(game.next(first, moves)) == second);
  CHECK(game.initial() == first);
  State last = got(game.parse_state("((at 4) (control white))"));
  CHECK(got(game.terminal(last)));
  CHECK(got(game.goals(last, RoleId{0})) == std::vector<int>{100});
}

TEST_CASE("prover: an error names the query and the state") {
  std::string fluents;
  for (int i = 0; i < 30; ++i) fluents += fmt::format("(init (f {}))", i);
  game::ProverWalk walk = walk_of(fluents + R"(
    (role r) (<= (legal r noop) (p ?x)) (<= (p ?x) (true (f ?x))) (<= (p (s ?x)) (p ?x))
    (<= (next (f ?x)) (true (f ?x))) (<= terminal (true over)) (goal r 0)
  )");
  std::vector<MoveId> legal;
  walk.walker->legal(RoleId{0}, legal);
  REQUIRE(walk.walker->failed());
  CHECK(legal.empty());
  Error error = *walk.walker->take_error();
  CHECK(error.message.starts_with("the query (legal r ?0) needs more than 500 MB in the state (f "));
  CHECK(error.message.ends_with(" and 10 more"));
  // The walker goes on.
  MoveId noop = walk.lexicon->add_move(RoleId{0}, walk.program->terms().constant("noop"));
  MoveId other = walk.lexicon->add_move(RoleId{1}, walk.program->terms().constant("noop"));
  State next;
  walk.walker->next(std::array{noop, other}, next);
  CHECK(next == walk.walker->initial());
  CHECK_FALSE(walk.walker->terminal());
  CHECK_FALSE(walk.walker->failed());
}
