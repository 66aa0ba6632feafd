// SPDX-License-Identifier: MIT
//
// States with weights, each state once. A state is a row of bits, fluent f in bit f % 64 of word f / 64; all rows of a
// set are as wide and lie one after the other, and a table of hashes finds equal ones. Nothing is allocated again when
// a set is cleared and filled.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "base/random.h"

namespace percept::belief {

class WorldSet {
 public:
  std::size_t size() const { return weights_.size(); }
  std::size_t words() const { return words_; }  // of a row
  const std::uint64_t* row(std::size_t world) const { return rows_.data() + world * words_; }
  double weight(std::size_t world) const { return weights_[world]; }

  // None is left; `expected` is a guess how many there will be.
  void clear(std::size_t words, std::size_t expected);
  void widen(std::size_t words);  // rows get at least so many words

  static std::uint64_t hash(const std::uint64_t* row, std::size_t words) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < words; ++i) {
      out = (out ^ row[i]) * 0x9E3779B97F4A7C15u;
      out ^= out >> 32;
    }
    return mixed(out);
  }
  // Makes the next add() with this hash faster.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(table_.data() + (hash & mask_)); }
  // A new world, or more weight for an equal one.
  void add(const std::uint64_t* row, std::uint64_t hash, double weight);
  // The world with this row, or size() when there is none; not after widen() or thin().
  std::size_t find(const std::uint64_t* row, std::uint64_t hash) const;

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
  struct Entry {
    std::uint32_t hash;   // its lower half
    std::uint32_t world;  // plus one; zero in a free entry
  };
  void fill_table(std::size_t expected);  // anew, from the rows
  void grow_table();
  void place(Entry entry);

  std::size_t words_ = 1;
  std::vector<std::uint64_t> rows_;
  std::vector<double> weights_;
  std::vector<Entry> table_;  // of which mask_ + 1 entries are used
  std::size_t mask_ = 0;
  bool table_fits_ = false;  // the worlds
};

}  // namespace percept::belief
