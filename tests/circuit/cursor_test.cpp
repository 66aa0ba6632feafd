// SPDX-License-Identifier: MIT
//
// A cursor says what a plain evaluation says, whatever it was asked before, in whatever way it goes about it.
#include "circuit/cursor.h"

#include <doctest/doctest.h>

#include <array>
#include <thread>

#include "circuit/hand_made_games.h"
#include "circuit/plain_automaton.h"
#include "circuit/random_circuit.h"

using namespace percept;
using namespace percept::test;
using circuit::Course;
using circuit::Cursor;

namespace {

using Words = std::vector<std::uint64_t>;

constexpr std::array<Course::Options, 10> kWays = {{{true, Course::Making::kFastest},
                                                    {true, Course::Making::kEffects, true, false},
                                                    {true, Course::Making::kEffects, true, true},
                                                    {true, Course::Making::kEffects, false, true},
                                                    {true, Course::Making::kKept, true, false},
                                                    {true, Course::Making::kKept, false, true},
                                                    {true, Course::Making::kRaised, true, true},
                                                    {true, Course::Making::kRaised, true, false},
                                                    {true, Course::Making::kRaised, false, false},
                                                    {false, Course::Making::kFastest}}};

Words words_of(const std::vector<bool>& position) {
  Words out((position.size() + 63) / 64);
  for (std::size_t f = 0; f < position.size(); ++f)
    if (position[f]) out[f / 64] |= std::uint64_t{1} << (f % 64);
  return out;
}

// The automaton beside the cursor, with percepts.
class Beside {
 public:
  explicit Beside(const Automaton& automaton) : automaton_(automaton), plain_(automaton) {}

  void compare(Cursor& cursor, const std::vector<bool>& position, Random& random) {
    PlainAutomaton::View view = plain_.look(position);
    REQUIRE(Words(cursor.words().begin(), cursor.words().end()) == words_of(position));
    // Every question may come first, or not at all.
    for (int asked = 0; asked < 4; ++asked) switch (random.below(5)) {
        case 0: REQUIRE(cursor.terminal() == view.terminal); break;
        case 1: compare_legal(cursor, view); break;
        case 2: compare_goals(cursor, view); break;
        case 3: {
          PlainAutomaton::Joint joint = any_joint(random);
          Words out(cursor.course().words());
          cursor.next(joint, out);
          REQUIRE(out == words_of(plain_.next(position, joint)));
          break;
        }
        default: compare_sees(cursor, position, any_joint(random));
      }
  }

  // Moves that need not be legal.
  PlainAutomaton::Joint any_joint(Random& random) const {
    PlainAutomaton::Joint out;
    for (const auto& of_role : automaton_.legal)
      out.push_back(random.below(static_cast<std::uint32_t>(of_role.size())));
    return out;
  }
  PlainAutomaton& plain() { return plain_; }

 private:
  void compare_legal(Cursor& cursor, const PlainAutomaton::View& view) const {
    std::vector<std::uint32_t> moves;
    for (std::size_t role = 0; role < view.legal.size(); ++role) {
      cursor.legal(role, moves);
      REQUIRE(moves == view.legal[role]);
      REQUIRE(cursor.legal_count(role) == moves.size());
      for (std::uint32_t i = 0; i < moves.size(); ++i) REQUIRE(cursor.legal(role, i) == moves[i]);
      std::size_t legal = 0;
      for (std::uint32_t m = 0; m < automaton_.legal[role].size(); ++m) legal += cursor.is_legal(role, m) ? 1 : 0;
      REQUIRE(legal == moves.size());
    }
  }
  void compare_goals(Cursor& cursor, const PlainAutomaton::View& view) const {
    std::vector<int> values, expected;
    for (std::size_t role = 0; role < view.goals.size(); ++role) {
      expected.clear();
      for (std::size_t i = 0; i < view.goals[role].size(); ++i)
        if (view.goals[role][i]) expected.push_back(automaton_.goals[role][i].first);
      cursor.goals(role, values);
      REQUIRE(values == expected);
    }
  }
  void compare_sees(Cursor& cursor, const std::vector<bool>& position, const PlainAutomaton::Joint& joint) {
    std::vector<std::uint64_t> values(automaton_.circuit->size());
    for (std::size_t f = 0; f < position.size(); ++f) values[f + 1] = position[f] ? ~std::uint64_t{0} : 0;
    for (std::size_t role = 0; role < joint.size(); ++role)
      values[automaton_.move_node(role, joint[role])] = ~std::uint64_t{0};
    for (std::size_t role = 0; role < automaton_.sees.size(); ++role) {
      run(*automaton_.circuit, circuit::compile(*automaton_.circuit, automaton_.sees[role]), values.data());
      std::vector<std::uint32_t> expected, seen;
      for (std::uint32_t i = 0; i < automaton_.sees[role].size(); ++i)
        if ((value_of(values, automaton_.sees[role][i]) & 1) != 0) expected.push_back(i);
      cursor.sees(role, joint, seen);
      REQUIRE(seen == expected);
    }
  }

