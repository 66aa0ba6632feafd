// SPDX-License-Identifier: MIT
//
// Learns what positions are worth (learnt_value.h) from matches that it plays against itself in lanes (self_play.h), by
// temporal differences, TD(lambda) (Sutton 1988): each position is drawn towards what the positions behind it were
// thought to be worth, and towards the goals at the end.
//
//   ValueLearner learner(*simulator, {.seed = 7});
//   learner.run(100, budget);                        // so many batches of matches, or until the budget is over
//   learner.progress().error                         // how far it was from the goals at the end, on average
//   learner.value()
//
// Every batch is predicted before it is learnt from, so the error is one of matches never seen.
//
// Which fluents count is found out in random matches: one that is always the same, or that holds exactly where none of
// some rarer ones does, says nothing new (that a square is empty, where two others say who is on it).
//
// It knows neither texts nor clocks but a budget. A batch depends on the seed and the batches before it alone, so that
// learning that is broken off and resumed comes to the same. One thread at a time.
#pragma once

#include <vector>

#include "search/learnt_value.h"
#include "search/self_play.h"
#include "search/simulator.h"

namespace percept::search {

struct LearnSettings {
  std::uint64_t seed = 1;
  double lambda = 0.8;
  double rate = 1;     // how far the first look at a position moves what is thought of it
  bool greedy = true;  // matches by what was learnt so far, not at random
  SelfPlaySettings play = {};
};

struct LearnProgress {
  std::uint64_t batches = 0, matches = 0, positions = 0;
  // Of the last batches: root of the mean squared distance to the goals at the end, in parts of their range; and what
  // it is for who always says the mean.
  double error = 0, constant = 0;
};

class ValueLearner {
 public:
  // In lanes only. Random matches find out which fluents count; with little time, some of them.
  ValueLearner(Simulator& simulator, const LearnSettings& settings, const Budget& budget = {});
  // Where another left off.
  ValueLearner(Simulator& simulator, const LearnSettings& settings, LearntValue value, std::vector<float> squares,
               const LearnProgress& progress);

  // Returns how many there were.
  std::uint64_t run(std::uint64_t batches, const Budget& budget = {});

  const LearntValue& value() const { return value_; }
  const std::vector<float>& squares() const { return squares_; }  // sums over all slopes, by weight
  const LearnProgress& progress() const { return progress_; }
  const LearnSettings& settings() const { return settings_; }

 private:
  void predict();
  void learn();

  Simulator& simulator_;
  LearnSettings settings_;
  SelfPlay play_;
  LearntValue value_;
  std::vector<float> squares_;
  LearnProgress progress_;
  std::vector<float> values_;  // of the batch's positions, before it is learnt from
};

}  // namespace percept::search
