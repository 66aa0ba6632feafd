// SPDX-License-Identifier: MIT
//
// A player that anybody's manager can call, each match of which is played in a process of its own: whatever a rule
// sheet does to that process, the player is free for the next match as soon as this one is over, and nothing of it is
// left. It answers as wire::PlayerServer does, which plays the match in the process; here is decided who may have the
// player: a match ends with STOP or ABORT, with another START of its manager, or, when that has been silent for longer
// than the clock that runs and some seconds, with anybody's START. INFO says `busy` exactly where START would.
//
// Any thread may call this: a manager's messages come on several.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "sandbox/worker.h"
#include "wire/listener.h"
#include "wire/messages.h"

namespace percept::sandbox {

struct HousedPlayerOptions {
  std::string name = "percept";
  std::string strategy = "auto";
  std::uint64_t seed = 1;  // of the first match; one more for each
  WorkerLimits limits = {};
  std::function<void(const std::string&)> log = {};     // a line a message; may be called on many threads
  std::function<Clock::time_point()> now = Clock::now;  // by which silence is measured
};

class HousedPlayer {
 public:
  explicit HousedPlayer(HousedPlayerOptions options) : options_(std::move(options)) {}
  ~HousedPlayer() { close(); }

  std::string answer(const wire::Request& request);
  void close();  // breaks off the match; new ones are refused

 private:
  class House;  // a match and its process

  std::string start(const wire::Request& request, const wire::Heading& heading);
  std::string pass_on(const wire::Request& request, const wire::Heading& heading);
  bool engaged() const;
  void leave(const std::shared_ptr<House>& house);
  void log(const wire::Request& request, const std::string& words) const;

  HousedPlayerOptions options_;
  mutable std::mutex mutex_;  // of what follows
  std::shared_ptr<House> current_;
  std::uint64_t matches_ = 0;
  double margin_ = 0;  // as learnt in the last match; 0 where there was none
  bool closed_ = false;
};

// The mode "player" of the worker: its exit code.
int serve_player();

}  // namespace percept::sandbox
