// SPDX-License-Identifier: MIT
//
// Waits until a socket is ready, a deadline has passed, or a stop is asked for, whichever comes first. A stop wakes the
// one who waits at once, from any thread.
//
// Internal to wire/.
#pragma once

#include <poll.h>

#include <functional>
#include <optional>
#include <span>
#include <stop_token>

#include "base/clock.h"
#include "base/descriptor.h"

namespace percept::wire {

class Watch {
 public:
  explicit Watch(std::stop_token stop);

  enum class Wake { kReady, kDeadline, kStopped };
  // `revents` of the sockets are set.
  Wake wait(std::span<pollfd> sockets, Deadline deadline);

  const std::stop_token& stop() const { return stop_; }

 private:
  std::stop_token stop_;
  Descriptor bell_;  // readable once a stop was asked for
  std::optional<std::stop_callback<std::function<void()>>> ringer_;
};

}  // namespace percept::wire
