// SPDX-License-Identifier: MIT
//
// How plans and streams lie in memory: one block of 32-bit words with offsets and no pointers, so that it can be copied
// with one memcpy, compared, hashed, kept on disk, or sent to a device. Everything here is plain words: code that is
// compiled for one kind of CPU (cpu/kernels.cpp) includes it and nothing of the standard library.
//
// A value is a vector of bits, one lane a bit. Values live in numbered slots. A stream is a program on them:
//
//   gate    p | q << 16, destination, p slots, q slots    all of the p and none of the q hold
//   loop    kLoopWord, n, n slots, words of the block, block, n codes of drivers
//
// where a code is twice a slot, plus one when negated. Slots of fluents come first, in the order of the automaton, then
// one that is false, then those of moves, role by role.
//
// Internal to lanes/.
#pragma once

#include <cstddef>
#include <cstdint>

namespace percept::lanes {

inline constexpr std::uint32_t kLoopWord = 0xFFFFFFFF;
inline constexpr std::uint32_t kNoSlot = 0xFFFFFFFF;

// Words of a block.
struct Extent {
  std::uint32_t at = 0, size = 0;
};

// A fluent in a row: a bit of a word of 64.
struct Bit {
  std::uint32_t word;
  std::uint32_t bit;
  std::uint32_t code;  // of what is to be read, or slot of what is to be set
};

struct RoleBlock {
  Extent legal;              // codes, by move
  Extent numbers;            // by move: its number in the automaton
  Extent percepts;           // codes
  Extent goals;              // codes; those of all roles lie one after the other
  std::uint32_t first_slot;  // of the moves, which are in consecutive slots
};

// The questions of a round, as streams. Each part is there only when it was asked for (streams.h).
struct StreamsBlock {
  Extent state;            // terminal and legal moves, from fluents
  Extent goals;            // behind `state`
  Extent sees;             // percepts, from fluents and moves, behind `state` if it is there
  Extent next;             // the next position, behind `sees`
  Extent roles;            // RoleBlocks
  Extent inputs;           // Bits: the fluents that are needed, by word
  Extent slot_of_bit;      // by bit of a row: the fluent's slot; kNoSlot for those that are not needed
  Extent following;        // Bits: the next position, by word, but for fluents that are always next
  Extent always;           // pairs of words: the row of those
  Extent next_codes;       // the next position again: codes by fluent
  std::uint32_t terminal;  // code
  std::uint32_t slots;
};

inline constexpr std::uint32_t kPlanMark = 0x50504C31;  // "PPL1": the layout below

// At the start of a plan. Rounds of all phases, one after the other, then the first again. Where goals take many gates,
// final positions are collected and looked at together, from their fluents on, by `goals`.
struct PlanBlock {
  std::uint32_t mark = kPlanMark;
  std::uint32_t size = 0;  // words of the whole block
  std::uint32_t phases = 0;
  std::uint32_t fluents = 0;
  std::uint32_t roles = 0;
  std::uint32_t row_words = 0;   // of 64 bits
  std::uint32_t goal_count = 0;  // of all roles
  std::uint32_t slots = 0;       // of the widest round
  std::uint32_t most_moves = 0;  // of a role in a round
  std::uint32_t collect = 0;
  std::uint32_t goal_slots = 0;
  Extent goals;        // stream
  Extent goal_codes;   // of all roles, one after the other
  Extent goal_begins;  // by role and behind the last: where its goals begin
  Extent goal_values;  // of all roles
  Extent move_counts;  // by role: moves of the automaton
  Extent initial;      // pairs of words: a row
  Extent inputs;       // Bits of all fluents, by word
  Extent rounds;       // StreamsBlocks of playouts, by phase: `state`, `goals` and `next`
  Extent whole_state;  // a StreamsBlock of any round: `state`; empty in a plan for playouts only
  Extent whole_moves;  // another: `sees` of all roles and `next`
};

// Why playouts ended: all were played, a role had no legal move, or a match did not end.
enum class Stop : std::uint8_t { kDone, kNoMove, kEndless };

// What lies in a block.
template <class T>
const T* in_block(const std::uint32_t* block, Extent extent) {
  return reinterpret_cast<const T*>(block + extent.at);
}

}  // namespace percept::lanes
