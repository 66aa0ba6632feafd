// SPDX-License-Identifier: MIT
//
// How long connections to a player may take in a match: so many seconds each time, and beyond that a bonus that all of
// them share, as Dresden's GameController has it.
//
// Internal to wire/.
#pragma once

#include <algorithm>

#include "wire/dialect.h"

namespace percept::wire {

class ConnectAllowance {
 public:
  ConnectAllowance() : ConnectAllowance(Timing{}) {}
  explicit ConnectAllowance(const Timing& timing) : each_(timing.connect), bonus_(timing.connect_bonus) {}

  double seconds() const { return each_ + bonus_; }  // for the next
  void used(double seconds) { bonus_ = std::max(0.0, bonus_ - std::max(0.0, seconds - each_)); }

 private:
  double each_, bonus_;
};

}  // namespace percept::wire
