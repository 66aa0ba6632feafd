// SPDX-License-Identifier: MIT
#include "asp/interrupter.h"

#include <algorithm>
#include <chrono>

#include "base/budget.h"

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

void Interrupter::arm(double seconds) {
  {
    std::lock_guard lock(mutex_);
    pthread_getcpuclockid(pthread_self(), &clock_);
    deadline_ = cpu_seconds() + seconds;
    armed_ = true;
  }
  if (!thread_.joinable()) thread_ = std::thread([this] { watch(); });
  changed_.notify_one();
}

void Interrupter::disarm() {
  std::lock_guard lock(mutex_);
  armed_ = false;
}

double Interrupter::used() const {
  timespec now{};
  clock_gettime(clock_, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void Interrupter::watch() {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    if (!armed_) {
      changed_.wait(lock);
      continue;
    }
    double left = deadline_ - used();
    if (left > 0) {
      changed_.wait_for(lock, std::chrono::duration<double>(std::clamp(left, kShortestSleep, 3600.0)));
      continue;
    }
    armed_ = false;
    interrupt_();
  }
}

}  // namespace percept::asp
