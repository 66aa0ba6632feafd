// SPDX-License-Identifier: MIT
#include "lanes/playouts.h"

namespace percept::lanes {

Playouts::Playouts(const circuit::Automaton& automaton, unsigned lanes)
    : backend_(Backend::with(lanes)),
      plan_(std::make_shared<const Plan>(automaton, Plan::Options{.expand = false})),
      batch_(backend_.batch(plan_)) {
  batch_->load(plan_->initial(), plan_->row_words());
}

PlayoutResult Playouts::run(std::uint64_t seed, const Limits& limits) {
  PlayoutOptions options;
  options.each = limits.playouts;
  options.seed = seed;
  options.max_rounds = limits.max_rounds;
  options.budget = limits.budget;
  batch_->play_out(options, ends_);
  return result_of(*plan_, ends_);
}

PlayoutResult result_of(const Plan& plan, const Ends& ends) {
  PlayoutResult result{ends.playouts(0), ends.states(0), {}, ends.stopped.why, ends.stopped.role, {}};
  for (std::size_t role = 0; role < plan.roles(); ++role) {
    auto of_role = ends.goals(0).subspan(plan.goal_begin(role), plan.goal_begin(role + 1) - plan.goal_begin(role));
    result.goals.emplace_back(of_role.begin(), of_role.end());
  }
  if (result.stop != Stop::kDone) result.position = ends.stopped.position;
  return result;
}

}  // namespace percept::lanes
