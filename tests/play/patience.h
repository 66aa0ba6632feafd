// SPDX-License-Identifier: MIT
//
// As much time as it takes, for players that tests ask themselves; keeps what they offer and why.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "play/player.h"

namespace percept::test {

class Patience : public play::Thinking {
 public:
  explicit Patience(double seconds_left = HUGE_VAL) : seconds_left_(seconds_left) {}  // which nobody counts

  Budget budget() const override { return {}; }
  void offer(std::string move, bool) override { offers.push_back(std::move(move)); }
  double seconds_left() const override { return seconds_left_; }
  bool over() const override { return false; }
  void explain(play::Reasons why) override { reasons = std::move(why); }

  std::vector<std::string> offers;
  play::Reasons reasons;

 private:
  double seconds_left_;
};

}  // namespace percept::test
