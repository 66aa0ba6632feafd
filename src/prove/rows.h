// SPDX-License-Identifier: MIT
//
// Rows of ground terms, all of one width: the facts of a relation, the fluents of a state that share a name, the
// answers of a query. Rows are only ever added, or all cleared; both keep the memory for the next time.
//
// An index leads from the terms in some of the columns to the rows that have them. It is a filter: it chains the rows
// whose key has the same hash, so whoever follows it compares the columns all the same. It is brought up to date when
// it is asked, so that rows which nobody looks up cost nothing.
//
// Internal to prove/.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "program/terms.h"

namespace percept::prove {

using program::TermId;

using Columns = std::vector<std::uint32_t>;

inline constexpr std::uint32_t kFewRows = 8;  // are compared faster than hashed
inline constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

// The hash of a key, made term by term.
class KeyHash {
 public:
  void add(TermId term) {
    hash_ = (hash_ + term.value + 1) * 0x9E3779B97F4A7C15u;
    hash_ ^= hash_ >> 32;
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

class Rows {
 public:
  explicit Rows(std::uint32_t width);

  std::uint32_t width() const { return width_; }
  std::uint32_t size() const { return size_; }
  const TermId* operator[](std::uint32_t row) const { return cells_.data() + std::size_t{row} * width_; }

  void add(const TermId* row);            // one that is not there yet
  bool add_if_new(const TermId* row);     // was it?
  std::uint32_t find(const TermId* row);  // its number, or kNoRow
  void clear();

  // The number of the index on these columns, made when there was none.
  std::uint32_t index_on(const Columns& columns);
  // The first row with this hash of the columns, or kNoRow; next() leads to the others.
  std::uint32_t first(std::uint32_t index, std::uint64_t hash);
  std::uint32_t next(std::uint32_t index, std::uint32_t row) const { return indexes_[index].next[row]; }

  // Calls visit(row) for each row that has the terms of the key in these columns.
  template <class Visit>
  void for_each(const Columns& columns, const TermId* key, Visit&& visit);

  // How many rows with the key in the columns `fixed` share their terms in `columns`, on average; 0 when there are
  // none.
  double rows_per_key(const Columns& columns, const Columns& fixed, const TermId* key) const;

 private:
  struct Index {
    Columns columns;
    std::vector<std::uint32_t> heads;  // by hash, a power of two of them
    std::vector<std::uint32_t> next;   // by row: those it knows
  };

  void update(Index& index) const;
  std::uint64_t hash(const Columns& columns, std::uint32_t row) const;

  std::uint32_t width_;
  std::uint32_t size_ = 0;
  std::vector<TermId> cells_;
  std::vector<Index> indexes_;
  std::uint32_t index_on_all_ = kNoRow;
};

template <class Visit>
void Rows::for_each(const Columns& columns, const TermId* key, Visit&& visit) {
  auto visit_if_same = [&](const TermId* row) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (row[columns[i]] != key[i]) return;
    visit(row);
  };
  if (columns.empty() || size_ <= kFewRows) {
    for (std::uint32_t row = 0; row < size_; ++row) visit_if_same((*this)[row]);
    return;
  }
  KeyHash hash;
  for (std::size_t i = 0; i < columns.size(); ++i) hash.add(key[i]);
  std::uint32_t index = index_on(columns);
  for (std::uint32_t row = first(index, hash.value()); row != kNoRow; row = next(index, row))
    visit_if_same((*this)[row]);
}

}  // namespace percept::prove
