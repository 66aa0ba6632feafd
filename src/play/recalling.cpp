// SPDX-License-Identifier: MIT
#include "play/recalling.h"

namespace percept::play {
namespace {

class Recalling : public Player {
 public:
  Recalling(std::unique_ptr<Player> player, std::vector<std::string> moves)
      : player_(std::move(player)), moves_(std::move(moves)) {}

  Result<void> start(const Assignment& assignment, Thinking& thinking) override {
    return player_->start(assignment, thinking);
  }
  Result<void> hear(const Told& told, Thinking& thinking) override { return player_->hear(told, thinking); }
  Result<std::string> choose(Thinking& thinking) override {
    if (made_ < moves_.size()) return moves_[made_++];
    return player_->choose(thinking);
  }
  void ponder(Thinking& thinking) override {
    if (made_ >= moves_.size()) player_->ponder(thinking);
  }
  void stop() override { player_->stop(); }

 private:
  std::unique_ptr<Player> player_;
  std::vector<std::string> moves_;
  std::size_t made_ = 0;
};

}  // namespace

std::unique_ptr<Player> make_recalling(std::unique_ptr<Player> player, std::vector<std::string> moves) {
  return std::make_unique<Recalling>(std::move(player), std::move(moves));
}

}  // namespace percept::play
