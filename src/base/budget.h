// SPDX-License-Identifier: MIT
//
// What a computation may use before it has to come back with what it has: CPU seconds of this thread, and a number of
// things made (rules, nodes, answers) that stands for memory. Zero means no limit.
#pragma once

#include <ctime>

#include <cmath>
#include <cstddef>

namespace percept {

// CPU seconds that this thread has used.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

class Budget {
 public:
  Budget() = default;
  Budget(double seconds, std::size_t things) : deadline_(seconds > 0 ? cpu_seconds() + seconds : 0), things_(things) {}

  bool out_of_time() const { return deadline_ > 0 && cpu_seconds() > deadline_; }
  // Before it is out of time; infinite when there is no limit.
  double seconds_left() const { return deadline_ > 0 ? deadline_ - cpu_seconds() : HUGE_VAL; }
  bool allows(std::size_t things) const { return things_ == 0 || things <= things_; }

 private:
  double deadline_ = 0;
  std::size_t things_ = 0;
};

}  // namespace percept
