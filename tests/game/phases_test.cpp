// SPDX-License-Identifier: MIT
//
// The phases of real games say what the games say.
#include "circuit/phase_checks.h"
#include "game/playing.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using game::Game;

TEST_CASE("phases of our own games") {
  std::size_t with_turns = 0;
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    Game game = game_of_file(file, Game::Choice::kCircuit);
    circuit::Automaton automaton = game.whole()->automaton();
    with_turns += check_phases(automaton, 1, 3, 40) > 1 ? 1 : 0;
  }
  CHECK(with_turns >= 5);
}

TEST_CASE("phases of competition games") {
  REQUIRE_CORPUS();
  for (const char* name :
       {"ticTacToe", "connectFour", "breakthroughSmall", "chineseCheckers2", "pentago", "blocker", "3pConnectFour"}) {
    CAPTURE(std::string(name));
    auto file = corpus() / "games/gdl1" / (std::string(name) + ".kif");
    if (!exists(file)) continue;
    Game game = game_of_file(file, Game::Choice::kCircuit);
    circuit::Automaton automaton = game.whole()->automaton();
    std::size_t phases = check_phases(automaton, 1, 2, 30);
    if (std::string(name) == "ticTacToe") CHECK(phases == 2);
    if (std::string(name) == "blocker") CHECK(phases == 1);
  }
}
