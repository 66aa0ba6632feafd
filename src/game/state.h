// SPDX-License-Identifier: MIT
//
// The values a game is played with. Fluents, moves and percepts are numbered by their game as it meets them, so that a
// state is a set of bits and a move a number; Game knows the term and the text of each. They belong to one game: to
// compare those of two games, compare their texts.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bits.h"
#include "base/hash.h"
#include "base/ids.h"

namespace percept::game {

using FluentId = Id<struct FluentTag>;
using RoleId = Id<struct RoleTag>;
using MoveId = Id<struct MoveTag>;        // of one role: each role numbers its own moves
using PerceptId = Id<struct PerceptTag>;  // of the game

// The fluents that hold. Equal sets are equal states, whatever way they came about.
class State {
 public:
  State() = default;
  explicit State(std::vector<std::uint64_t> words) : words_(std::move(words)) { trim(); }

  bool contains(FluentId fluent) const {
    std::size_t word = fluent.value / 64;
    return word < words_.size() && (words_[word] >> (fluent.value % 64) & 1) != 0;
  }
  void insert(FluentId fluent) {
    std::size_t word = fluent.value / 64;
    if (word >= words_.size()) words_.resize(word + 1);
    words_[word] |= std::uint64_t{1} << (fluent.value % 64);
  }
  void erase(FluentId fluent) {
    if (!contains(fluent)) return;
    words_[fluent.value / 64] &= ~(std::uint64_t{1} << (fluent.value % 64));
    trim();
  }
  std::size_t size() const {
    std::size_t count = 0;
    for (std::uint64_t word : words_) count += static_cast<std::size_t>(std::popcount(word));
    return count;
  }
  // Fluent f is bit f % 64 of word f / 64; the last word is not zero.
  std::span<const std::uint64_t> words() const { return words_; }

  friend bool operator==(const State&, const State&) = default;

 private:
  void trim() {
    while (!words_.empty() && words_.back() == 0) words_.pop_back();
  }
  std::vector<std::uint64_t> words_;
};

// Calls visit(fluent) in order of their numbers.
template <class Visit>
void for_each_fluent(const State& state, Visit&& visit) {
  std::span<const std::uint64_t> words = state.words();
  for (std::size_t i = 0; i < words.size(); ++i)
    for_each_bit(words[i], [&](unsigned bit) { visit(FluentId{static_cast<std::uint32_t>(i * 64 + bit)}); });
}

struct StateHash {
  std::size_t operator()(const State& state) const { return row_hash(state.words()); }
};

using JointMove = std::vector<MoveId>;    // one a role, in the order of the roles
using Percepts = std::vector<PerceptId>;  // of one role in one round, by number

}  // namespace percept::game
