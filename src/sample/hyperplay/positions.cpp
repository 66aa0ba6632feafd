// SPDX-License-Identifier: MIT
#include "sample/hyperplay/positions.h"

namespace percept::sample {

std::uint32_t Positions::add(std::span<const std::uint64_t> row) {
  while (!row.empty() && row.back() == 0) row = row.first(row.size() - 1);
  rows_.widen(row.size());
  auto [position, is_new] = rows_.add(row);
  if (is_new) positions_.emplace_back();
  return static_cast<std::uint32_t>(position);
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
  copy.rows_.widen(words());
  for (std::uint32_t position : kept) {
    if (out[position] != kUnknown) continue;
    out[position] = copy.add(row(position));
    copy.positions_.back().dead = positions_[position].dead;
  }
  *this = std::move(copy);
  return out;
}

}  // namespace percept::sample
