// SPDX-License-Identifier: MIT
//
// A round's questions to a circuit as streams for kernels (circuit/planner.h): what the position alone decides, what a
// role sees of a joint move, and the next position. Each holds only what it needs, so that it is made quickly: circuits
// of the moment are used for one round.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "belief/rules.h"
#include "circuit/kernels.h"

namespace percept::belief {

struct RoundStreams {
  enum class Part : std::uint8_t {
    kState,  // terminal and legal moves, from fluents
    kMoves,  // percepts of the role and the next position, from fluents and moves
    kRound,  // both: behind `state`, `sees` and `next` may be run again and again with other moves
    kGoals,  // of the role, from fluents
  };
  // A fluent in a row: bit f % 64 of word f / 64.
  struct Bit {
    std::uint32_t word;
    std::uint32_t bit;
    std::uint32_t code;  // of what is to be read, or slot of what is to be set
  };

  RoundStreams(const NumberedCircuit& circuit, RoleId role, Part part);

  std::vector<std::uint32_t> state, sees, next, goals;  // words; `next` runs behind `sees`
  std::size_t slots = 0;
  // Inputs of the circuit are in slots 0, 1, ... in its order; the slot behind them is to be false.
  std::vector<Bit> inputs;                        // the fluents that are needed, by word
  std::vector<std::uint32_t> slot_of_fluent;      // by number; kNoSlot for those that are not needed
  std::uint32_t terminal = 0;                     // code
  std::vector<std::vector<std::uint32_t>> legal;  // codes, by role
  std::vector<std::uint32_t> percepts;            // codes
  std::vector<std::uint32_t> values;              // codes of goals
  std::vector<Bit> following;                     // the next position, by word, but for fluents that are always next
  std::vector<std::uint64_t> always;              // the row of those

  static constexpr std::uint32_t kNoSlot = UINT32_MAX;
  static circuit::Stream stream(const std::vector<std::uint32_t>& words) { return {words.data(), words.size()}; }
};

// By role and move: the index of the role's percept that is this move, so that seeing it tells whether the move was
// made; kNoSlot when there is none.
std::vector<std::vector<std::uint32_t>> percepts_of_moves(const NumberedCircuit& circuit, RoleId role);

}  // namespace percept::belief
