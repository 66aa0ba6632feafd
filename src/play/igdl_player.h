// SPDX-License-Identifier: MIT
//
// A player that has an incomplete description (IGDL) and plays by it: of all policies the one that surely reaches most
// in every model, then the one that reaches most on average, then the one that teaches most about the rules
// (igdl/policy.h). Where worlds or moves are too many it looks as far as its time allows. It never makes a move that
// may be illegal while one is surely legal. What no model explains is left out, and the last belief that had a model
// counts.
//
// Internal to play/.
#pragma once

#include <memory>

#include "igdl/policy.h"
#include "igdl/theory_belief.h"
#include "play/player.h"

namespace percept::play {

// Told before the first move, this is what is seen of the first position; later, a round.
Result<void> hear(igdl::TheoryBelief& belief, bool first, const Told& told, const Budget& budget);

class IgdlPlayer : public Player {
 public:
  Result<void> start(const Assignment& assignment, Thinking& thinking) override;
  Result<void> hear(const Told& told, Thinking& thinking) override;
  Result<std::string> choose(Thinking& thinking) override;

 private:
  std::unique_ptr<igdl::TheoryBelief> belief_;
  std::unique_ptr<igdl::Planner> planner_;
  bool moved_ = false;
};

}  // namespace percept::play
