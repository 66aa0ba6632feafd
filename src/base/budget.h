// SPDX-License-Identifier: MIT
//
// What a computation may use before it has to come back with what it has: CPU seconds, a moment on the wall clock, a
// stop that another thread raises, and a number of things made (rules, nodes, answers) that stands for memory. Whoever
// is given a budget ends soon after the first of these is over, and stays usable. A budget is narrowed on the way down,
// never widened:
//
//   Budget budget = Budget().until(deadline).unless(stop);
//   prover.all(query, budget.within(0.5));            // CPU seconds from now on, and no later than the budget
//   while (!budget.out_of_time()) …
//
// Looking costs about 40 ns: a thread cannot use more CPU seconds than go by on the wall, so its own clock, which takes
// twenty times as long to read, is only looked at when it may have run out.
//
// CPU seconds are those of the thread that said `within`, so a budget that has some is of use in that thread only. Each
// thread asks a copy of its own; the stop may be raised from anywhere.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stop_token>
#include <utility>

#include "base/clock.h"
#include "base/cpu_clock.h"

namespace percept {

class Budget {
 public:
  Budget() = default;  // no limit
  Budget(double cpu_seconds, std::size_t things) { *this = within(cpu_seconds).at_most(things); }

  // The same budget with a further limit. Zero seconds or things mean none.
  Budget within(double seconds) const {
    Budget out = *this;
    if (seconds != 0) out.cpu_deadline_ = std::min(cpu_deadline_, cpu_seconds() + seconds);
    out.look_at_ = 0;
    return out;
  }
  Budget until(Deadline deadline) const {
    Budget out = *this;
    out.deadline_ = std::min(deadline_, deadline);
    return out;
  }
  // There is one stop: it takes the place of another.
  Budget unless(std::stop_token stop) const {
    Budget out = *this;
    out.stop_ = std::move(stop);
    return out;
  }
  Budget at_most(std::size_t things) const {
    Budget out = *this;
    if (things != 0) out.things_ = std::min(things_, things);
    return out;
  }
  // The same with this part of the time that is left.
  Budget part(double share) const {
    Budget out = *this;
    if (cpu_deadline_ != HUGE_VAL) out.cpu_deadline_ = cpu_deadline_ - (1 - share) * cpu_seconds_left();
    if (deadline_ != Deadline::max()) out.deadline_ = in_seconds(share * -seconds_since(deadline_));
    out.look_at_ = 0;
    return out;
  }

  bool out_of_time() const {
    if (stop_.stop_requested()) return true;
    if (deadline_ == Deadline::max() && cpu_deadline_ == HUGE_VAL) return false;
    Clock::time_point now = Clock::now();
    if (now >= deadline_) return true;
    if (cpu_deadline_ == HUGE_VAL) return false;
    double paid = std::chrono::duration<double>(now.time_since_epoch()).count() + helpers_cpu_seconds;
    if (paid < look_at_) return false;
    double left = cpu_seconds_left();
    look_at_ = paid + left;
    return left <= 0;
  }
  // It is not out of time before so many seconds have gone by, unless it is stopped; infinite when there is no limit.
  double seconds_left() const {
    if (stop_.stop_requested()) return 0;
    double left = deadline_ == Deadline::max() ? HUGE_VAL : -seconds_since(deadline_);
    return std::max(0.0, std::min(left, cpu_seconds_left()));
  }
  bool allows(std::size_t things) const { return things <= things_; }

  // ---- for who waits on its behalf
  double cpu_seconds_left() const { return cpu_deadline_ == HUGE_VAL ? HUGE_VAL : cpu_deadline_ - cpu_seconds(); }
  Deadline deadline() const { return deadline_; }
  const std::stop_token& stop() const { return stop_; }

 private:
  double cpu_deadline_ = HUGE_VAL;
  Deadline deadline_ = Deadline::max();
  std::stop_token stop_;
  std::size_t things_ = static_cast<std::size_t>(-1);
  mutable double look_at_ = 0;  // the thread's clock need not be looked at before
};

}  // namespace percept
