// SPDX-License-Identifier: MIT
//
// A circuit of a game and the numbers of what its fluents, moves and percepts stand for, in its order: of the whole
// game, or of the positions of a moment.
//
// In a game without `sees` (GDL-I) every role sees the joint move: the percepts of its circuits are the moves made, as
// (does role move), so that whoever reasons about percepts need not tell the two kinds of games apart.
//
// Internal to game/.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "game/lexicon.h"
#include "ground/game_circuit.h"

namespace percept::game {

struct NumberedCircuit {
  ground::GameCircuit game;
  std::vector<FluentId> fluents;
  std::vector<std::vector<MoveId>> moves;    // by role
  std::vector<std::vector<PerceptId>> sees;  // by role

  // Where the role's move or percept stands in it; nothing when it has none such.
  std::optional<std::size_t> index(RoleId role, MoveId move) const { return index_in(moves[role.value], move); }
  std::optional<std::size_t> index(RoleId role, PerceptId percept) const { return index_in(sees[role.value], percept); }

 private:
  template <class Number>
  static std::optional<std::size_t> index_in(const std::vector<Number>& numbers, Number number) {
    std::size_t at = number.value;  // most circuits number things in order
    if (at >= numbers.size() || numbers[at] != number)
      at = static_cast<std::size_t>(std::find(numbers.begin(), numbers.end(), number) - numbers.begin());
    return at == numbers.size() ? std::nullopt : std::optional(at);
  }
};

// Gives numbers to what has none yet in the lexicon, whose terms are those of the circuit. `terms` makes the percepts
// of a game without `sees`.
NumberedCircuit numbered(ground::GameCircuit game, Lexicon& lexicon, program::Terms& terms, bool imperfect);

}  // namespace percept::game
