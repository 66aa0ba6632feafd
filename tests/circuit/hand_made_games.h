// SPDX-License-Identifier: MIT
//
// Small games without rules, as automata made by hand: their circuits are known gate by gate, and their statistics on
// paper.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "circuit/automaton.h"
#include "circuit/kernels.h"

namespace percept::test {

using circuit::Automaton;
using circuit::Circuit;
using circuit::Wire;

inline std::vector<unsigned> available_lanes() {
  std::vector<unsigned> out;
  for (unsigned lanes : {64u, 256u, 512u})
    if (circuit::find_kernels(lanes)) out.push_back(lanes);
  return out;
}

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

// Role 0 chooses one of `doors` doors in the first round. Behind all but the last, the game ends; there it does not, and
// goes on for ever, or leaves role 1 without a move.
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

}  // namespace percept::test
