// SPDX-License-Identifier: MIT
//
// Moves and states as text: what Game prints it reads back, other ways to write it, and what it does not take.
#include "game/game.h"
#include "game/playing.h"
#include "game/playout.h"
#include "support/support.h"

using namespace percept;
using namespace percept::game;
using namespace percept::test;

namespace {

const std::string kSheet = R"(
(role white) (role black)
(init p) (init (cell 1 x)) (init (cell 10 x)) (init (cell 2 (piece black 3)))
(legal white (mark 1 2)) (legal white noop) (legal white 5) (legal black noop)
(<= (next (cell ?n ?m)) (does white (mark ?n ?m))) (<= (next q) (true p))
(<= terminal (true q)) (goal white 0) (goal black 0)
)";

std::string error(const Result<State>& result) {
  REQUIRE_FALSE(result);
  return result.error().message;
}
std::string error(const Result<MoveId>& result) {
  REQUIRE_FALSE(result);
  return result.error().message;
}

}  // namespace

TEST_CASE("text: a state is printed sorted, numbers by their value") {
  Game game = game_of_text(kSheet, kProver);
  CHECK(game.text(game.initial()) == "((cell 1 x) (cell 2 (piece black 3)) (cell 10 x) p)");
}

TEST_CASE("text: the ways to write a state") {
  Game game = game_of_text(kSheet, kProver);
  const std::string text = game.text(game.initial());
  for (const std::string& written :
       {text, std::string("p (cell 1 x) (cell 2 (piece black 3)) (cell 10 x)"),
        std::string("  (P (CELL 1 X)\n (cell 2 (piece black 3)) (cell 10 x) ; a comment\n p)  "),
        std::string("((cell 10 x) (cell 10 x) p (cell 1 x) (cell 2 (piece black 3)))")}) {
    CAPTURE(written);
    CHECK(game.text(got(game.parse_state(written))) == text);
  }
  CHECK(got(game.parse_state(text)) == game.initial());
  CHECK(game.text(got(game.parse_state("()"))) == "()");
  CHECK(game.text(got(game.parse_state(""))) == "()");
}

TEST_CASE("text: what the game has decides whether (p q) is one fluent or two") {
  Game game = game_of_text(kSheet, kProver);
  CHECK(got(game.parse_state("(p q)")).size() == 2);
  CHECK(got(game.parse_state("(p)")).size() == 1);
  CHECK(got(game.parse_state("p")).size() == 1);
  CHECK(game.text(got(game.parse_state("(cell 1 x)"))) == "((cell 1 x))");
  CHECK(game.text(got(game.parse_state("(p (cell 1 x))"))) == "((cell 1 x) p)");
}

TEST_CASE("text: a state that was not met yet can be read, if a rule could lead to it") {
  Game game = game_of_text(kSheet, kProver);
  CHECK(game.text(got(game.parse_state("((cell 7 8) q)"))) == "((cell 7 8) q)");
  CHECK(error(game.parse_state("((cell 7) q)")) == "the game has no fluent (cell 7)");
  CHECK(has(error(game.parse_state("(p (lake 1))")), "the game has no fluent"));
  CHECK(has(error(game.parse_state("lake")), "no fluent lake"));
}

TEST_CASE("text: what is no state") {
  Game game = game_of_text(kSheet, kProver);
  CHECK(has(error(game.parse_state("((cell 1 ?x))")), "has a variable"));
  CHECK_FALSE(game.parse_state("((cell 1 x)"));
  CHECK_FALSE(game.parse_state("(cell 1 x))"));
  CHECK_FALSE(game.parse_state("(<= p q)"));
  CHECK_FALSE(game.parse_state("((not p))"));
  CHECK_FALSE(game.parse_state(std::string(5000, '(')));
}

TEST_CASE("text: moves") {
  Game game = game_of_text(kSheet, kProver);
  RoleId white{0}, black{1};
  CHECK(game.text(white, got(game.parse_move(white, " (MARK 1\n2) "))) == "(mark 1 2)");
  CHECK(game.text(white, got(game.parse_move(white, "noop"))) == "noop");
  CHECK(game.text(white, got(game.parse_move(white, "5"))) == "5");
  CHECK(error(game.parse_move(white, "(mark 1 3)")) == "white has no move (mark 1 3)");
  CHECK(error(game.parse_move(black, "(mark 1 2)")) == "black has no move (mark 1 2)");
  CHECK(has(error(game.parse_move(white, "")), "no move"));
  CHECK(has(error(game.parse_move(white, "noop noop")), "more than one"));
  CHECK(has(error(game.parse_move(white, "(mark ?x 2)")), "variable"));
  CHECK_FALSE(game.parse_move(white, "(mark 1 2"));
}

TEST_CASE("text: every state and move of random matches reads back as itself") {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    Game game = game_of_file(file, kProver);
    Random random(5);
    auto match = play_out(game, game.initial(), random, kMaxRounds, [&](const Round& round) -> Result<void> {
      CHECK(got(game.parse_state(game.text(round.state))) == round.state);
      for (std::uint32_t i = 0; i < game.roles(); ++i)
        CHECK(got(game.parse_move(RoleId{i}, game.text(RoleId{i}, round.moves[i]))) == round.moves[i]);
      return {};
    });
    CHECK(match.has_value());
  }
}

TEST_CASE("text: a state in text is the same state in a game that has not met it") {
  Game one = game_of_file(project_root() / "games/krieg_tictactoe_5x5.kif", kProver);
  Game other = game_of_file(project_root() / "games/krieg_tictactoe_5x5.kif", kProver);
  Random random(1);
  std::string text;
  got(play_out(one, one.initial(), random, 200, [&](const Round& round) -> Result<void> {
    text = one.text(round.state);
    return {};
  }));
  State state = got(other.parse_state(text));
  CHECK(other.text(state) == text);
  for (std::uint32_t role = 0; role < one.roles(); ++role)
    CHECK(got(one.legal(got(one.parse_state(text)), RoleId{role})).size() ==
          got(other.legal(state, RoleId{role})).size());
}
