// SPDX-License-Identifier: MIT
//
// Why a player chose as it did, as it says itself: what each move is worth to it, how often it looked, what it expects
// to follow. Moves are texts in KIF, in the words that the player was shown.
//
// A value; threads share it as they share any other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace percept::game {

// What a player thought of a move when it chose one.
struct Thought {
  std::string move;
  double value = 0, lowest = 0, highest = 1;  // its goal, from 0 to 1; and as far as proven
  std::uint64_t visits = 0;                   // none: it goes by a policy, and has no value
  double chance = 0;                          // where it mixes
  std::vector<std::string> line;              // what it expects from here on: the moves of those who choose

  friend bool operator==(const Thought&, const Thought&) = default;
};
struct Reasons {
  std::uint64_t positions = 0;    // that it looked into
  std::vector<Thought> thoughts;  // best first
  std::string strategy = {};      // and why it is this one, in a sentence, from a player that chose one
  std::uint64_t moves = 0;        // that it had thoughts of; of the best, on record

  bool empty() const { return thoughts.empty() && strategy.empty(); }
  friend bool operator==(const Reasons&, const Reasons&) = default;
};

}  // namespace percept::game
