// SPDX-License-Identifier: MIT
//
// From a circuit to the streams that kernels run: every value gets a slot, and a slot is used again when its value is
// not needed any more, so that what is worked on stays small and close.
#pragma once

#include <memory>
#include <vector>

#include "circuit/automaton.h"
#include "circuit/kernels.h"

namespace percept::circuit {

// The plan of a game's rounds (see MatchPlan), with the memory it points to.
class Plan {
 public:
  explicit Plan(const Automaton& automaton);
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  const MatchPlan& match() const { return match_; }
  std::size_t phases() const { return rounds_.size(); }

 private:
  // What a RoundPlan points to.
  struct Round {
    std::vector<std::uint32_t> state, goals, moves, goal_codes;
    std::vector<std::vector<std::uint32_t>> legal;
    std::vector<RolePlan> roles;
    std::vector<FluentPlan> fluents;
  };
  std::size_t add_round(const Automaton& automaton);
  void add_collection(const Automaton& automaton);

  MatchPlan match_{};
  std::vector<std::unique_ptr<Round>> rounds_;
  std::vector<RoundPlan> round_plans_;
  std::vector<std::uint32_t> goals_, goal_codes_;
};

}  // namespace percept::circuit
