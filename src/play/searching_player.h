// SPDX-License-Identifier: MIT
//
// Players that search. They know their legal moves from a belief, as all players here do, and think about them until
// their time is over, with a legal move in hand from the first moment and the best one so far after that.
//
//   mcts         where nothing is hidden: the position is searched (search/mcts.h); of several, the likeliest
//   hyperplay    models of the position, drawn by weight, each searched as if all were seen; moves valued over all
//   hyperplay2   every role decides by what it could know (search/information_trees.h): asking and hiding have a value
//   ismcts       the same with plans that answer averages: it mixes, and expects the others where they steer to
//
// What they found out stays for the next move, and while the others think they go on. Without a clock a move has so
// many leaves, and the same seed gives the same moves.
//
// One thread at a time, as every player.
//
// Internal to play/.
#pragma once

#include <string>
#include <vector>

#include "play/believing_player.h"
#include "play/mixing.h"
#include "play/trained_value.h"
#include "sample/sampler.h"
#include "search/belief_value.h"
#include "search/information_trees.h"
#include "search/mcts.h"
#include "search/simulator.h"

namespace percept::play {

enum class SearchKind : std::uint8_t { kMcts, kHyperplay, kHyperplay2, kIsmcts };

struct SearchOptions {
  SearchKind kind = SearchKind::kMcts;
  std::uint64_t seed = 1;
  std::uint64_t leaves = 0;  // of a move; 0: until the time is over, or some thousands where there is no clock
  std::uint32_t each = 0;    // playouts of a leaf; 0: by what they cost
  unsigned threads = 1;      // that search, of mcts and hyperplay
  bool plain = false;        // UCT alone
  bool weighted = false;     // playouts choose moves by what they were worth
  bool factored = true;      // by the parts of the game, of mcts and hyperplay
  bool ponders = true;       // goes on while the others think
  std::size_t models = 0;    // at most; 0: as many as are usual
  std::shared_ptr<const TrainedValue> value = {};  // that is part of what leaves are worth, …
  double blend = 0;                                // … as large a part as this
};

class SearchingPlayer : public BelievingPlayer, public Mixing {
 public:
  explicit SearchingPlayer(const SearchOptions& options)
      : BelievingPlayer(Filter::kExact), options_(options), random_(options.seed) {}

  Result<void> start(const Assignment& assignment, Thinking& thinking) override;
  Result<void> hear(const Told& told, Thinking& thinking) override;
  void ponder(Thinking& thinking) override;

  std::vector<Thought> thoughts() const;  // of its last choice, best first
  std::vector<std::pair<std::string, double>> mix() const override;

 protected:
  belief::MoveId choice(const belief::Candidates& candidates, Thinking& thinking) override;

 private:
  // Every role decides by what it could know.
  bool by_information() const {
    return options_.kind == SearchKind::kHyperplay2 || options_.kind == SearchKind::kIsmcts;
  }
  // The positions it may be in; empty when it cannot tell.
  std::vector<search::SearchModel> models(const Budget& budget);
  std::vector<search::SearchWorld> worlds(const Budget& budget);
  bool make_sampler();
  bool aim(const belief::Candidates& candidates, const Budget& budget);
  std::uint64_t run(std::uint64_t leaves, const Budget& budget);
  std::vector<search::ValuedMove> valued() const;
  std::vector<belief::MoveId> likeliest(const belief::Candidates& candidates,
                                        std::span<const search::SearchModel> models);
  const game::Lexicon& words() const { return rules()->lexicon(); }

  SearchOptions options_;
  Random random_;
  std::unique_ptr<search::Simulator> simulator_;
  std::unique_ptr<search::Mcts> mcts_;
  std::unique_ptr<search::InformationTrees> trees_;
  search::Steering steering_;                     // what ismcts thought so far that each would do
  std::unique_ptr<search::BeliefValue> beliefs_;  // where nobody else moves
  std::vector<search::ValuedMove> exact_;         // what it said, if it was not too much
  std::unique_ptr<sample::Sampler> sampler_;
  bool no_sampler_ = false;  // what happened has no explanation for it
  bool aimed_ = false;
  std::optional<std::uint32_t> made_;  // the move that it chose last, in the simulator's numbers
  std::size_t positions_ = 0;          // that it aims at
};

}  // namespace percept::play
