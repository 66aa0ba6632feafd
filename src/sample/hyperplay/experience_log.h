// SPDX-License-Identifier: MIT
//
// What a role was told, round by round. Equal experiences are kept once, so that long matches in which little happens
// take little memory.
#pragma once

#include <cstdint>
#include <vector>

#include "belief/belief.h"

namespace percept::sample {

class ExperienceLog {
 public:
  std::size_t size() const { return rounds_.size(); }
  const belief::Experience& operator[](std::size_t round) const { return different_[rounds_[round]]; }
  void clear() {
    different_.clear();
    rounds_.clear();
  }
  void push_back(const belief::Experience& experience) {
    std::uint32_t at = 0;
    while (at < different_.size() && !equal(different_[at], experience)) ++at;
    if (at == different_.size()) different_.push_back(experience);
    rounds_.push_back(at);
  }
  void pop_back() { rounds_.pop_back(); }

 private:
  static bool equal(const belief::Experience& a, const belief::Experience& b) {
    return a.move == b.move && a.percepts == b.percepts;
  }

  std::vector<belief::Experience> different_;
  std::vector<std::uint32_t> rounds_;
};

}  // namespace percept::sample
