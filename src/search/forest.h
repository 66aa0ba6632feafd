// SPDX-License-Identifier: MIT
//
// What one player can know, and what it can do about it. A *view* is what it has done and seen so far, nothing else:
// its own moves and percepts. Views with at least two legal moves are *information sets*; an information set and one of
// its moves is a *sequence*, number 0 the empty one. With perfect recall a player's plan is a number for each sequence,
// the product of its own chances on the way (von Stengel 1996), so games are solved on sequences alone:
//
//   for (J = 0 … information_sets)  for (s = first[J] … first[J + 1])   its sequences
//   for (J = child[s] … child[s + 1])                                   the information sets that may follow s
//
// The tree of views is that of the ways through the automaton of what the player can know (knowledge.h).
//
// Constant once made; any number of threads may share it.
//
// Internal to search/.
#pragma once

#include <memory>

#include "search/knowledge.h"

namespace percept::search {

class Forest {
 public:
  // Fails where a player cannot tell its legal moves from its views.
  static Result<Forest> make(const Positions& positions, std::size_t player, const Limits& limits = {},
                             const Budget& budget = {}, const OnProgress& progress = {});

  // ---- decisions: information sets in the order of their sequences
  std::vector<std::uint32_t> first;    // by information set, and behind the last: its first sequence
  std::vector<std::uint32_t> parent;   // by information set: the sequence that leads there
  std::vector<std::uint32_t> child;    // by sequence, and behind the last: its first information set
  std::vector<std::uint32_t> layers;   // by number of own decisions before, and behind the last: information sets
  std::vector<std::uint32_t> view_of;  // by information set
  std::uint32_t information_sets() const { return static_cast<std::uint32_t>(first.size() - 1); }
  std::uint32_t sequences() const { return first.back(); }

  // ---- views; number 0 is the start
  std::uint32_t views() const { return static_cast<std::uint32_t>(set_.size()); }
  std::uint32_t actions(std::uint32_t view) const { return knowledge_->actions(set_[view]); }
  std::uint32_t list(std::uint32_t view) const { return knowledge_->list(set_[view]); }  // of legal moves, in Positions
  // Views that leave the same positions possible have the same set, and the same views may follow them.
  std::uint32_t set(std::uint32_t view) const { return set_[view]; }
  const std::shared_ptr<const Knowledge>& knowledge() const { return knowledge_; }
  // The views that may follow stand together, in an order that is that of the set.
  std::uint32_t first_child(std::uint32_t view) const { return first_child_[view]; }
  std::uint32_t children(std::uint32_t view) const {
    Knowledge::Range range = knowledge_->entries(set_[view]);
    return range.end - range.begin;
  }
  // The sequence of an action there; of the last decision before, where there is nothing to decide.
  std::uint32_t sequence(std::uint32_t view, std::uint32_t action) const {
    return sequence_[view] + (actions(view) > 1 ? action : 0);
  }
  // The view behind an action and what is seen then. That this can happen, and the game goes on, is up to the caller.
  std::uint32_t next(std::uint32_t view, std::uint32_t action, std::uint32_t seen) const {
    std::uint32_t at = knowledge_->entries(set_[view], action).begin;
    while (knowledge_->seen(at) != seen) ++at;
    return child_at(view, at);
  }
  // The same; kNone when it cannot happen.
  std::uint32_t find(std::uint32_t view, std::uint32_t action, std::uint32_t seen) const {
    if (action >= actions(view)) return kNone;
    std::uint32_t entry = knowledge_->entry(set_[view], action, seen);
    return entry == kNone ? kNone : child_at(view, entry);
  }
  // Calls visit(seen, view) for all that an action may lead to while the game goes on.
  template <class Visit>
  void each_next(std::uint32_t view, std::uint32_t action, Visit&& visit) const {
    Knowledge::Range range = knowledge_->entries(set_[view], action);
    for (std::uint32_t e = range.begin; e < range.end; ++e) visit(knowledge_->seen(e), child_at(view, e));
  }
  // The only view that can follow while the game goes on, where there is one action and one thing to see; else kNone.
  std::uint32_t only_next(std::uint32_t view) const {
    return actions(view) == 1 && children(view) == 1 ? first_child_[view] : kNone;
  }
  // How a view came about: its parent, and the action and percepts that led here. Not of view 0.
  struct Step {
    std::uint32_t parent, action, seen;
  };
  Step step(std::uint32_t view) const;
  std::size_t bytes() const;

 private:
  friend class ForestMaker;
  std::uint32_t child_at(std::uint32_t view, std::uint32_t entry) const {
    return first_child_[view] + (entry - knowledge_->entries(set_[view]).begin);
  }

  std::shared_ptr<const Knowledge> knowledge_;
  // By view; those of a parent stand together, in the order of the entries.
  std::vector<std::uint32_t> set_, first_child_, parent_view_, sequence_;
};

}  // namespace percept::search
