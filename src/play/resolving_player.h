// SPDX-License-Identifier: MIT
//
// A player for two roles whose goals have a constant sum, that solves as it searches (search/resolve_tree.h): a tree
// from the start of the game in the start clock, and in every move a tree from what it knows then, in which nothing is
// given away that the one before promised. Histories that the tree does not have are drawn by a sampler, and what the
// opponent holds possible in these by one for its role. For a part of the time a search of information sets goes ahead
// (search/information_trees.h), by whose plans the tree says what is not in it; a tree without open ends needs none.
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
  std::uint32_t each = 0;        // playouts of a new node; 0: as many as are usual
  search::ResolvePart without = search::ResolvePart::kNoPart;
  bool ponders = true;                             // its guide goes on while the others think
  std::shared_ptr<const TrainedValue> value = {};  // that is part of what leaves are worth, …
  double blend = 0;                                // … as large a part as this
};

class ResolvingPlayer : public BelievingPlayer, public Mixing {
 public:
  explicit ResolvingPlayer(const ResolveOptions& options)
      : BelievingPlayer(Filter::kExact), options_(options), random_(options.seed), drawing_(options.seed) {}

  Result<void> start(const Assignment& assignment, Thinking& thinking) override;
  Result<void> hear(const Told& told, Thinking& thinking) override;
  void ponder(Thinking& thinking) override;
  std::vector<std::pair<std::string, double>> mix() const override { return mix_; }

 protected:
  belief::MoveId choice(const belief::Candidates& candidates, Thinking& thinking) override;

 private:
  std::vector<sample::Sample> drawn(const Budget& budget);  // what it holds possible; none when it cannot tell
  std::vector<search::SearchWorld> worlds_of(std::vector<sample::Sample>& samples, const Budget& budget);
  // Histories that it holds possible, and behind them such as the opponent does then, in the simulator's numbers. None
  // when it cannot tell.
  std::vector<std::vector<game::JointMove>> histories(const search::ResolveTree& before, const Budget& budget);
  // A tree of what it knows now; false when there is nothing to decide, or it cannot tell.
  bool think(Thinking& thinking);
  void make_guide();
  std::uint64_t iterations(std::optional<double> clock) const;
  void run(search::ResolveTree& tree, std::optional<double> clock, Thinking& thinking);
  void aim(std::vector<search::SearchWorld> worlds);
  void search_ahead(std::optional<double> clock, Thinking& thinking);

  ResolveOptions options_;
  Random random_, drawing_;                   // the latter of what it holds possible in this round
  std::shared_ptr<const game::Model> model_;  // of the first tree, and its role
  std::size_t first_role_ = 0;
  std::unique_ptr<search::Simulator> simulator_;
  std::unique_ptr<search::InformationTrees> guide_;
  search::Steering steering_;                // what that thought so far that each would do
  std::vector<search::SearchWorld> worlds_;  // that it is to aim at, where the tree is not whole
  std::unique_ptr<search::ResolveTree> first_, now_;
  std::unique_ptr<sample::Sampler> sampler_;
  std::vector<std::pair<std::string, double>> mix_;
  std::optional<std::uint32_t> made_;   // the move that it chose, in the simulator's numbers
  bool chose_ = false, aimed_ = false;  // in this round: it did, and its guide does
};

}  // namespace percept::play
