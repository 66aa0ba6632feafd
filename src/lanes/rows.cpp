// SPDX-License-Identifier: MIT
#include "lanes/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/check.h"

namespace percept::lanes {
namespace {

constexpr std::size_t kSmallestTable = 64;

// Rows are short: a call of memcmp costs more than this.
bool same(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  for (std::size_t i = 0; i < words; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

}  // namespace

void Rows::clear(std::size_t words, std::size_t expected) {
  words_ = std::max<std::size_t>(words, 1);
  size_ = 0;
  rows_.clear();
  fill_table(expected);
}

void Rows::widen(std::size_t words) {
  if (words <= words_) return;
  std::vector<std::uint64_t> wider(size_ * words);
  for (std::size_t row = 0; row < size_; ++row) std::copy_n((*this)[row], words_, wider.data() + row * words);
  rows_ = std::move(wider);
  words_ = words;
}

void Rows::push(std::span<const std::uint64_t> row) {
  PERCEPT_CHECK(row.size() <= words_, fmt::format("a row of {} words among rows of {}", row.size(), words_));
  rows_.insert(rows_.end(), row.begin(), row.end());
  rows_.resize(++size_ * words_);
  table_fits_ = false;
}

std::pair<std::size_t, bool> Rows::add(const std::uint64_t* row, std::uint64_t hash) {
  if (!table_fits_) fill_table(size_ + 1);
  auto tag = static_cast<std::uint32_t>(hash);
  for (std::size_t at = tag & mask_;; at = (at + 1) & mask_) {
    Entry& entry = table_[at];
    if (entry.row == 0) {
      rows_.insert(rows_.end(), row, row + words_);
      entry = {tag, static_cast<std::uint32_t>(++size_)};
      if (size_ * 2 > mask_) grow_table();
      return {size_ - 1, true};
    }
    if (entry.hash == tag && same(row, (*this)[entry.row - 1], words_)) return {entry.row - 1, false};
  }
}

std::pair<std::size_t, bool> Rows::add(std::span<const std::uint64_t> row) {
  std::uint64_t hash = row_hash(row);
  if (row.size() == words_) return add(row.data(), hash);
  PERCEPT_CHECK(row.size() < words_, fmt::format("a row of {} words among rows of {}", row.size(), words_));
  whole_.assign(words_, 0);
  std::copy(row.begin(), row.end(), whole_.begin());
  return add(whole_.data(), hash);
}

std::size_t Rows::find(const std::uint64_t* row, std::uint64_t hash) {
  if (!table_fits_) fill_table(size_);
  auto tag = static_cast<std::uint32_t>(hash);
  for (std::size_t at = tag & mask_;; at = (at + 1) & mask_) {
    const Entry& entry = table_[at];
    if (entry.row == 0) return size_;
    if (entry.hash == tag && same(row, (*this)[entry.row - 1], words_)) return entry.row - 1;
  }
}

void Rows::move(std::size_t from, std::size_t to) {
  std::copy_n((*this)[from], words_, rows_.data() + to * words_);
  table_fits_ = false;
}

void Rows::truncate(std::size_t count) {
  size_ = count;
  rows_.resize(count * words_);
  table_fits_ = false;
}

Rows Rows::without_table() const {
  Rows out;
  out.take(*this);
  return out;
}

void Rows::take(const Rows& other) {
  words_ = other.words_;
  size_ = other.size_;
  rows_ = other.rows_;
  table_fits_ = false;
}

void Rows::place(Entry entry) {
  std::size_t at = entry.hash & mask_;
  while (table_[at].row != 0) at = (at + 1) & mask_;
  table_[at] = entry;
}

void Rows::fill_table(std::size_t expected) {
  std::size_t capacity = std::max(kSmallestTable, std::bit_ceil(2 * std::max(expected, size_) + 2));
  if (table_.size() < capacity) table_.resize(capacity);
  std::fill_n(table_.begin(), capacity, Entry{0, 0});
  mask_ = capacity - 1;
  for (std::size_t row = 0; row < size_; ++row)
    place({static_cast<std::uint32_t>(row_hash(this->row(row))), static_cast<std::uint32_t>(row + 1)});
  table_fits_ = true;
}

void Rows::grow_table() {
  std::vector<Entry> old(table_.begin(), table_.begin() + static_cast<std::ptrdiff_t>(mask_ + 1));
  std::size_t capacity = 2 * (mask_ + 1);
  if (table_.size() < capacity) table_.resize(capacity);
  std::fill_n(table_.begin(), capacity, Entry{0, 0});
  mask_ = capacity - 1;
  for (Entry entry : old)
    if (entry.row != 0) place(entry);
}

}  // namespace percept::lanes
