// SPDX-License-Identifier: MIT
//
// The values a game is played with. Fluents, moves and percepts are numbered by a Lexicon (lexicon.h), so that a state
// is a set of bits and a move a number. Each says which lexicon gave its numbers, and whoever is handed one of another
// lexicon refuses it: to compare those of two lexicons, compare their texts. Plain values: any thread may have its own.
//
// Internal to game/.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bits.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/ids.h"

namespace percept::game {

using FluentId = Id<struct FluentTag>;
using RoleId = Id<struct RoleTag>;
using MoveId = GivenId<struct MoveTag>;        // of one role: each role numbers its own moves
using PerceptId = GivenId<struct PerceptTag>;  // of the game

// The fluents that hold. Equal sets are equal states, whatever way they came about.
class State {
 public:
  State() = default;
  explicit State(std::vector<std::uint64_t> words, std::uint32_t giver = 0) : words_(std::move(words)), giver_(giver) {
    trim();
  }
  // The lexicon that gave the numbers; 0 when nobody said.
  std::uint32_t giver() const { return giver_; }
  void give(std::uint32_t giver) { giver_ = giver; }
  // Takes the place of what it was, without a new allocation where there is room.
  void assign(std::span<const std::uint64_t> words, std::uint32_t giver) {
    words_.assign(words.begin(), words.end());
    giver_ = giver;
    trim();
  }

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

  friend bool operator==(const State& a, const State& b) {
    PERCEPT_CHECK(a.giver_ == b.giver_ || a.giver_ == 0 || b.giver_ == 0, "states of two lexicons are compared");
    return a.words_ == b.words_;
  }

 private:
  void trim() {
    while (!words_.empty() && words_.back() == 0) words_.pop_back();
  }
  std::vector<std::uint64_t> words_;
  std::uint32_t giver_ = 0;
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
