// SPDX-License-Identifier: MIT
#include "belief/world_set.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

namespace percept::belief {
namespace {

constexpr std::size_t kSmallestTable = 64;

// Rows are short: a call of memcmp costs more than this.
bool same(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  for (std::size_t i = 0; i < words; ++i)
    if (a[i] != b[i]) return false;
  return true;
}

}  // namespace

void WorldSet::clear(std::size_t words, std::size_t expected) {
  words_ = std::max<std::size_t>(words, 1);
  rows_.clear();
  weights_.clear();
  fill_table(expected);
}

void WorldSet::widen(std::size_t words) {
  if (words <= words_) return;
  std::vector<std::uint64_t> wider(size() * words);
  for (std::size_t world = 0; world < size(); ++world) std::copy_n(row(world), words_, wider.data() + world * words);
  rows_ = std::move(wider);
  words_ = words;
  table_fits_ = false;  // hashes are those of whole rows
}

void WorldSet::add(const std::uint64_t* row, std::uint64_t hash, double weight) {
  if (!table_fits_) fill_table(size() + 1);
  auto tag = static_cast<std::uint32_t>(hash);
  for (std::size_t at = tag & mask_;; at = (at + 1) & mask_) {
    Entry& entry = table_[at];
    if (entry.world == 0) {
      rows_.insert(rows_.end(), row, row + words_);
      weights_.push_back(weight);
      entry = {tag, static_cast<std::uint32_t>(size())};
      if (size() * 2 > mask_) grow_table();
      return;
    }
    if (entry.hash == tag && same(row, this->row(entry.world - 1), words_)) {
      weights_[entry.world - 1] += weight;
      return;
    }
  }
}

std::size_t WorldSet::find(const std::uint64_t* row, std::uint64_t hash) const {
  auto tag = static_cast<std::uint32_t>(hash);
  for (std::size_t at = tag & mask_;; at = (at + 1) & mask_) {
    const Entry& entry = table_[at];
    if (entry.world == 0) return size();
    if (entry.hash == tag && same(row, this->row(entry.world - 1), words_)) return entry.world - 1;
  }
}

WorldSet WorldSet::without_table() const {
  WorldSet out;
  out.take(*this);
  return out;
}

void WorldSet::take(const WorldSet& other) {
  words_ = other.words_;
  rows_ = other.rows_;
  weights_ = other.weights_;
  table_fits_ = false;
}

void WorldSet::place(Entry entry) {
  std::size_t at = entry.hash & mask_;
  while (table_[at].world != 0) at = (at + 1) & mask_;
  table_[at] = entry;
}

void WorldSet::fill_table(std::size_t expected) {
  std::size_t capacity = std::max(kSmallestTable, std::bit_ceil(2 * std::max(expected, size()) + 2));
  if (table_.size() < capacity) table_.resize(capacity);
  std::fill_n(table_.begin(), capacity, Entry{0, 0});
  mask_ = capacity - 1;
  for (std::size_t world = 0; world < size(); ++world)
    place({static_cast<std::uint32_t>(hash(row(world), words_)), static_cast<std::uint32_t>(world + 1)});
  table_fits_ = true;
}

void WorldSet::grow_table() {
  std::vector<Entry> old(table_.begin(), table_.begin() + static_cast<std::ptrdiff_t>(mask_ + 1));
  std::size_t capacity = 2 * (mask_ + 1);
  if (table_.size() < capacity) table_.resize(capacity);
  std::fill_n(table_.begin(), capacity, Entry{0, 0});
  mask_ = capacity - 1;
  for (Entry entry : old)
    if (entry.world != 0) place(entry);
}

bool WorldSet::normalise() {
  constexpr double kLeast = 1e-250;  // so that it can be multiplied by the chance of any joint move
  double total = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  bool exact = true;
  for (double& weight : weights_) {
    weight = total > 0 ? weight / total : 1;
    exact &= weight >= kLeast;
    weight = std::max(weight, kLeast);
  }
  return exact;
}

void WorldSet::thin(std::size_t count, Random& random) {
  if (count >= size() || count == 0) return;
  // The h heaviest stay as they are when the others, at a step apart, give count - h: the largest such h.
  std::vector<double> sorted = weights_;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double rest = std::accumulate(sorted.rbegin(), sorted.rend(), 0.0);  // the small ones first
  std::size_t heavy = 0;
  while (heavy + 1 < count && sorted[heavy] * static_cast<double>(count - heavy) >= rest) rest -= sorted[heavy++];
  rest = std::accumulate(sorted.rbegin(), sorted.rend() - static_cast<std::ptrdiff_t>(heavy), 0.0);
  double step = rest / static_cast<double>(count - heavy);
  double limit = heavy == 0 ? std::numeric_limits<double>::infinity() : sorted[heavy - 1];
  std::size_t heavy_left = heavy;

  double start = static_cast<double>(random.bits() >> 11) * 0x1p-53;  // in [0, 1)
  double sum = 0;
  std::size_t light = 0, kept = 0;
  for (std::size_t world = 0; world < size(); ++world) {
    double weight = weights_[world];
    if (weight >= limit && heavy_left > 0) {
      --heavy_left;
    } else {
      sum += weight;
      if (light == count - heavy || sum <= (start + static_cast<double>(light)) * step) continue;
      ++light;
      weight = step;
    }
    std::copy_n(row(world), words_, rows_.data() + kept * words_);
    weights_[kept++] = weight;
  }
  rows_.resize(kept * words_);
  weights_.resize(kept);
  table_fits_ = false;
}

void WorldSet::swap(WorldSet& other) { std::swap(*this, other); }

}  // namespace percept::belief
