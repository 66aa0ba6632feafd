// SPDX-License-Identifier: MIT
//
// The positions that hypergames were in at one round, each once, and what was found out about the round that follows:
// the joint moves that explain it, and from which positions nothing leads on. Hypergames in the same position share
// this, so that no dead end is entered twice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "belief/rules.h"
#include "lanes/rows.h"

namespace percept::sample {

struct Position {
  // Joint moves that do not contradict the percepts at first sight, and how many of them were tried.
  std::uint64_t joint_moves = 0, tried = 0;
  std::uint32_t first = 0, explanations = 0;
  // Zero while something may lead on from here; else the round that showed that nothing does.
  std::uint32_t dead = 0;
  bool looked_at = false;

  bool complete() const { return looked_at && tried == joint_moves; }
  // What the chances of the explanations have to be multiplied with to estimate those of all that there are.
  double scale() const {
    return complete() || tried == 0 ? 1 : static_cast<double>(joint_moves) / static_cast<double>(tried);
  }
};

class Positions {
 public:
  static constexpr std::uint32_t kUnknown = UINT32_MAX;
  // A joint move that explains the round: its chance, and the position it leads to, in the positions of the next round.
  struct Explanation {
    double chance;
    std::uint32_t next = kUnknown;
  };

  explicit Positions(std::size_t roles) : roles_(roles) {}

  std::size_t size() const { return positions_.size(); }
  std::size_t words() const { return rows_.words(); }
  std::span<const std::uint64_t> row(std::uint32_t position) const { return rows_.row(position); }
  Position& operator[](std::uint32_t position) { return positions_[position]; }
  const Position& operator[](std::uint32_t position) const { return positions_[position]; }
  std::uint32_t add(std::span<const std::uint64_t> row);  // a new one, or an equal one

  std::span<Explanation> explanations(std::uint32_t position) {
    return std::span(explanations_).subspan(positions_[position].first, positions_[position].explanations);
  }
  Explanation& explanation(std::uint32_t index) { return explanations_[index]; }
  std::span<const belief::MoveId> moves(std::uint32_t explanation) const {
    return std::span(moves_).subspan(explanation * roles_, roles_);
  }
  // Behind those that the position has; these are moved to the end when others came after them.
  void explain(std::uint32_t position, double chance, std::span<const belief::MoveId> moves);
  // Only the positions are kept, and which of them are dead.
  void forget_explanations();
  void revive(std::uint32_t round);  // what this round or a later one has shown is forgotten
  // Only these are kept; says what became of each: kUnknown for those that are gone.
  std::vector<std::uint32_t> keep(std::span<const std::uint32_t> kept);

 private:
  std::size_t roles_;
  lanes::Rows rows_;
  std::vector<Position> positions_;
  std::vector<Explanation> explanations_;
  std::vector<belief::MoveId> moves_;
};

}  // namespace percept::sample
