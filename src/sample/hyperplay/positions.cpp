// SPDX-License-Identifier: MIT
#include "sample/hyperplay/positions.h"

#include <algorithm>

namespace percept::sample {

namespace {

std::span<const std::uint64_t> trimmed(std::span<const std::uint64_t> row) {
  while (!row.empty() && row.back() == 0) row = row.first(row.size() - 1);
  return row;
}

}  // namespace

// Equal for equal sets of fluents, however wide the row.
std::uint64_t Positions::hash(std::span<const std::uint64_t> row) const {
  std::uint64_t out = 0;
  for (std::uint64_t word : trimmed(row)) {
    out = (out ^ word) * 0x9E3779B97F4A7C15u;
    out ^= out >> 32;
  }
  return out;
}

void Positions::widen(std::size_t words) {
  std::vector<std::uint64_t> rows(size() * words);
  for (std::size_t i = 0; i < size(); ++i) std::copy_n(rows_.data() + i * words_, words_, rows.data() + i * words);
  rows_ = std::move(rows);
  words_ = words;
}

std::uint32_t Positions::add(std::span<const std::uint64_t> row) {
  row = trimmed(row);
  std::uint64_t hash = this->hash(row);
  auto known = by_hash_.find(hash);
  if (known != by_hash_.end())
    for (std::uint32_t at = known->second; at != kUnknown; at = same_hash_[at])
      if (std::ranges::equal(trimmed(this->row(at)), row)) return at;
  if (row.size() > words_) widen(row.size());
  auto added = static_cast<std::uint32_t>(size());
  rows_.insert(rows_.end(), row.begin(), row.end());
  rows_.resize(rows_.size() + words_ - row.size());
  positions_.emplace_back();
  same_hash_.push_back(known == by_hash_.end() ? kUnknown : known->second);
  by_hash_[hash] = added;
  return added;
}

void Positions::explain(std::uint32_t position, double chance, std::span<const belief::MoveId> moves) {
  Position& at = positions_[position];
  if (at.first + at.explanations != explanations_.size()) {
    auto end = static_cast<std::uint32_t>(explanations_.size());
    for (std::uint32_t i = 0; i < at.explanations; ++i) {
      explanations_.push_back(explanations_[at.first + i]);
      for (std::size_t role = 0; role < roles_; ++role) moves_.push_back(moves_[(at.first + i) * roles_ + role]);
    }
    at.first = end;
  }
  explanations_.push_back({chance, kUnknown});
  moves_.insert(moves_.end(), moves.begin(), moves.end());
  ++at.explanations;
}

void Positions::forget_explanations() {
  for (Position& position : positions_) {
    std::uint32_t dead = position.dead;
    position = {};
    position.dead = dead;
  }
  explanations_ = {};
  moves_ = {};
}

void Positions::revive(std::uint32_t round) {
  for (Position& position : positions_)
    if (position.dead >= round) position.dead = 0;
}

std::vector<std::uint32_t> Positions::keep(std::span<const std::uint32_t> kept) {
  std::vector<std::uint32_t> out(size(), kUnknown);
  Positions copy(roles_);
  copy.widen(words_);
  for (std::uint32_t position : kept) {
    if (out[position] != kUnknown) continue;
    out[position] = copy.add(row(position));
    copy.positions_.back().dead = positions_[position].dead;
  }
  *this = std::move(copy);
  return out;
}

}  // namespace percept::sample
