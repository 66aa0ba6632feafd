// SPDX-License-Identifier: MIT
//
// Ctrl-C and SIGTERM as a stop token, for commands that have players to tell, or results to keep, before they end.
// Signals are waited for on a thread of its own; make it before any other thread, since threads inherit that they are
// blocked. A second signal ends the process at once.
//
// Internal to cli/.
#pragma once

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace percept::cli {

class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();
  StopOnSignal(const StopOnSignal&) = delete;
  StopOnSignal& operator=(const StopOnSignal&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  void wait_for_it() const;  // sleeps until then
  bool asked() const { return source_.stop_requested(); }
  void stop() { source_.request_stop(); }  // as if a signal had come
  int signal() const { return signal_; }   // which it was; 0 when there was none

 private:
  void wait();

  sigset_t signals_, before_;
  std::stop_source source_;
  std::atomic<bool> done_ = false;
  std::atomic<int> signal_ = 0;
  std::thread thread_;
};

}  // namespace percept::cli
