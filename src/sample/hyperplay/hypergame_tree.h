// SPDX-License-Identifier: MIT
//
// The hypergames of the last rounds: for each round the positions they were in, and the hypergames themselves with the
// weights they had then, so that one can go back and play forward again from there. What lies further back is
// forgotten, but for the start and, when they are wanted, the moves of the histories that are left.
//
//   tree.explain(round, games, …);                   // tries joint moves where the hypergames are
//   tree.play(round, population, experience);        // moves those that can go on to the next round
//
// A position is dead when nothing leads on from it: none of its joint moves explains the round, or all that do lead to
// dead positions.
#pragma once

#include "sample/hyperplay/explainer.h"
#include "sample/hyperplay/hypergames.h"
#include "sample/hyperplay/steps.h"
#include "sample/sampler.h"

namespace percept::sample {

class HypergameTree {
 public:
  HypergameTree(std::shared_ptr<Rules> rules, RoleId role, const Options& options);

  // The hypergames that are behind this round, 0 for the start. The round is made when it is not there.
  Population& population(std::size_t round) { return layer(round).population; }
  std::size_t positions(std::size_t round) { return layer(round).positions.size(); }
  std::size_t oldest() const { return oldest_; }  // of the rounds that are remembered, besides the start
  // Play forward from the start is going to fill rounds that were forgotten.
  void start_again() { oldest_ = 1; }
  bool nothing_left() const { return layers_[0]->positions[0].dead != 0; }
  std::size_t living(const Population& population) const;  // those that can go on
  // As many as wanted, from those behind a round that are not dead; none when all are.
  Population drawn_again(std::size_t round) { return resampled(without_dead(population(round)), wanted_, random_); }
  // To those behind a round; when they are too many, some are dropped, without bias.
  void add(std::size_t round, const Population& more);

  // Looks for joint moves that explain the experience behind the round where the hypergames are, and finds dead
  // positions on the way, for the `reason` of explaining some round. False when the time ran out.
  Result<bool> explain(std::size_t round, std::span<const Hypergame> games, const Experience& experience,
                       std::size_t reason, const Budget& budget);
  // Hypergames that can go on draw a joint move that explains the experience. There are as many as before, or nearly,
  // when any can.
  Result<Population> play(std::size_t round, Population population, const Experience& experience, const Budget& budget);

  // Before a round is searched for; and back to that, as if it had never been.
  void remember();
  void take_back(std::size_t reason);
  void round_is_settled(std::size_t round);
  void drop_unused_steps();  // when there are many

  game::State state(const Hypergame& game) const;
  // The number of its position or, with histories, of the history.
  std::uint32_t identity(const Hypergame& game) const { return histories_ ? game.step : steps_[game.step].position; }
  std::vector<game::JointMove> moves(const Hypergame& game) const;
  double grounding() const { return explainer_.grounding(); }

 private:
  struct Layer {
    explicit Layer(std::size_t roles) : positions(roles) {}
    Positions positions;
    Population population;
  };
  struct Remembered {
    std::size_t round;
    Population population;
  };

  Layer& layer(std::size_t round);
  Layer* known_layer(std::size_t round) const { return round < layers_.size() ? layers_[round].get() : nullptr; }
  // The chance, known or estimated, of the explanations that are not known to lead nowhere.
  double living_chance(std::size_t round, std::uint32_t position) const;
  Population without_dead(const Population& population) const;
  void bury(std::size_t round, std::span<const Hypergame> games, std::size_t reason);
  Population weighed(std::size_t round, Population population);
  std::vector<std::uint32_t> choose(std::size_t round, std::span<const Hypergame> games);
  void drop_positions(std::size_t round);
  void keep_steps();

  std::size_t roles_;
  std::size_t wanted_;
  bool histories_;
  Explainer explainer_;
  Random random_;
  std::vector<std::unique_ptr<Layer>> layers_;  // by round; 0 is the start
  Steps steps_;
  std::size_t oldest_ = 1;

  std::vector<Remembered> before_;
  std::size_t oldest_before_ = 1;
  Random random_before_;
};

}  // namespace percept::sample
