// SPDX-License-Identifier: MIT
//
// Moments of the clock on the wall that never goes back.
//
// Any thread may call these.
#pragma once

#include <chrono>

namespace percept {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;  // Deadline::max() when there is no limit

// So many seconds after a moment, or from now on; a clock of many years is none.
inline Deadline after(Clock::time_point from, double seconds) {
  constexpr double kForever = 1e9;  // the clock counts nanoseconds in 64 bits
  if (seconds >= kForever) return Deadline::max();
  return from + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}
inline Deadline in_seconds(double seconds) { return after(Clock::now(), seconds); }
inline double seconds_since(Clock::time_point from) {
  return std::chrono::duration<double>(Clock::now() - from).count();
}

}  // namespace percept
