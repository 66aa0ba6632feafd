// SPDX-License-Identifier: MIT
#include "cli/stop_on_signal.h"

#include <pthread.h>
#include <unistd.h>

#include <condition_variable>
#include <ctime>
#include <mutex>

namespace percept::cli {

StopOnSignal::StopOnSignal() {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  thread_ = std::thread([this] { wait(); });
}

StopOnSignal::~StopOnSignal() {
  done_ = true;
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void StopOnSignal::wait_for_it() const {
  std::mutex mutex;
  std::condition_variable_any ended;
  std::unique_lock lock(mutex);
  ended.wait(lock, source_.get_token(), [] { return false; });
}

void StopOnSignal::wait() {
  constexpr timespec kNap = {0, 50'000'000};
  while (!done_) {
    int signal = sigtimedwait(&signals_, nullptr, &kNap);
    if (signal <= 0) continue;
    if (signal_.exchange(signal) != 0) _exit(128 + signal);
    source_.request_stop();
  }
}

}  // namespace percept::cli
