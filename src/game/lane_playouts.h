// SPDX-License-Identifier: MIT
//
// Bit-parallel playouts of a game that runs on a circuit (lanes/batch.h), from its initial position or from positions
// that were met, with errors that name the state.
//
//   auto playouts = LanePlayouts::make(game);
//   auto result = playouts->run(seed, {.budget = Budget().within(1)});
//   auto ends = playouts->run_from(states, round, 100, seed);     // ends->mean_goal(playouts->plan(), state, role)
//
// One thread at a time; threads may each have their own of one game (`share`), with one plan.
#pragma once

#include <optional>

#include "game/game.h"
#include "lanes/playouts.h"

namespace percept::game {

class LanePlayouts {
 public:
  using Limits = lanes::Playouts::Limits;

  // Nothing when the game runs on the prover. The game must outlive this. `lanes` 0 takes the widest that the CPU has.
  static std::optional<LanePlayouts> make(const Game& game, unsigned lanes = 0);
  // Another one with the same plan, for another thread.
  LanePlayouts share() const;

  unsigned lanes() const { return backend_->lanes(); }
  const lanes::Plan& plan() const { return *plan_; }

  // Fails where a role has no legal move, and when a match does not end within the limit of rounds.
  Result<lanes::PlayoutResult> run(std::uint64_t seed, const Limits& limits);

  // From each state so many matches; of `limits` the time and the rounds of a match count. The states can be reached,
  // and are of the given round (0 is the initial state's) or of rounds that differ by a multiple of plan().phases();
  // where nobody knows the round, leave it out: then another plan is made, once. What it came to is by state, and
  // goals are numbered as in the plan. Weights are by role and move.
  Result<lanes::Ends> run_from(std::span<const State> states, std::optional<std::uint64_t> round, std::uint64_t each,
                               std::uint64_t seed, const Limits& limits = {}, const lanes::Weights* weights = nullptr);

 private:
  LanePlayouts(const Game& game, const lanes::Backend& backend, std::shared_ptr<const lanes::Plan> plan);
  Result<lanes::Ends> play(lanes::Batch& batch, const lanes::PlayoutOptions& options, const Limits& limits) const;

  const Game* game_;
  const lanes::Backend* backend_;
  std::shared_ptr<const lanes::Plan> plan_;
  std::unique_ptr<lanes::Batch> batch_;           // with phases
  std::unique_ptr<lanes::Batch> without_phases_;  // both are made when needed
  lanes::Rows rows_;
  std::vector<std::uint64_t> constant_;  // the row of fluents that hold in every state that can be reached
};

}  // namespace percept::game
