// SPDX-License-Identifier: MIT
//
// Small games without rules, as automata made by hand: their circuits are known gate by gate, and their statistics on
// paper.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "circuit/automaton.h"

namespace percept::test {

using circuit::Automaton;
using circuit::Circuit;
using circuit::Wire;

// An automaton with its circuit. Fluents first, then moves role by role.
struct HandMadeGame {
  Circuit circuit;
  Automaton automaton;
  std::vector<Wire> fluents;
  std::vector<std::vector<Wire>> does;

  HandMadeGame(std::size_t fluent_count, const std::vector<std::size_t>& moves) {
    for (std::size_t f = 0; f < fluent_count; ++f) fluents.push_back(circuit.input());
    for (std::size_t count : moves) {
      does.emplace_back();
      for (std::size_t m = 0; m < count; ++m) does.back().push_back(circuit.input());
      automaton.legal.emplace_back(count, circuit::kTrue);
    }
    automaton.circuit = &circuit;
    automaton.initial.resize(fluent_count);
    automaton.next.assign(fluent_count, circuit::kFalse);
    automaton.goals.resize(moves.size());
    automaton.terminal = circuit::kFalse;
  }
  HandMadeGame(const HandMadeGame&) = delete;
  HandMadeGame& operator=(const HandMadeGame&) = delete;
};

// One role flips a coin in every round: heads goes on, tails ends. At the end the one goal says that heads came up at
// the first flip, the other that it did not.
struct CoinGame : HandMadeGame {
  CoinGame() : HandMadeGame(3, {2}) {
    Wire begin = fluents[0], over = fluents[1], lucky = fluents[2];
    automaton.initial[0] = true;
    automaton.next[1] = does[0][1];
    automaton.next[2] = circuit.any(std::array{lucky, circuit.all(std::array{begin, does[0][0]})});
    automaton.terminal = over;
    automaton.goals[0] = {{0, ~lucky}, {100, lucky}};
  }
};

// A walk through a row of fields, one a round: 0 to `length`.
struct MarchGame : HandMadeGame {
  explicit MarchGame(std::uint32_t length) : HandMadeGame(length + 1, {1}) {
    automaton.initial[0] = true;
    for (std::uint32_t f = 1; f <= length; ++f) automaton.next[f] = fluents[f - 1];
    automaton.terminal = fluents[length];
    automaton.goals[0] = {{0, fluents[length]}, {50, fluents[0]}, {100, ~fluents[0]}};
  }
};

// Role 0 chooses one of `doors` doors in the first round. Behind all but the last, the game ends; there it does not,
// and goes on for ever, or leaves role 1 without a move.
struct TrapGame : HandMadeGame {
  enum class Trap : std::uint8_t { kEndless, kNoMove };

  TrapGame(std::uint32_t doors, Trap trap) : HandMadeGame(3, {doors, 2}) {
    Wire begin = fluents[0], over = fluents[1], inside = fluents[2];
    automaton.initial[0] = true;
    Wire enters = circuit.all(std::array{begin, does[0].back()});
    automaton.next[1] = circuit.all(std::array{begin, ~does[0].back()});
    automaton.next[2] = circuit.any(std::array{inside, enters});
    automaton.terminal = over;
    if (trap == Trap::kNoMove) automaton.legal[1].assign(2, ~inside);
    automaton.goals[0] = {{100, over}};
  }

  std::vector<bool> trapped() const { return {false, false, true}; }
};

// Roles take turns, `roles` of them: who is in turn sets or clears one of four lamps, the others wait. Who finds all
// lamps on is done; `settling` rounds pass before the first turn.
struct TurnsGame : HandMadeGame {
  explicit TurnsGame(std::size_t roles, std::size_t settling = 0)
      : HandMadeGame(4 + roles + settling, std::vector<std::size_t>(roles, 5)) {
    auto turn = [&](std::size_t role) { return fluents[4 + role]; };
    auto waits = [&](std::size_t i) { return fluents[4 + roles + i]; };
    if (settling > 0)
      automaton.initial[4 + roles] = true;
    else
      automaton.initial[4] = true;
    for (std::size_t i = 1; i < settling; ++i) automaton.next[4 + roles + i] = waits(i - 1);
    for (std::size_t role = 0; role < roles; ++role) {
      Wire before = turn((role + roles - 1) % roles);
      automaton.next[4 + role] =
          role == 0 && settling > 0 ? circuit.any(std::array{before, waits(settling - 1)}) : before;
      for (std::size_t m = 0; m < 4; ++m) automaton.legal[role][m] = turn(role);
      automaton.legal[role][4] = ~turn(role);
      automaton.goals[role] = {{0, ~turn(role)}, {100, turn(role)}};
    }
    for (std::size_t lamp = 0; lamp < 4; ++lamp) {
      std::vector<Wire> switched;
      for (std::size_t role = 0; role < roles; ++role) switched.push_back(does[role][lamp]);
      Wire change = circuit.any(switched);
      automaton.next[lamp] = circuit.any(
          std::array{circuit.all(std::array{fluents[lamp], ~change}), circuit.all(std::array{~fluents[lamp], change})});
    }
    automaton.terminal = circuit.all(std::array{fluents[0], fluents[1], fluents[2], fluents[3]});
  }
};

// Stones on a ring of fields. One role puts a stone on a field, or takes one away; the other opens or closes the gate
// at field 0. A field is wet when it has no stone and its neighbour is wet, or is at the open gate: a recursion round
// the ring. The game ends when the field opposite the gate is wet, and its goals say how many others are.
struct RingGame : HandMadeGame {
  static constexpr std::size_t kFields = 7;

  RingGame() : HandMadeGame(kFields + 2, {kFields, 2}) {
    Wire gate = fluents[kFields], begun = fluents[kFields + 1];
    for (std::size_t f = 1; f < kFields; f += 2) automaton.initial[f] = true;
    std::vector<Wire> wet;
    for (std::size_t f = 0; f < kFields; ++f) wet.push_back(circuit.loop());
    for (std::size_t f = 0; f < kFields; ++f) {
      std::vector<Wire> sources = {wet[(f + 1) % kFields], wet[(f + kFields - 1) % kFields]};
      if (f == 0) sources.push_back(gate);
      circuit.drive(wet[f], circuit.all(std::array{~fluents[f], circuit.any(sources)}));
      Wire change = does[0][f];
      automaton.next[f] = circuit.any(
          std::array{circuit.all(std::array{fluents[f], ~change}), circuit.all(std::array{~fluents[f], change})});
    }
    automaton.next[kFields] = does[1][0];
    automaton.next[kFields + 1] = circuit::kTrue;
    automaton.legal[1][1] = begun;
    // A stone may be put only where it is dry.
    for (std::size_t f = 0; f < kFields; ++f) automaton.legal[0][f] = ~wet[f];
    automaton.terminal = wet[kFields / 2];
    for (std::size_t f = 0; f < kFields; ++f) automaton.goals[f % 2].push_back({static_cast<int>(f), wet[f]});
  }
};

}  // namespace percept::test
