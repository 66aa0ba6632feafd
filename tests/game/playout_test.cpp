// SPDX-License-Identifier: MIT
#include "game/playout.h"

#include <map>

#include "game/playing.h"
#include "support/support.h"

using namespace percept;
using namespace percept::game;
using namespace percept::test;

namespace {

const std::string kWalk = R"(
(role walker) (init (at 1)) (legal walker (go 1)) (legal walker (go 2)) (legal walker (go 10))
(<= (next (at ?n)) (does walker (go ?n)))
(<= terminal (true (at 10))) (<= (goal walker 100) (true (at 10))) (<= (goal walker 0) (true (at 1)))
)";
const std::string kForever = R"(
(role clock) (init (hand 1)) (legal clock tick) (<= (next (hand 2)) (true (hand 1))) (<= (next (hand 1)) (true (hand 2)))
(<= terminal (true (hand 3))) (goal clock 0)
)";

std::vector<std::string> moves_of(Game& game, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::string> out;
  got(play_out(game, game.initial(), random, kMaxRounds, [&](const Round& round) -> Result<void> {
    for (std::uint32_t i = 0; i < game.roles(); ++i) out.push_back(game.text(RoleId{i}, round.moves[i]));
    return {};
  }));
  return out;
}

}  // namespace

TEST_CASE("playout: rounds are counted from 1, each with its state and moves") {
  Game game = game_of_text(kWalk, kProver);
  Random random(3);
  std::size_t rounds = 0;
  std::string expected = "((at 1))";
  Playout match = got(play_out(game, game.initial(), random, kMaxRounds, [&](const Round& round) -> Result<void> {
    CHECK(round.number == ++rounds);
    CHECK(game.text(round.state) == expected);
    REQUIRE(round.moves.size() == 1);
    expected = game.text(got(game.next(round.state, round.moves)));
    return {};
  }));
  CHECK(match.rounds == rounds);
  CHECK(rounds > 0);
  CHECK(game.text(match.end) == "((at 10))");
}

TEST_CASE("playout: the same seed gives the same match, another one another") {
  Game game = game_of_file(project_root() / "games/noughts_and_crosses.kif", kProver);
  Game again = game_of_file(project_root() / "games/noughts_and_crosses.kif", kProver);
  CHECK(moves_of(game, 7) == moves_of(game, 7));
  CHECK(moves_of(game, 7) == moves_of(again, 7));
  CHECK(moves_of(game, 7) != moves_of(game, 8));
}

TEST_CASE("playout: both engines play the same match") {
  for (const std::string name : {"noughts_and_crosses", "monty_hall", "kuhn_poker", "two_generals"}) {
    CAPTURE(name);
    std::filesystem::path file = project_root() / "games" / (name + ".kif");
    Game prover = game_of_file(file, kProver), circuit = game_of_file(file, Game::Choice::kCircuit);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) CHECK(moves_of(prover, seed) == moves_of(circuit, seed));
  }
}

TEST_CASE("playout: every legal move has its chance") {
  Game game = game_of_text(kWalk, kProver);
  Random random(1);
  std::map<std::string, int> counts;
  for (int i = 0; i < 3000; ++i)
    ++counts[game.text(RoleId{0}, got(random_joint_move(game, game.initial(), random))[0])];
  REQUIRE(counts.size() == 3);
  for (const auto& entry : counts) {
    CHECK_MESSAGE(entry.second > 850, entry.first);
    CHECK_MESSAGE(entry.second < 1150, entry.first);
  }
}

TEST_CASE("playout: legal moves are listed as people expect") {
  Game game = game_of_text(kWalk, kProver);
  std::string texts;
  for (MoveId move : got(sorted_legal(game, game.initial(), RoleId{0}))) texts += game.text(RoleId{0}, move) + " ";
  CHECK(texts == "(go 1) (go 2) (go 10) ");
}

TEST_CASE("playout: a game that goes on for ever is an error that names the state it has come to") {
  Game game = game_of_text(kForever, kProver);
  Random random(1);
  auto match = play_out(game, game.initial(), random, 100);
  REQUIRE_FALSE(match);
  CHECK(has(match.error().message, "100 rounds"));
  CHECK(has(match.error().message, "((hand 1))"));
  CHECK_FALSE(play_out(game, game.initial(), random, 0));
}

TEST_CASE("playout: a match that ends in the last round allowed is fine") {
  Game game =
      game_of_text("(role a) (init p) (legal a m) (<= (next q) (true p)) (<= terminal (true q)) (goal a 0)", kProver);
  Random random(1);
  CHECK(got(play_out(game, game.initial(), random, 1)).rounds == 1);
  CHECK_FALSE(play_out(game, game.initial(), random, 0));
}

TEST_CASE("playout: a state that is terminal is a match without rounds") {
  Game game = game_of_text("(role a) (init p) (legal a m) (<= terminal (true p)) (goal a 0)", kProver);
  Random random(1);
  Playout match = got(play_out(game, game.initial(), random));
  CHECK(match.rounds == 0);
  CHECK(match.end == game.initial());
}

TEST_CASE("playout: a role without a move ends it with an error, and so does whoever watches") {
  Game game = game_of_text(
      "(role a) (init p) (<= (legal a m) (true p)) (<= (next q) (true p)) (<= terminal (true r)) (goal a 0)", kProver);
  Random random(1);
  auto match = play_out(game, game.initial(), random);
  REQUIRE_FALSE(match);
  CHECK(has(match.error().message, "a has no legal move"));
  CHECK(has(match.error().message, "(q)"));
  Game forever = game_of_text(kForever, kProver);
  auto stopped = play_out(forever, forever.initial(), random, kMaxRounds, [&](const Round& round) -> Result<void> {
    if (round.number == 5) return failure("enough");
    return {};
  });
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().message == "enough");
}

TEST_CASE("playout: the project's own games end, with one goal for every role but nature") {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    Game game = game_of_file(file, kProver);
    Random random(11);
    for (int i = 0; i < 3; ++i) {
      Playout match = got(play_out(game, game.initial(), random));
      for (std::uint32_t role = 0; role < game.roles(); ++role)
        if (game.random() != RoleId{role}) CHECK(got(game.goals(match.end, RoleId{role})).size() == 1);
    }
  }
}
