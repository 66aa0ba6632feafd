// SPDX-License-Identifier: MIT
#include "prove/rows.h"

#include <algorithm>
#include <numeric>

namespace percept::prove {

Rows::Rows(std::uint32_t width) : width_(width) {}

void Rows::add(const TermId* row) {
  cells_.insert(cells_.end(), row, row + width_);
  ++size_;
}

bool Rows::add_if_new(const TermId* row) {
  if (find(row) != kNoRow) return false;
  add(row);
  return true;
}

std::uint32_t Rows::find(const TermId* row) {
  if (size_ <= kFewRows) {
    for (std::uint32_t i = 0; i < size_; ++i)
      if (std::equal(row, row + width_, (*this)[i])) return i;
    return kNoRow;
  }
  if (index_on_all_ == kNoRow) {
    Columns all(width_);
    std::iota(all.begin(), all.end(), 0u);
    index_on_all_ = index_on(all);
  }
  KeyHash hash;
  for (std::uint32_t i = 0; i < width_; ++i) hash.add(row[i]);
  std::uint32_t found = first(index_on_all_, hash.value());
  while (found != kNoRow && !std::equal(row, row + width_, (*this)[found])) found = next(index_on_all_, found);
  return found;
}

void Rows::clear() {
  size_ = 0;
  cells_.clear();
  for (Index& index : indexes_) {
    if (index.next.empty()) continue;
    index.next.clear();
    std::fill(index.heads.begin(), index.heads.end(), kNoRow);
  }
}

std::uint32_t Rows::index_on(const Columns& columns) {
  for (std::uint32_t i = 0; i < indexes_.size(); ++i)
    if (indexes_[i].columns == columns) return i;
  indexes_.push_back({columns, {}, {}});
  return static_cast<std::uint32_t>(indexes_.size() - 1);
}

std::uint32_t Rows::first(std::uint32_t index, std::uint64_t hash) {
  Index& of = indexes_[index];
  if (of.next.size() != size_) update(of);
  return of.heads.empty() ? kNoRow : of.heads[hash & (of.heads.size() - 1)];
}

void Rows::update(Index& index) const {
  if (index.heads.size() < size_) {
    std::size_t heads = std::max<std::size_t>(16, index.heads.size());
    while (heads < std::size_t{size_} * 2) heads *= 2;
    index.heads.assign(heads, kNoRow);
    index.next.clear();
  }
  for (auto row = static_cast<std::uint32_t>(index.next.size()); row < size_; ++row) {
    std::uint32_t& head = index.heads[hash(index.columns, row) & (index.heads.size() - 1)];
    index.next.push_back(head);
    head = row;
  }
}

std::uint64_t Rows::hash(const Columns& columns, std::uint32_t row) const {
  const TermId* cells = (*this)[row];
  KeyHash hash;
  for (std::uint32_t column : columns) hash.add(cells[column]);
  return hash.value();
}

double Rows::rows_per_key(const Columns& columns, const Columns& fixed, const TermId* key) const {
  std::vector<std::uint64_t> keys;  // two that hash alike count once, which does no harm
  for (std::uint32_t row = 0; row < size_; ++row) {
    bool same = true;
    for (std::size_t i = 0; same && i < fixed.size(); ++i) same = (*this)[row][fixed[i]] == key[i];
    if (same) keys.push_back(hash(columns, row));
  }
  if (keys.empty()) return 0;
  auto rows = static_cast<double>(keys.size());
  std::sort(keys.begin(), keys.end());
  return rows / static_cast<double>(std::unique(keys.begin(), keys.end()) - keys.begin());
}

}  // namespace percept::prove
