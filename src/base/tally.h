// SPDX-License-Identifier: MIT
//
// How often the costly steps from a rule sheet to a game were taken in this process: for metrics, and for tests that a
// sheet is understood once and not again and again. Nothing is decided by them. Any thread may count and read.
#pragma once

#include <atomic>
#include <cstdint>

namespace percept {

struct Tally {
  std::atomic<std::uint64_t> checked = 0;     // descriptions that were checked whether they can be played
  std::atomic<std::uint64_t> normalised = 0;  // that were made logic programs
  std::atomic<std::uint64_t> grounded = 0;    // programs that were given to the grounder, whole
};

inline Tally tally;

}  // namespace percept
