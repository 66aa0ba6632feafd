// SPDX-License-Identifier: MIT
//
// States with weights, each state once, as rows (lanes/rows.h). Nothing is allocated again when a set is cleared and
// filled.
//
// Internal to belief/.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "base/random.h"
#include "lanes/rows.h"

namespace percept::belief {

class WorldSet {
 public:
  std::size_t size() const { return weights_.size(); }
  std::size_t words() const { return rows_.words(); }  // of a row
  const std::uint64_t* row(std::size_t world) const { return rows_[world]; }
  const lanes::Rows& rows() const { return rows_; }
  double weight(std::size_t world) const { return weights_[world]; }

  // None is left; `expected` is a guess how many there will be.
  void clear(std::size_t words, std::size_t expected);
  void widen(std::size_t words) { rows_.widen(words); }  // rows get at least so many words

  static std::uint64_t hash(const std::uint64_t* row, std::size_t words) { return row_hash({row, words}); }
  // Makes the next add() with this hash faster.
  void prefetch(std::uint64_t hash) const { rows_.prefetch(hash); }
  // A new world, or more weight for an equal one.
  void add(const std::uint64_t* row, std::uint64_t hash, double weight) {
    auto [world, is_new] = rows_.add(row, hash);
    if (is_new)
      weights_.push_back(weight);
    else
      weights_[world] += weight;
  }
  // The world with this row, or size() when there is none.
  std::size_t find(const std::uint64_t* row, std::uint64_t hash) { return rows_.find(row, hash); }

  // A copy without the table, which is made anew when it is needed; and back.
  WorldSet without_table() const;
  void take(const WorldSet& other);

  // All weights together become 1. A world that is possible never weighs nothing, however unlikely it is: false when
  // one had to be given more than its weight.
  bool normalise();
  // Keeps `count` worlds: those that are heavy, and some of the others, whose chance to be kept is in proportion to
  // their weight and which all weigh the same then (Fearnhead and Clifford 2003). The expected weight of each world is
  // its weight.
  void thin(std::size_t count, Random& random);

  void swap(WorldSet& other);

 private:
  lanes::Rows rows_;
  std::vector<double> weights_;
};

}  // namespace percept::belief
