// SPDX-License-Identifier: MIT
//
// A player that goes by a policy file: it finds its view of the match in the policy and draws a move by its chances. A
// policy that says which rules it is of serves them under other names, too.
// Where the policy knows nothing (another's rules, a move that it would never have made) a search goes on, from what it
// has been told: ismcts, or mcts where nothing is hidden.
//
// Internal to play/.
#pragma once

#include <memory>

#include "base/random.h"
#include "play/mixing.h"
#include "play/player.h"
#include "play/policy.h"

namespace percept::play {

class PolicyPlayer : public Player, public Mixing {
 public:
  PolicyPlayer(std::shared_ptr<const Policy> policy, std::uint64_t seed)
      : policy_(std::move(policy)), seed_(seed), random_(seed) {}

  Result<void> start(const Assignment& assignment, Thinking& thinking) override;
  Result<void> hear(const Told& told, Thinking& thinking) override;
  Result<std::string> choose(Thinking& thinking) override;
  void ponder(Thinking& thinking) override;
  void stop() override;
  std::vector<std::pair<std::string, double>> mix() const override;

 private:
  Result<void> leave(Thinking& thinking);  // the policy: from now on the search

  std::shared_ptr<const Policy> policy_, here_;  // as it was given, and in the names of the match
  std::uint64_t seed_;
  Random random_;
  Assignment assignment_;
  std::vector<std::pair<std::string, double>> mix_;  // of the last choice
  const Policy::Role* role_ = nullptr;
  std::uint32_t view_ = 0;
  std::vector<Told> told_;
  std::unique_ptr<Player> fallback_;
};

}  // namespace percept::play
