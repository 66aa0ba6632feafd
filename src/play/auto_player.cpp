// SPDX-License-Identifier: MIT
#include "play/auto_player.h"

#include "play/strategies.h"

namespace percept::play {

Result<void> AutoPlayer::start(const Assignment& assignment, Thinking& thinking) {
  chosen_.reset();
  Assignment given = assignment;
  std::string_view strategy = "igdl";
  if (!given.rules->is_incomplete()) {
    auto model = model_of(given);
    if (!model) return tl::unexpected(model.error());
    given.model = *model;
    strategy = (*model)->imperfect() ? "hyperplay2" : "mcts";
  }
  auto made = make_player(strategy, seed_);
  if (!made) return tl::unexpected(made.error());
  chosen_ = std::move(*made);
  return chosen_->start(given, thinking);
}

Result<void> AutoPlayer::hear(const Told& told, Thinking& thinking) {
  if (!chosen_) return failure("a round of a match that was not started");
  return chosen_->hear(told, thinking);
}

Result<std::string> AutoPlayer::choose(Thinking& thinking) {
  if (!chosen_) return failure("there is no match to choose a move in");
  return chosen_->choose(thinking);
}

void AutoPlayer::ponder(Thinking& thinking) {
  if (chosen_) chosen_->ponder(thinking);
}

void AutoPlayer::stop() {
  if (chosen_) chosen_->stop();
}

}  // namespace percept::play
