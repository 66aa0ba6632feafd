// SPDX-License-Identifier: MIT
//
// A player that looks at what it is given and hands it to the strategy that serves best there: `igdl` where the rules
// are incomplete, `mcts` where nothing is hidden, `hyperplay2` where something is.
//
// Internal to play/.
#pragma once

#include <cstdint>
#include <memory>

#include "play/player.h"

namespace percept::play {

class AutoPlayer : public Player {
 public:
  explicit AutoPlayer(std::uint64_t seed) : seed_(seed) {}

  Result<void> start(const Assignment& assignment, Thinking& thinking) override;
  Result<void> hear(const Told& told, Thinking& thinking) override;
  Result<std::string> choose(Thinking& thinking) override;
  void ponder(Thinking& thinking) override;
  void stop() override;

 private:
  std::uint64_t seed_;
  std::unique_ptr<Player> chosen_;
};

}  // namespace percept::play
