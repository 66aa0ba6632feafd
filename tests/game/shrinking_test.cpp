// SPDX-License-Identifier: MIT
//
// A difference between two engines is found and shrunk: here the engines are the same and the games differ, so that it
// is known where they do.
#include <doctest/doctest.h>

#include <set>

#include "game/playing.h"
#include "game/twins.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using game::Game;

namespace {

// Four lamps; a player turns one on in each round, or waits.
const std::string kLamps = R"(
(role player) (role other)
(init (round 0))
(lamp a) (lamp b) (lamp c) (lamp d)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8) (succ 8 9) (succ 9 10)
(<= (legal player (light ?l)) (lamp ?l) (not (true (on ?l))))
(legal player wait)
(<= (legal other ?m) (legal player ?m))
(<= (next (on ?l)) (does player (light ?l)))
(<= (next (on ?l)) (true (on ?l)))
(<= (next (round ?n)) (true (round ?m)) (succ ?m ?n))
(<= terminal (true (round 10)))
(<= (sees other dark) (not (true (on a))))
)";

Match difference_of(const std::string& one, const std::string& two) {
  Game left = game_of_text(one, Game::Choice::kProver), right = game_of_text(two, Game::Choice::kCircuit);
  Twins twins(left, right);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    Match match = play(twins, random, 50);
    if (match.differs()) return shrunk(twins, match);
  }
  return {};
}

}  // namespace

TEST_CASE("a game does not differ from itself") {
  Match match = difference_of(kLamps + "(goal player 50)", kLamps + "(goal player 50)");
  CHECK_FALSE(match.differs());
  CHECK(describe(match) == "after 0 joint moves:\nno difference");
}

TEST_CASE("a difference in the first position needs no moves") {
  Match match = difference_of(kLamps, kLamps + "(init (on d))");
  CHECK(describe(match) == "after 0 joint moves:\nposition\n  only prover:  nothing\n  only circuit:  (on d)");
}

TEST_CASE("a difference that needs two lamps is shrunk to the moves that turn them on") {
  Match match = difference_of(kLamps + "(goal player 50)",
                              kLamps + "(goal player 50) (<= (goal player 60) (true (on b)) (true (on d)))");
  REQUIRE(match.moves.size() == 2);
  CHECK(std::set{match.moves[0][0], match.moves[1][0]} == std::set<std::string>{"(light b)", "(light d)"});
  CHECK(match.moves[0][1] == "(light a)");  // what the other does is not important: the first of its moves is left
  CHECK(*match.difference == "goals of player\n  only prover:  nothing\n  only circuit:  60");
}

TEST_CASE("a difference that needs a number of rounds keeps them") {
  Match match = difference_of(kLamps, kLamps + "(<= (legal other surprise) (true (round 4)))");
  REQUIRE(match.differs());
  CHECK(match.moves.size() == 4);
  CHECK(*match.difference == "legal moves of other\n  only prover:  nothing\n  only circuit:  surprise");
}

TEST_CASE("differences in the end, in what is seen and in the next position are found") {
  CHECK(*difference_of(kLamps, kLamps + "(<= terminal (true (on c)))").difference ==
        "terminal\n  only prover: no\n  only circuit: yes");
  CHECK(*difference_of(kLamps, kLamps + "(<= (sees other flash) (does player (light b)))").difference ==
        "percepts of other\n  only prover:  nothing\n  only circuit:  flash");
  CHECK(*difference_of(kLamps, kLamps + "(<= (next bell) (does other (light b)))").difference ==
        "position\n  only prover:  nothing\n  only circuit:  bell");
}

TEST_CASE("a match that is not legal is no match") {
  Game left = game_of_text(kLamps, Game::Choice::kProver), right = game_of_text(kLamps, Game::Choice::kCircuit);
  Twins twins(left, right);
  CHECK(replay(twins, {{"(light a)", "wait"}, {"wait", "(light b)"}}).has_value());
  CHECK_FALSE(replay(twins, {{"(light a)", "wait"}, {"(light a)", "wait"}}).has_value());
  CHECK_FALSE(replay(twins, {{"(light z)", "wait"}}).has_value());
}
