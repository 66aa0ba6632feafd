// SPDX-License-Identifier: MIT
//
// Playouts in lanes, on games made by hand whose statistics are known: how many are played, how long they are, what
// their goals count, and how they stop when they cannot go on.
#include "lanes/playouts.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "base/bits.h"
#include "circuit/hand_made_games.h"
#include "circuit/phase_checks.h"
#include "circuit/plain_automaton.h"
#include "lanes/available_lanes.h"

using namespace percept;
using namespace percept::test;
using lanes::PlayoutResult;
using lanes::Playouts;
using lanes::Stop;

namespace {

// Plays matches in lanes and one by one, and checks that chance alone makes them differ.
void check_against_plain(const circuit::Automaton& automaton, std::size_t plain_matches) {
  PlainAutomaton plain(automaton);
  Random random(17);
  double length = 0, squares = 0;
  std::vector<std::vector<double>> goals;
  for (const auto& of_role : automaton.goals) goals.emplace_back(of_role.size());
  for (std::size_t match = 0; match < plain_matches; ++match) {
    PlainAutomaton::Position position = automaton.initial;
    PlainAutomaton::View view = plain.look(position);
    double rounds = 0;
    for (; !view.terminal; ++rounds, view = plain.look(position))
      position = plain.next(position, plain.random_joint(view, random));
    length += rounds;
    squares += rounds * rounds;
    for (std::size_t role = 0; role < goals.size(); ++role)
      for (std::size_t g = 0; g < goals[role].size(); ++g) goals[role][g] += view.goals[role][g] ? 1 : 0;
  }
  auto count = static_cast<double>(plain_matches);
  double mean = length / count, variance = squares / count - mean * mean;
  for (unsigned lanes : available_lanes()) {
    CAPTURE(lanes);
    PlayoutResult result = Playouts(automaton, lanes).run(lanes, {.playouts = 100'000});
    REQUIRE(result.stop == Stop::kDone);
    CHECK(std::abs(static_cast<double>(result.states) / 1e5 - mean) < 4.5 * std::sqrt(variance * (1 / count + 1e-5)));
    for (std::size_t role = 0; role < goals.size(); ++role)
      for (std::size_t g = 0; g < goals[role].size(); ++g) {
        CAPTURE(role);
        CAPTURE(g);
        double here = static_cast<double>(result.goals[role][g]) / 1e5, there = goals[role][g] / count;
        double share = (here + there) / 2;
        CHECK(std::abs(here - there) < 4.5 * std::sqrt(share * (1 - share) * (1 / count + 1e-5)) + 2 / count);
      }
  }
}

}  // namespace

TEST_CASE("as many matches are played as were asked for") {
  CoinGame game;
  for (unsigned lanes : available_lanes())
    for (std::uint64_t asked : {1u, 2u, 63u, 64u, 65u, 256u, 500u, 511u, 512u, 513u, 1000u, 12'345u}) {
      CAPTURE(lanes);
      CAPTURE(asked);
      Playouts playouts(game.automaton, lanes);
      CHECK(playouts.lanes() == lanes);
      PlayoutResult result = playouts.run(asked, {.playouts = asked});
      CHECK(result.stop == Stop::kDone);
      CHECK(result.playouts == asked);
      // Every match ends with one of the two goals, and makes one move at least.
      CHECK(result.goals[0][0] + result.goals[0][1] == asked);
      CHECK(result.states >= asked);
    }
}

TEST_CASE("long matches count as much as short ones, however few are asked for") {
  // A match goes on with chance 1/2: its length has mean 2 and variance 2. Stopping with the clock, or counting only
  // the matches that end first, would make it shorter.
  CoinGame game;
  for (unsigned lanes : available_lanes())
    for (std::uint64_t asked : {64u, 600u, 1500u}) {
      CAPTURE(lanes);
      CAPTURE(asked);
      Playouts playouts(game.automaton, lanes);
      std::uint64_t matches = 0, states = 0;
      for (std::uint64_t seed = 1; matches < 200'000; ++seed) {
        PlayoutResult result = playouts.run(seed, {.playouts = asked});
        matches += result.playouts;
        states += result.states;
      }
      double mean = static_cast<double>(states) / static_cast<double>(matches);
      CHECK(std::abs(mean - 2) < 4.5 * std::sqrt(2.0 / static_cast<double>(matches)));
    }
}

TEST_CASE("the same seed plays the same matches, another seed others") {
  CoinGame game;
  for (unsigned lanes : available_lanes()) {
    Playouts playouts(game.automaton, lanes);
    PlayoutResult one = playouts.run(1, {.playouts = 5000}), again = playouts.run(1, {.playouts = 5000});
    PlayoutResult other = playouts.run(2, {.playouts = 5000});
    CHECK(one.states == again.states);
    CHECK(one.goals == again.goals);
    CHECK((one.states != other.states || one.goals != other.goals));
  }
}

TEST_CASE("a match of fixed length has that length, and is not taken to be endless") {
  for (std::uint32_t length : {1u, 2u, 37u, 100u}) {
    CAPTURE(length);
    MarchGame game(length);
    for (unsigned lanes : available_lanes()) {
      PlayoutResult result = Playouts(game.automaton, lanes).run(1, {.playouts = 3000, .max_rounds = length + 2});
      CHECK(result.stop == Stop::kDone);
      CHECK(result.playouts == 3000);
      CHECK(result.states == 3000 * length);
      CHECK(result.goals[0][0] == 3000);  // the goal that holds at the end
      CHECK(result.goals[0][1] == 0);     // one that holds on the way only
      CHECK(result.goals[0][2] == 3000);  // another at the end
    }
  }
}

TEST_CASE("a match that never ends is stopped, with the position it has come to") {
  MarchGame game(1000);
  for (unsigned lanes : available_lanes()) {
    PlayoutResult result = Playouts(game.automaton, lanes).run(1, {.playouts = 100'000, .max_rounds = 50});
    CHECK(result.stop == Stop::kEndless);
    CHECK(result.playouts == 0);
    REQUIRE(result.position.size() == 1001 / 64 + 1);
    std::size_t at = 0, count = 0;
    for (std::size_t w = 0; w < result.position.size(); ++w)
      for_each_bit(result.position[w], [&](unsigned bit) { at = 64 * w + bit, ++count; });
    CHECK(count == 1);
    CHECK(at >= 40);
    CHECK(at <= 60);
  }
}

TEST_CASE("one lane that goes on for ever among many that end is found") {
  // The first move leads to the end but for one of 200, which leads nowhere.
  TrapGame game(200, TrapGame::Trap::kEndless);
  for (unsigned lanes : available_lanes()) {
    PlayoutResult result = Playouts(game.automaton, lanes).run(1, {.playouts = 100'000, .max_rounds = 50});
    CHECK(result.stop == Stop::kEndless);
    CHECK(result.playouts > 0);
    CHECK(result.position == row_of(game.trapped()));
  }
}

TEST_CASE("a role without a legal move stops the playouts, with the role and the position") {
  TrapGame game(200, TrapGame::Trap::kNoMove);
  for (unsigned lanes : available_lanes()) {
    PlayoutResult result = Playouts(game.automaton, lanes).run(1, {.playouts = 100'000});
    CHECK(result.stop == Stop::kNoMove);
    CHECK(result.role == 1);
    CHECK(result.playouts > 0);
    CHECK(result.position == row_of(game.trapped()));
  }
}

TEST_CASE("a role without any moves at all stops the playouts at once") {
  CoinGame game;
  game.automaton.legal.emplace_back();
  game.automaton.goals.emplace_back();
  for (unsigned lanes : available_lanes()) {
    PlayoutResult result = Playouts(game.automaton, lanes).run(1, {.playouts = 1000});
    CHECK(result.stop == Stop::kNoMove);
    CHECK(result.role == 1);
    CHECK(result.playouts == 0);
    CHECK(result.position == row_of(game.automaton.initial));
  }
}

TEST_CASE("a game that is over before it begins has matches of no length") {
  CoinGame game;
  game.automaton.terminal = circuit::kTrue;
  for (unsigned lanes : available_lanes()) {
    PlayoutResult result = Playouts(game.automaton, lanes).run(1, {.playouts = 1000});
    CHECK(result.stop == Stop::kDone);
    CHECK(result.playouts == 1000);
    CHECK(result.states == 0);
  }
}

TEST_CASE("no match begins when the time is over, and those under way are played to their end") {
  CoinGame game;
  for (unsigned lanes : available_lanes()) {
    PlayoutResult result = Playouts(game.automaton, lanes).run(3, {.budget = Budget().within(0.02)});
    CHECK(result.stop == Stop::kDone);
    CHECK(result.playouts >= lanes);
    CHECK(result.goals[0][0] + result.goals[0][1] == result.playouts);
    double mean = static_cast<double>(result.states) / static_cast<double>(result.playouts);
    CHECK(std::abs(mean - 2) < 5 * std::sqrt(2.0 / static_cast<double>(result.playouts)));
  }
}

TEST_CASE("matches in which roles take turns end in any round, and start anew in step") {
  for (std::size_t roles : {2u, 3u}) {
    CAPTURE(roles);
    check_against_plain(TurnsGame(roles).automaton, 5000);
  }
  check_against_plain(TurnsGame(2, 3).automaton, 5000);
}

TEST_CASE("matches of a game with recursion come out as when played one by one") {
  RingGame game;
  check_phases(game.automaton, 1, 20, 60);
  check_against_plain(game.automaton, 5000);
}
