// SPDX-License-Identifier: MIT
//
// Work that takes far too long is given a tenth of a second: by the clock on the wall, by a stop that another thread
// raises, by CPU time. How long it goes on after that is printed; what is asserted is generous, since the machine may
// have other things to do.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <functional>
#include <string>
#include <thread>

#include "base/budget.h"

namespace percept::test {

inline constexpr double kBudget = 0.1;     // seconds
inline constexpr double kPatience = 2;     // seconds that it may go on
inline constexpr double kRounding = 0.01;  // of clocks

// `work` is done anew for each kind of end. When it is true to its name, it does not come back before the end.
inline void check_ends(const std::string& what, const std::function<void(const Budget&)>& work) {
  auto check = [&](const std::string& end, const Budget& budget) {
    CAPTURE(what);
    CAPTURE(end);
    Clock::time_point start = Clock::now();
    double cpu = cpu_seconds();
    work(budget);
    double seconds = seconds_since(start);
    cpu = cpu_seconds() - cpu;
    fmt::print("{}, ended by {}: {:.3f} s over the budget ({:.3f} s of CPU time in all)\n", what, end,
               seconds - kBudget, cpu);
    CHECK((seconds >= kBudget - kRounding || cpu >= kBudget - kRounding));
    CHECK(seconds < kBudget + kPatience + (budget.cpu_seconds_left() == HUGE_VAL ? 0 : 10));
  };
  check("the clock", Budget().until(in_seconds(kBudget)));
  check("CPU time", Budget(kBudget, 0));
  std::stop_source source;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::duration<double>(kBudget));
    source.request_stop();
  });
  check("a stop", Budget().unless(source.get_token()));
}

}  // namespace percept::test
