// SPDX-License-Identifier: MIT
//
// A player for two roles whose goals have a constant sum, that solves as it searches (search/resolve_tree.h): a tree
// from the start of the game in the start clock, and in every move a tree from what it knows then, in which nothing is
// given away that the one before promised. Histories that the tree does not have are drawn by a sampler, and what the
// opponent holds possible in these by one for its role.
//
// The first tree is kept for other matches of the same model in the same role. Without a clock a move has so many
// iterations, and the same seed gives the same moves.
//
// One thread at a time, as every player.
//
// Internal to play/.
#pragma once

#include "play/believing_player.h"
#include "play/mixing.h"
#include "play/trained_value.h"
#include "sample/sampler.h"
#include "search/resolve_tree.h"

namespace percept::play {

struct ResolveOptions {
  std::uint64_t seed = 1;
  std::uint64_t iterations = 0;  // of a move; 0: until the time is over, or some hundreds where there is no clock
  std::uint32_t each = 0;        // playouts of a new node; 0: as search/resolve_tree.h says
  search::ResolvePart without = search::ResolvePart::kNoPart;
  std::shared_ptr<const TrainedValue> value = {};  // that is part of what leaves are worth, …
  double blend = 0;                                // … as large a part as this
};

class ResolvingPlayer : public BelievingPlayer, public Mixing {
 public:
  explicit ResolvingPlayer(const ResolveOptions& options)
      : BelievingPlayer(Filter::kExact), options_(options), random_(options.seed) {}

  Result<void> start(const Assignment& assignment, Thinking& thinking) override;
  Result<void> hear(const Told& told, Thinking& thinking) override;
  std::vector<std::pair<std::string, double>> mix() const override { return mix_; }

 protected:
  belief::MoveId choice(const belief::Candidates& candidates, Thinking& thinking) override;

 private:
  // Histories that it holds possible, and behind them such as the opponent does where the tree before does not know; in
  // the simulator's numbers. None when it cannot tell.
  std::vector<std::vector<game::JointMove>> histories(const search::ResolveTree& before, const Budget& budget);
  bool add(std::span<const sample::Sample> samples, std::vector<std::vector<game::JointMove>>& to);
  // A tree of what it knows now; false when there is nothing to decide, or it cannot tell.
  bool think(Thinking& thinking);
  void run(search::ResolveTree& tree, std::optional<double> clock, Thinking& thinking);

  ResolveOptions options_;
  Random random_;
  std::shared_ptr<const game::Model> model_;  // of the first tree, and its role
  std::size_t first_role_ = 0;
  std::unique_ptr<search::Simulator> simulator_;
  std::unique_ptr<search::ResolveTree> first_, now_;
  std::unique_ptr<sample::Sampler> sampler_;
  std::vector<std::pair<std::string, double>> mix_;
  bool chose_ = false;  // in this round
};

}  // namespace percept::play
