// SPDX-License-Identifier: MIT
//
// The tree of steps that histories are made of: a step is a joint move and the position it led to. Histories that begin
// alike share these steps, so that a copy of a history is a number.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "belief/rules.h"

namespace percept::sample {

struct Step {
  std::uint32_t parent;    // comes before it
  std::uint32_t round;     // that led here; 0 at the start
  std::uint32_t position;  // among those of the round
};

class Steps {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  explicit Steps(std::size_t roles) : roles_(roles) {}

  std::size_t size() const { return steps_.size(); }
  void clear() {
    steps_.clear();
    moves_.clear();
  }
  std::uint32_t add(const Step& step, std::span<const belief::MoveId> moves) {
    steps_.push_back(step);
    moves_.insert(moves_.end(), moves.begin(), moves.end());
    moves_.resize(steps_.size() * roles_);
    return static_cast<std::uint32_t>(steps_.size() - 1);
  }
  Step& operator[](std::uint32_t step) { return steps_[step]; }
  const Step& operator[](std::uint32_t step) const { return steps_[step]; }
  std::span<const belief::MoveId> moves(std::uint32_t step) const {
    return std::span(moves_).subspan(step * roles_, roles_);
  }

  // Keeps these steps and what they come from, down to the given round, and the start; says what became of each.
  std::vector<std::uint32_t> keep(std::span<const std::uint32_t> ends, std::uint32_t first_round) {
    std::vector<bool> needed(size());
    auto old = [&](std::uint32_t step) { return steps_[step].round > 0 && steps_[step].round < first_round; };
    for (std::uint32_t end : ends)
      for (std::uint32_t at = end; at != kNone && !needed[at] && !old(at); at = steps_[at].parent) needed[at] = true;
    std::vector<std::uint32_t> out(size(), kNone);
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < size(); ++i) {
      if (!needed[i]) continue;
      Step step = steps_[i];
      if (step.parent != kNone) step.parent = out[step.parent];
      steps_[kept] = step;
      for (std::size_t role = 0; role < roles_; ++role) moves_[kept * roles_ + role] = moves_[i * roles_ + role];
      out[i] = kept++;
    }
    steps_.resize(kept);
    moves_.resize(kept * roles_);
    return out;
  }

 private:
  std::size_t roles_;
  std::vector<Step> steps_;
  std::vector<belief::MoveId> moves_;  // by step and role
};

}  // namespace percept::sample
