// SPDX-License-Identifier: MIT
//
// How long before its clock a player answers. The way back to the manager takes time nobody tells us, so the margin
// starts careful, shrinks slowly while all goes well, and doubles when a move was replaced that should have been in
// time. It never takes more than half of a clock.
//
// One thread at a time.
#pragma once

#include <algorithm>

namespace percept::play {

class Margin {
 public:
  Margin() = default;
  explicit Margin(double seconds) : margin_(std::clamp(seconds, kLeast, kMost)) {}  // as learnt elsewhere
  double seconds() const { return margin_; }

  // Seconds to keep back of a clock of so many seconds.
  double of(double clock) const { return std::min(margin_, clock / 2); }

  void answered_late_by(double seconds) { margin_ = std::min(margin_ + seconds, kMost); }  // than was planned
  void replaced() { margin_ = std::min(margin_ * 2, kMost); }
  void accepted() { margin_ = std::max(margin_ * kShrink, kLeast); }

 private:
  static constexpr double kLeast = 0.2, kMost = 5, kShrink = 0.98;
  double margin_ = 0.5;
};

}  // namespace percept::play
