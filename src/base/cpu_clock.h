// SPDX-License-Identifier: MIT
//
// CPU seconds, by which work is measured and paid for. A thread may have part of its work done by a process that it
// waits for (asp/grounder.h); what that process uses is put to the thread's account, so that moving work out of the
// process changes neither a budget nor a figure.
//
// Internal to base/.
#pragma once

#include <ctime>

namespace percept {

inline double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// What processes have used on behalf of this thread; whoever waits for one adds to it.
inline thread_local double helpers_cpu_seconds = 0;

// CPU seconds that this thread has used, with its helpers.
inline double cpu_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID) + helpers_cpu_seconds; }

}  // namespace percept
