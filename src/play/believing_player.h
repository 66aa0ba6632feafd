// SPDX-License-Identifier: MIT
//
// A player that knows its legal moves from a belief and chooses among them by a rule of its own: the first, or any. A
// cheap belief goes ahead of an exact one, so that there is a legal move in hand while the exact one is being updated.
// What nothing explains (percepts that cannot be) is left out, and the player goes on. A belief that runs out of time
// is late: the player says so, goes by the cheap one, and catches up while the others think.
//
// Internal to play/.
#pragma once

#include <memory>
#include <optional>

#include "base/random.h"
#include "belief/belief.h"
#include "belief/candidates.h"
#include "belief/told.h"
#include "igdl/theory_belief.h"
#include "play/player.h"

namespace percept::play {

enum class Filter : std::uint8_t { kTwoSet, kExact };

class BelievingPlayer : public Player {
 public:
  explicit BelievingPlayer(Filter filter) : filter_(filter) {}

  Result<void> start(const Assignment& assignment, Thinking& thinking) override;
  Result<void> hear(const Told& told, Thinking& thinking) override;
  Result<std::string> choose(Thinking& thinking) override;
  void ponder(Thinking& thinking) override;

 protected:
  // One of the candidates, of which there is at least one.
  virtual belief::MoveId choice(const belief::Candidates& candidates, Thinking& thinking) = 0;

  // ---- there once it was started
  const Assignment& assignment() const { return assignment_; }
  const std::shared_ptr<belief::Rules>& rules() const { return rules_; }
  belief::Belief& belief() const { return *belief_; }
  // By round, of a game with complete rules; of what it could make no sense of, nothing.
  const std::vector<belief::Experience>& experiences() const { return experiences_; }

 private:
  Result<void> make_beliefs(double seconds, const Budget& budget);
  void offer_first(belief::Belief& belief, Thinking& thinking);

  Filter filter_;
  Assignment assignment_;
  std::shared_ptr<belief::Rules> rules_;
  std::unique_ptr<belief::Belief> quick_;  // two sets, ahead of an exact belief; none when that is the belief
  std::unique_ptr<belief::Belief> belief_;
  igdl::TheoryBelief* theory_ = nullptr;  // the belief, where the rules are an incomplete description
  std::vector<belief::Experience> experiences_;
  bool moved_ = false;
};

// The first known legal move, in the order of terms.
class LegalStrategy : public BelievingPlayer {
 public:
  using BelievingPlayer::BelievingPlayer;

 protected:
  belief::MoveId choice(const belief::Candidates& candidates, Thinking&) override { return candidates.moves.front(); }
};

// Any known legal move, each with the same chance.
class RandomStrategy : public BelievingPlayer {
 public:
  RandomStrategy(Filter filter, std::uint64_t seed) : BelievingPlayer(filter), random_(seed) {}

 protected:
  belief::MoveId choice(const belief::Candidates& candidates, Thinking&) override { return candidates.any(random_); }

 private:
  Random random_;
};

}  // namespace percept::play
