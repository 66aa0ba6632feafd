// SPDX-License-Identifier: MIT
//
// A budget ends with the first of its limits: CPU seconds, a moment on the wall, a stop from another thread.
#include "base/budget.h"

#include <doctest/doctest.h>

#include <thread>

using namespace percept;

namespace {

// Works for so many CPU seconds.
void work(double seconds) {
  for (double end = cpu_seconds() + seconds; cpu_seconds() < end;) continue;
}

}  // namespace

TEST_CASE("a budget without limits is never over") {
  Budget budget;
  CHECK_FALSE(budget.out_of_time());
  CHECK(budget.seconds_left() == HUGE_VAL);
  CHECK(budget.allows(static_cast<std::size_t>(-1)));
  CHECK_FALSE(Budget(0, 0).out_of_time());
  CHECK(Budget(0, 0).seconds_left() == HUGE_VAL);
}

TEST_CASE("CPU seconds are those of this thread, and waiting uses none") {
  Budget budget(0.02, 0);
  CHECK_FALSE(budget.out_of_time());
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  CHECK_FALSE(budget.out_of_time());
  work(0.03);
  CHECK(budget.out_of_time());
  CHECK(budget.seconds_left() == 0);
  CHECK(Budget(-1, 0).out_of_time());
}

TEST_CASE("what a helper uses is on the thread's account at once") {
  Budget budget(1000, 0);
  CHECK_FALSE(budget.out_of_time());
  double before = cpu_seconds();
  helpers_cpu_seconds += 2000;
  CHECK(budget.out_of_time());
  CHECK(cpu_seconds() - before >= 2000);
  helpers_cpu_seconds -= 2000;
}

TEST_CASE("a deadline passes while nobody works") {
  Budget budget = Budget().until(in_seconds(0.02));
  CHECK(budget.seconds_left() <= 0.02);
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  CHECK(budget.out_of_time());
  CHECK(budget.seconds_left() == 0);
  CHECK_FALSE(Budget().until(in_seconds(1e12)).out_of_time());
}

TEST_CASE("another thread stops it, and its copies") {
  std::stop_source source;
  Budget budget = Budget(100, 0).unless(source.get_token()), copy = budget.within(10);
  CHECK_FALSE(copy.out_of_time());
  std::jthread([&] { source.request_stop(); }).join();
  CHECK(budget.out_of_time());
  CHECK(copy.out_of_time());
  CHECK(copy.seconds_left() == 0);
}

TEST_CASE("a budget can be narrowed, and not widened") {
  Budget budget = Budget(10, 100).until(in_seconds(20));
  CHECK(budget.within(5).seconds_left() <= 5);
  CHECK(budget.within(50).seconds_left() <= 10);
  CHECK(budget.within(0).seconds_left() <= 10);
  CHECK(budget.until(in_seconds(1)).seconds_left() <= 1);
  CHECK(budget.until(in_seconds(50)).deadline() == budget.deadline());
  CHECK(budget.allows(100));
  CHECK_FALSE(budget.at_most(1000).allows(101));
  CHECK_FALSE(budget.at_most(10).allows(11));
  CHECK(budget.at_most(0).allows(100));
}

TEST_CASE("a part of a budget is a part of what is left of it") {
  Budget budget = Budget(10, 0).until(in_seconds(8));
  Budget part = budget.part(0.5);
  CHECK(part.cpu_seconds_left() <= 5);
  CHECK(part.cpu_seconds_left() > 4);
  CHECK(part.seconds_left() <= 4);
  CHECK(part.seconds_left() > 3);
  CHECK(Budget().part(0.5).seconds_left() == HUGE_VAL);
  CHECK(Budget(-1, 0).part(0.5).out_of_time());
}
