// SPDX-License-Identifier: MIT
//
// What one player can know. What it has done and seen leaves some positions possible; equal sets of these have equal
// futures, and the automaton of the sets (the subset construction) is small where the number of ways to them is not. It
// is made without a look at any other player. That the game is not over is part of what a player knows when it is asked
// to move.
//
//   auto knowledge = Knowledge::make(*positions, player);          // set 0 is the start
//   for (action = 0 … knowledge->actions(set))
//     knowledge->each_next(set, action, [&](std::uint32_t seen, std::uint32_t next) { … });
//
// Sets are numbered round by round, so that those that follow come behind. Constant once made; any number of threads
// may share it.
//
// Internal to search/.
#pragma once

#include "search/positions.h"

namespace percept::search {

class Knowledge {
 public:
  // Fails where a player cannot tell its legal moves from what it knows.
  static Result<Knowledge> make(const Positions& positions, std::size_t player, const Limits& limits = {},
                                const Budget& budget = {}, const OnProgress& progress = {});

  std::uint32_t sets() const { return static_cast<std::uint32_t>(list_.size()); }
  std::uint32_t actions(std::uint32_t set) const { return action_count_[set]; }
  std::uint32_t list(std::uint32_t set) const { return list_[set]; }  // of legal moves, in Positions
  // What may be seen of each action while the game goes on: entries of a set, which stand together by action.
  struct Range {
    std::uint32_t begin, end;
  };
  Range entries(std::uint32_t set) const { return {entry_begin_[set], entry_begin_[set + 1]}; }
  Range entries(std::uint32_t set, std::uint32_t action) const {
    const std::uint32_t* offset = &action_offset_[action_begin_[set] + action];
    return {entry_begin_[set] + offset[0], entry_begin_[set] + offset[1]};
  }
  std::uint32_t seen(std::uint32_t entry) const { return entry_seen_[entry]; }
  std::uint32_t next(std::uint32_t entry) const { return entry_set_[entry]; }
  // The entry of an action and what is seen then; kNone when that cannot be.
  std::uint32_t entry(std::uint32_t set, std::uint32_t action, std::uint32_t seen) const {
    Range range = entries(set, action);
    while (range.begin < range.end && entry_seen_[range.begin] != seen) ++range.begin;
    return range.begin < range.end ? range.begin : kNone;
  }
  template <class Visit>
  void each_next(std::uint32_t set, std::uint32_t action, Visit&& visit) const {
    Range range = entries(set, action);
    for (std::uint32_t e = range.begin; e < range.end; ++e) visit(entry_seen_[e], entry_set_[e]);
  }
  double ways() const;  // to all sets, the start included: as many as there are views
  std::size_t bytes() const;

 private:
  friend class KnowledgeMaker;
  // By set of positions.
  std::vector<std::uint32_t> list_, action_count_, action_begin_, entry_begin_;
  std::vector<std::uint32_t> action_offset_;           // by set and action, one more for each set: in its entries
  std::vector<std::uint32_t> entry_seen_, entry_set_;  // by entry
};

}  // namespace percept::search
