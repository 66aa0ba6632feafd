// SPDX-License-Identifier: MIT
//
// The tournaments that this service was asked for, each on a thread of its own and each match in a process of its own
// (sandbox/housed_match.h), and how any tournament of the store stands. What is played goes to the store, so one that
// was stopped goes on when it is asked for again.
//
// Any thread may ask.
//
// Internal to service/.
#pragma once

#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "sandbox/worker.h"
#include "service/exchange.h"
#include "store/store.h"
#include "tournament/run.h"

namespace percept::service {

class Cups {
 public:
  Cups(store::Store& store, std::string path, const sandbox::WorkerLimits& limits = {})
      : store_(store), path_(std::move(path)), limits_(limits) {}
  ~Cups() { stop(); }

  // An error when it runs already, here or elsewhere, or its name stands for another one.
  Result<void> start(tournament::Tournament tournament);
  bool cancel(const std::string& name);  // false when it does not run here
  void stop();

  // Those of the store, each as view() has it.
  Result<Json> list();
  // {"name", "running": here, "problem", "table": as `percept tournament --json` has it}; nothing when there is none.
  Result<std::optional<Json>> view(const std::string& name);

 private:
  struct Run {
    std::jthread thread;
    bool over = false;
    std::string problem = {};
  };
  bool running(const std::string& name) const;

  store::Store& store_;
  const std::string path_;
  const sandbox::WorkerLimits limits_;
  mutable std::mutex mutex_;
  std::map<std::string, Run> runs_;
};

}  // namespace percept::service
