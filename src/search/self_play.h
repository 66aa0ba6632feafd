// SPDX-License-Identifier: MIT
//
// Matches that are played to learn from them: many from the start, a step of all at a time in lanes, with every
// position they came through. Roles make moves that a learnt value says are worth more to them, of a few that are drawn
// (softmax), or without one any.
//
//   SelfPlay play(*simulator, {.matches = 256});
//   if (play.run(&value, seed, budget)) … play.matches(), play.positions()
//
// The same value and seed give the same matches. One thread at a time.
//
// Internal to search/.
#pragma once

#include <span>
#include <vector>

#include "base/random.h"
#include "search/learnt_value.h"
#include "search/simulator.h"

namespace percept::search {

struct SelfPlaySettings {
  std::uint32_t matches = 256;
  double temperature = 0.01;      // of a choice, in parts of the goals' range
  std::uint32_t candidates = 32;  // moves that a choice is made of
  double random = 0.1;            // the part of moves that are random all the same
};

class SelfPlay {
 public:
  struct Match {
    std::vector<std::uint32_t> positions;  // rows, without the last
    std::vector<float> goals;              // by role, from 0 to 1; none when it did not end
  };

  SelfPlay(Simulator& simulator, const SelfPlaySettings& settings) : simulator_(simulator), settings_(settings) {}

  // False when there was no time for it; without a value all moves are random.
  bool run(const LearntValue* value, std::uint64_t seed, const Budget& budget);

  std::span<const Match> matches() const { return matches_; }
  const lanes::Rows& positions() const { return seen_; }

 private:
  // A move of each role in each row that goes on.
  void draw(Random& random);
  void choose(const LearntValue& value, std::uint32_t round, Random& random);

  Simulator& simulator_;
  SelfPlaySettings settings_;
  std::vector<Match> matches_;
  lanes::Rows seen_, now_, next_, tried_, ends_;
  Choices choices_, tried_choices_;
  struct Trial {
    std::uint32_t place, role, move;  // in moves_
  };
  std::vector<Trial> trials_;
  std::vector<std::uint32_t> who_, which_, moves_, from_, joints_, over_, rounds_;
  std::vector<float> values_, goals_;
};

}  // namespace percept::search
