// SPDX-License-Identifier: MIT
//
// The inner loops of lanes, compiled once for each width (kernels.cpp) and chosen at run time by what the CPU can do.
// Only plain data crosses this border: the wide versions must not share inline functions of the standard library with
// code that runs everywhere.
//
//   Matches* matches = kernels.make(plan);                 // a PlanBlock; memory for playouts of it
//   kernels.start(plan, *matches, start);                  // positions go into lanes
//   while (kernels.play(plan, *matches, 1000, limit)) …    // so many rounds at a time
//   kernels.free(matches);
//
// Kernels are constant. Threads may share them and a plan; each needs matches of its own.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lanes/block.h"

namespace percept::lanes {

// Where matches start. Rows take turns, so that all have about as many matches whenever it ends: the q-th turn is row
// q % rows. In a turn of several matches 64 lanes start in the same row until its matches are under way, which costs
// little; in turns of one match every lane has its own.
struct Start {
  // Words by fluent, again and again for the next 64: bit q % 64 of a fluent's word q / 64 says whether it holds in row
  // q % rows. This goes on to `period`, a multiple of `rows` that is 64 at least, and for another 64 behind that.
  const std::uint64_t* planes;
  std::uint64_t period;
  std::uint32_t rows;
  std::uint32_t phase;  // that the rows belong to
  std::uint64_t each;   // matches of a row
  std::uint64_t matches_of_turn;
  std::uint64_t turns;
  std::uint64_t seed;
  std::uint64_t limit;       // matches
  std::uint64_t max_rounds;  // of a match, about
  // By row: how often each goal held at an end; the matches that ended; the positions in which they made a move. All
  // are zero at first.
  std::uint64_t* counts;
  // By phase and role: the weights of its moves, or null for a uniform choice. Null: uniform everywhere.
  const std::uint8_t* const* weights;
};

// The matches under way. Made and freed by the kernels, which know their width.
struct Matches {
  void* memory;
  std::uint64_t started = 0;  // including those under way
  std::uint64_t states = 0;   // positions in which a move was made
  // Why it stopped: which role had no move, in which lane, and the row its match began in.
  Stop stop = Stop::kDone;
  std::uint32_t role = 0;
  std::uint32_t lane = 0;
  std::uint32_t row = 0;
};

struct Kernels {
  unsigned lanes;
  Matches* (*make)(const std::uint32_t* plan);
  void (*free)(Matches* matches);
  // The Start and what it points to must stay while it is played.
  void (*start)(const std::uint32_t* plan, Matches& matches, const Start& start);
  // At most so many rounds; no match is started beyond `limit`. Returns false when all have ended, or one cannot go on.
  bool (*play)(const std::uint32_t* plan, Matches& matches, std::uint64_t rounds, std::uint64_t limit);
  bool (*fluent)(const Matches& matches, std::uint32_t slot, std::uint32_t lane);
  // Evaluates a stream on values that lie one after the other.
  void (*run)(const std::uint32_t* begin, const std::uint32_t* end, void* values);
};

extern const Kernels kernels64;
#if defined(__x86_64__)
extern const Kernels kernels256;
extern const Kernels kernels512;
#endif

// The widest that this CPU runs; or the one with so many lanes, nothing when the CPU does not have it.
const Kernels& best_kernels();
const Kernels* find_kernels(unsigned lanes);
// The narrowest that has so many lanes, and not more than `most`.
const Kernels& kernels_for(std::size_t lanes, unsigned most);

}  // namespace percept::lanes
