// SPDX-License-Identifier: MIT
#include "asp/interrupter.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace percept::asp {
namespace {

constexpr double kShortestSleep = 0.001;  // seconds; a thread uses at most as much CPU time as goes by

}  // namespace

Interrupter::~Interrupter() {
  if (!thread_.joinable()) return;
  {
    std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Interrupter::arm(const Budget& budget) {
  {
    std::lock_guard lock(mutex_);
    pthread_getcpuclockid(pthread_self(), &clock_);
    cpu_deadline_ = seconds_of(clock_) + budget.cpu_seconds_left();
    deadline_ = budget.deadline();
    stopped_ = false;
    armed_ = true;
  }
  if (budget.stop().stop_possible())
    on_stop_.emplace(budget.stop(), [this] {
      {
        std::lock_guard lock(mutex_);
        stopped_ = true;
      }
      changed_.notify_one();
    });
  if (!thread_.joinable()) thread_ = std::thread([this] { watch(); });
  changed_.notify_one();
}

void Interrupter::disarm() {
  on_stop_.reset();
  std::lock_guard lock(mutex_);
  armed_ = false;
}

double Interrupter::seconds_left() const {
  if (stopped_) return 0;
  double left = cpu_deadline_ == HUGE_VAL ? HUGE_VAL : cpu_deadline_ - seconds_of(clock_);
  return deadline_ == Deadline::max() ? left : std::min(left, -seconds_since(deadline_));
}

void Interrupter::watch() {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    if (!armed_) {
      changed_.wait(lock);
      continue;
    }
    double left = seconds_left();
    if (left > 0) {
      changed_.wait_for(lock, std::chrono::duration<double>(std::clamp(left, kShortestSleep, 3600.0)));
      continue;
    }
    armed_ = false;
    interrupt_();
  }
}

}  // namespace percept::asp
