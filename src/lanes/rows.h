// SPDX-License-Identifier: MIT
//
// Positions as rows of bits in one pool: fluent f is bit f % 64 of word f / 64, all rows are as wide and lie one after
// the other. A table of hashes (row_hash, base/hash.h) finds equal ones. Nothing is allocated again when rows are
// cleared and filled.
//
//   Rows rows(words);
//   auto [row, is_new] = rows.add(words_of_a_position);   // each position once
//   rows.push(words_of_a_position);                       // as often as it comes
//
// One thread at a time, as a container of the standard library.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace percept::lanes {

class Rows {
 public:
  explicit Rows(std::size_t words = 1) : words_(words == 0 ? 1 : words) {}

  std::size_t size() const { return size_; }
  std::size_t words() const { return words_; }  // of a row
  const std::uint64_t* operator[](std::size_t row) const { return rows_.data() + row * words_; }
  std::span<const std::uint64_t> row(std::size_t row) const { return {(*this)[row], words_}; }
  std::span<const std::uint64_t> all() const { return {rows_.data(), size_ * words_}; }

  // None is left; `expected` is a guess how many there will be.
  void clear(std::size_t words, std::size_t expected = 0);
  void widen(std::size_t words);  // rows get at least so many words

  // Makes the next add() with this hash faster.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(table_.data() + (hash & mask_)); }
  // A row of words() words: its number, or that of an equal one, and whether it is new.
  std::pair<std::size_t, bool> add(const std::uint64_t* row, std::uint64_t hash);
  std::pair<std::size_t, bool> add(std::span<const std::uint64_t> row);  // of at most words() words
  // The row's number, or size() when there is none.
  std::size_t find(const std::uint64_t* row, std::uint64_t hash);
  // Without a look at the others; of at most words() words.
  void push(std::span<const std::uint64_t> row);

  // For those who keep some only: a row takes the place of an earlier one; then those behind `count` go.
  void move(std::size_t from, std::size_t to);
  void truncate(std::size_t count);

  // A copy without the table, which is made anew when it is needed.
  Rows without_table() const;
  void take(const Rows& other);  // the same, in place

 private:
  struct Entry {
    std::uint32_t hash;  // its lower half
    std::uint32_t row;   // plus one; zero in a free entry
  };
  void fill_table(std::size_t expected);  // anew, from the rows
  void grow_table();
  void place(Entry entry);

  std::size_t words_;
  std::size_t size_ = 0;
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint64_t> whole_;  // a narrow row, as wide as the others
  std::vector<Entry> table_;          // of which mask_ + 1 entries are used
  std::size_t mask_ = 0;
  bool table_fits_ = false;  // the rows
};

}  // namespace percept::lanes
