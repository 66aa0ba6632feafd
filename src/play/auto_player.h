// SPDX-License-Identifier: MIT
//
// A player that looks at what it is given and hands it to the strategy that serves best there:
//
//   igdl         where the rules are incomplete
//   mcts         where nothing is hidden
//   a policy     where one is remembered (memory.h), or the game is small enough to be solved in the start clock: for
//                two roles that share a constant sum it is remembered, if the user said it may. Where only what can be
//                known is small enough, or nothing is promised, the others may beat the policy in matches, as below
//   ismcts       elsewhere, unless another strategy clearly beats it in matches during the second half of the start
//                clock, each move with a fiftieth of the play clock (contest.h)
//
// Where the start clock is long it learns in its first half what positions are worth (search/value_learner.h): mcts,
// ismcts and resolve that go by it take part in the contest of the second half, and one of them has to win it clearly.
//
// Why it chose so is part of what it explains. What was found out about a game is kept for other matches of
// the same model. Without clocks there is no contest, and the same seed gives the same moves.
//
// One thread at a time, as every player.
//
// Internal to play/.
#pragma once

#include <cstdint>
#include <memory>

#include "play/contest.h"
#include "play/memory.h"
#include "play/mixing.h"
#include "play/player.h"
#include "play/policy.h"

namespace percept::play {

class AutoPlayer : public Player, public Mixing {
 public:
  // At most so many seconds for a move, and for five moves to get ready; 0: as long as the clocks allow. `memory`:
  // where it may look for what was found out before, and leave what it finds out; nowhere if null.
  explicit AutoPlayer(std::uint64_t seed, double seconds = 0, std::shared_ptr<const Memory> memory = {},
                      bool ponders = true)
      : seed_(seed), seconds_(seconds), memory_(std::move(memory)), ponders_(ponders) {}

  Result<void> start(const Assignment& assignment, Thinking& thinking) override;
  Result<void> hear(const Told& told, Thinking& thinking) override;
  Result<std::string> choose(Thinking& thinking) override;
  void ponder(Thinking& thinking) override;
  void stop() override;
  std::vector<std::pair<std::string, double>> mix() const override;

  const std::string& why() const { return why_; }  // in a sentence

 private:
  // What serves the rules: a strategy's name, or none where there is a policy.
  void look_at(const game::Model& model, const Assignment& assignment, Thinking& thinking);
  // The first, or who clearly gains against it until the budget is over.
  void compete(std::span<const Contestant> contestants, const Assignment& assignment, const Budget& budget);

  std::uint64_t seed_;
  double seconds_;
  std::shared_ptr<const Memory> memory_;
  bool ponders_;
  std::shared_ptr<const game::Model> model_;  // that was looked at
  std::string strategy_, why_, trouble_;
  std::shared_ptr<const TrainedValue> value_;  // of the strategy, if it goes by one
  std::shared_ptr<const Policy> policy_;
  std::unique_ptr<Player> chosen_;
};

}  // namespace percept::play