  const Automaton& automaton_;
  PlainAutomaton plain_;
};

// Matches with jumps: back to earlier positions of known or unknown round, to positions that cannot be, and anew.
void follow(const Automaton& automaton, std::uint64_t seed, std::size_t steps) {
  Beside beside(automaton);
  for (std::size_t way = 0; way < kWays.size(); ++way) {
    CAPTURE(way);
    Cursor cursor(Course::make(automaton, kWays[way]));
    Random random(seed);
    std::vector<std::vector<bool>> line = {automaton.initial};
    bool on_line = true;  // the round is known
    std::vector<bool> position = automaton.initial;
    for (std::size_t step = 0; step < steps; ++step) {
      CAPTURE(step);
      beside.compare(cursor, position, random);
      std::uint32_t jump = random.below(12);
      if (jump == 0) {
        cursor.start();
        line.assign(1, automaton.initial);
        position = line.back();
        on_line = true;
      } else if (jump == 1 || jump == 2) {
        std::size_t round = random.below(static_cast<std::uint32_t>(line.size()));
        line.resize(round + 1);
        position = line.back();
        if (jump == 1)
          cursor.go(words_of(position), round);
        else
          cursor.go(words_of(position));
        on_line = true;
      } else if (jump == 3) {
        for (std::size_t f = 0; f < position.size(); ++f) position[f] = random.below(2) == 0;
        cursor.go(words_of(position));
        on_line = false;
      } else {
        PlainAutomaton::Joint joint = beside.plain().random_joint(beside.plain().look(position), random);
        if (joint.empty() || jump == 4) {
          joint = beside.any_joint(random);
          on_line = false;
        }
        cursor.step(joint);
        position = beside.plain().next(position, joint);
        if (on_line) line.push_back(position);
      }
    }
  }
}

// A random circuit taken for a game of 8 fluents and 2 roles of 3 moves.
struct RandomGame {
  RandomCircuit random_circuit;
  Automaton automaton;

  explicit RandomGame(std::uint64_t seed)
      : random_circuit(seed, {.inputs = 14, .stages = 6, .gates = 10, .loops = 3, .roots = 30, .operands = 3}) {
    std::size_t at = 0;
    auto root = [&] { return random_circuit.roots()[at++]; };
    automaton.circuit = &random_circuit.circuit();
    for (int f = 0; f < 8; ++f) {
      automaton.initial.push_back((seed >> f & 1) != 0);
      automaton.next.push_back(root());
    }
    automaton.legal.assign(2, {});
    // Legal moves and goals must not look at moves: only fluents are asked for here.
    for (int m = 0; m < 6; ++m)
      automaton.legal[static_cast<std::size_t>(m) % 2].push_back(Wire{2u * (1 + static_cast<std::uint32_t>(m))} ^
                                                                 ((seed + static_cast<std::uint64_t>(m)) % 3 == 0));
    automaton.goals.resize(2);
    automaton.goals[0] = {
        {0, Wire{2}}, {50, random_circuit.circuit().all(std::array{Wire{2}, ~Wire{4}, Wire{12}})}, {100, ~Wire{4}}};
    automaton.sees.resize(2);
    for (int i = 0; i < 10; ++i) automaton.sees[static_cast<std::size_t>(i) % 2].push_back(root());
    automaton.terminal = random_circuit.circuit().all(std::array{Wire{6}, Wire{8}, Wire{10}});
  }
};

}  // namespace

TEST_CASE("a cursor follows random circuits, taken for games") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    RandomGame game(seed);
    follow(game.automaton, seed, 60);
  }
}

TEST_CASE("a cursor follows games made by hand") {
  follow(CoinGame().automaton, 1, 300);
  follow(MarchGame(130).automaton, 1, 500);
  follow(TrapGame(5, TrapGame::Trap::kNoMove).automaton, 1, 300);
  follow(RingGame().automaton, 1, 1000);
  for (std::size_t roles : {2u, 3u, 5u, 11u})
    for (std::size_t settling : {0u, 3u}) follow(TurnsGame(roles, settling).automaton, roles, 500);
}

TEST_CASE("where roles take turns, moves are made by their effects, and any position tells whose turn it is") {
  TurnsGame game(3);
  auto course = Course::make(game.automaton);
  REQUIRE(course->phases() == 3);
  for (std::size_t phase = 0; phase < 3; ++phase)
    CHECK(course->layout(course->place(phase).layout).leg(course->place(phase).leg).by_effects());
  Cursor cursor(course);
  for (std::size_t round = 0; round < 7; ++round) {
    CHECK(course->recognised(cursor.words().data()) == round % 3);
    std::vector<std::uint32_t> moves(3, 4);
    moves[round % 3] = static_cast<std::uint32_t>(round % 2);
    cursor.step(moves);
  }
}

TEST_CASE("cursors of one course run in several threads") {
  RingGame game;
  for (const Course::Options& way : kWays) {
    auto course = Course::make(game.automaton, way);
    auto play = [&](std::vector<Words>& ends) {
      Cursor cursor(course);
      Random random(1);
      std::vector<std::uint32_t> moves(course->roles());
      for (int match = 0; match < 20; ++match) {
        cursor.start();
        for (int round = 0; round < 30 && !cursor.terminal(); ++round) {
          for (std::size_t role = 0; role < moves.size(); ++role)
            moves[role] = cursor.legal(role, random.below(cursor.legal_count(role)));
          cursor.step(moves);
          if (round == 3) cursor.go(Words(cursor.words().begin(), cursor.words().end()));  // the whole leg, too
        }
        ends.emplace_back(cursor.words().begin(), cursor.words().end());
      }
    };
    std::vector<Words> a, b, c;
    std::thread first([&] { play(a); }), second([&] { play(b); });
    play(c);
    first.join();
    second.join();
    CHECK(a == c);
    CHECK(b == c);
  }
}
