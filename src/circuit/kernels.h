// SPDX-License-Identifier: MIT
//
// The inner loops of bit-parallel playouts, compiled once for each width of lanes (kernels.cpp) and chosen at run time
// by what the CPU can do. Only plain data crosses this border: the wide versions must not share inline functions of the
// standard library with code that runs everywhere.
//
// A value is a vector of `lanes` bits, one match a bit. Values live in numbered slots. A program is a stream of words:
//
//   gate    p | q << 16, destination, p slots, q slots    all of the p and none of the q hold
//   loop    kLoopWord, n, n slots, words of the block, block, n codes of drivers
//
// where a code is twice a slot, plus one when negated.
#pragma once

#include <cstddef>
#include <cstdint>

namespace percept::circuit {

inline constexpr std::uint32_t kLoopWord = 0xFFFFFFFF;

struct Stream {
  const std::uint32_t* words;
  std::size_t size;
};

struct RolePlan {
  const std::uint32_t* legal;  // codes, by move
  std::uint32_t moves;
  std::uint32_t first_slot;  // of `does`; the role's moves are in consecutive slots
};

struct FluentPlan {
  std::uint32_t next;  // code
  bool initial;
};

// What one round of all matches does, in order: `state` computes what depends on the position, moves are chosen,
// `moves` computes the next position.
struct RoundPlan {
  Stream state;
  Stream goals;  // behind `state`, when matches ended; not used when positions are collected
  Stream moves;
  const RolePlan* roles;
  std::size_t role_count;
  const FluentPlan* fluents;        // fluent i is in slot i
  std::uint32_t terminal;           // code
  const std::uint32_t* goal_codes;  // of all roles, one after the other
};

// Rounds of all phases, one after the other, then the first again. Where goals take many gates, final positions are
// collected and looked at together, from their fluents on, by `goals`.
struct MatchPlan {
  const RoundPlan* rounds;
  std::size_t phases;
  std::size_t fluent_count;
  std::size_t goal_count;
  std::size_t slots;
  bool collect;
  Stream goals;
  const std::uint32_t* goal_codes;
  std::size_t goal_slots;
};

enum class Stop : std::uint8_t { kDone, kNoMove, kEndless };

// The matches under way and what has been counted. Made and freed by the kernels, which know their width.
struct Matches {
  void* memory;
  std::uint64_t playouts = 0;      // ended
  std::uint64_t started = 0;       // including those under way
  std::uint64_t states = 0;        // positions in which a move was made
  std::uint64_t* goals = nullptr;  // how often each goal code held at an end
  // Why it stopped: which role had no move, and in which lane.
  Stop stop = Stop::kDone;
  std::uint32_t role = 0;
  std::uint32_t lane = 0;
  std::size_t phase = 0;  // of the next round
};

struct Kernels {
  unsigned lanes;
  // With one match a lane, but no more than `limit`.
  Matches* (*start)(const MatchPlan& plan, std::uint64_t seed, std::uint64_t limit);
  void (*finish)(Matches* matches);
  // At most `steps` steps; no match is started beyond `limit`. Returns false when all have ended, or one cannot go on.
  bool (*play)(const MatchPlan& plan, Matches& matches, std::uint64_t steps, std::uint64_t limit,
               std::uint64_t max_rounds);
  bool (*fluent)(const Matches& matches, std::uint32_t slot, std::uint32_t lane);
  // Evaluates a stream on values that lie one after the other.
  void (*run)(const Stream& stream, void* values);
};

extern const Kernels kernels64;
#if defined(__x86_64__)
extern const Kernels kernels256;
extern const Kernels kernels512;
#endif

// The widest that this CPU runs; or the one with so many lanes, nothing when the CPU does not have it.
const Kernels& best_kernels();
const Kernels* find_kernels(unsigned lanes);

}  // namespace percept::circuit
