// SPDX-License-Identifier: MIT
#include "wire/watch.h"

#include <sys/eventfd.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace percept::wire {
namespace {

constexpr std::chrono::milliseconds kGlance{50};  // between looks at the token when there is no bell
constexpr std::chrono::hours kLongest{1};

}  // namespace

Watch::Watch(std::stop_token stop) : stop_(std::move(stop)) {
  if (!stop_.stop_possible()) return;
  bell_ = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!bell_) return;
  ringer_.emplace(stop_, [bell = bell_.number()] {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(bell, &one, sizeof one);
  });
}

Watch::Wake Watch::wait(std::span<pollfd> sockets, Deadline deadline) {
  std::vector<pollfd> all(sockets.begin(), sockets.end());
  if (bell_) all.push_back({.fd = bell_.number(), .events = POLLIN, .revents = 0});
  const bool glances = stop_.stop_possible() && !bell_;
  while (true) {
    if (stop_.stop_requested()) return Wake::kStopped;
    const auto now = Clock::now();
    Clock::duration left = kLongest;
    if (deadline != Deadline::max()) left = std::min(left, deadline - now);
    if (glances) left = std::min<Clock::duration>(left, kGlance);
    const auto milliseconds = std::max<std::int64_t>(0, std::chrono::ceil<std::chrono::milliseconds>(left).count());
    const int ready = ::poll(all.data(), all.size(), static_cast<int>(milliseconds));
    if (stop_.stop_requested()) return Wake::kStopped;
    if (ready > 0) {
      std::ranges::copy(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(sockets.size()), sockets.begin());
      return Wake::kReady;
    }
    if (Clock::now() >= deadline) return Wake::kDeadline;
  }
}

}  // namespace percept::wire
