// SPDX-License-Identifier: MIT
//
// From a circuit to the streams that kernels run: every value gets a slot, and a slot is used again when its value is
// not needed any more, so that what is worked on stays small and close.
#pragma once

#include <vector>

#include "circuit/automaton.h"
#include "circuit/kernels.h"

namespace percept::circuit {

// The plan of one step of a game (see StepPlan), with the memory it points to.
class Plan {
 public:
  explicit Plan(const Automaton& automaton);
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  const StepPlan& step() const { return step_; }

 private:
  StepPlan step_{};
  std::vector<std::uint32_t> state_, goals_, moves_, goal_codes_;
  std::vector<std::vector<std::uint32_t>> legal_;
  std::vector<RolePlan> roles_;
  std::vector<FluentPlan> fluents_;
};

}  // namespace percept::circuit
