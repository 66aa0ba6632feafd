// SPDX-License-Identifier: MIT
//
// Ends a search of clingo's when its budget is over. A search runs in the thread that asks for models and calls nobody
// back while it lasts, so a second thread watches the first one's clock, the one on the wall, and the stop. An
// interrupt reaches only a search that is armed: one that came too late would be kept by clingo and end the next search
// instead.
//
// Internal to asp/.
#pragma once

#include <pthread.h>

#include <ctime>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "base/budget.h"

namespace percept::asp {

class Interrupter {
 public:
  explicit Interrupter(std::function<void()> interrupt) : interrupt_(std::move(interrupt)) {}
  ~Interrupter();
  Interrupter(const Interrupter&) = delete;
  Interrupter& operator=(const Interrupter&) = delete;

  // From now on the calling thread works on this budget. When it is over, `interrupt` is called once.
  void arm(const Budget& budget);
  // Afterwards no interrupt is on its way.
  void disarm();

 private:
  void watch();
  double seconds_left() const;

  std::function<void()> interrupt_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool armed_ = false;
  bool ended_ = false;
  bool stopped_ = false;
  clockid_t clock_{};        // of the thread that searches,
  double cpu_deadline_ = 0;  // on it
  Deadline deadline_;
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;
  std::thread thread_;  // started when first needed
};

}  // namespace percept::asp
