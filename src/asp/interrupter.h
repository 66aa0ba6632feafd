// SPDX-License-Identifier: MIT
//
// Ends a search of clingo's when the thread that searches has used its CPU seconds. A search runs in the thread that
// asks for models and calls nobody back while it lasts, so a second thread watches the first one's clock. An interrupt
// reaches only a search that is armed: one that came too late would be kept by clingo and end the next search instead.
#pragma once

#include <pthread.h>

#include <ctime>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace percept::asp {

class Interrupter {
 public:
  explicit Interrupter(std::function<void()> interrupt) : interrupt_(std::move(interrupt)) {}
  ~Interrupter();
  Interrupter(const Interrupter&) = delete;
  Interrupter& operator=(const Interrupter&) = delete;

  // From now on the calling thread may use so many CPU seconds. When it has, `interrupt` is called once.
  void arm(double seconds);
  // Afterwards no interrupt is on its way.
  void disarm();

 private:
  void watch();
  double used() const;  // CPU seconds of the thread that searches

  std::function<void()> interrupt_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool armed_ = false;
  bool ended_ = false;
  clockid_t clock_{};
  double deadline_ = 0;
  std::thread thread_;  // started when first needed
};

}  // namespace percept::asp
