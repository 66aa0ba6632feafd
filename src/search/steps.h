// SPDX-License-Identifier: MIT
//
// Walking through the histories of a game on the tables of its positions and views. Rounds in which nobody has a choice
// are passed at once: a view that can only go on in one way is followed ahead to where something can happen, so that on
// the way it need not be looked at.
//
//   Steps steps(positions, forests);
//   Steps::Node node = steps.start();
//   steps.each_move(node, [&](std::uint64_t transition, const std::uint32_t* actions, double chance) {
//     if (!positions.over(steps.landing(transition))) next = steps.after(node, transition, actions, chance);
//   });
//
// Constant once made; any number of threads may share it.
//
// Internal to search/.
#pragma once

#include "search/forest.h"

namespace percept::search {

class Steps {
 public:
  static constexpr std::size_t kMostPlayers = 16;
  struct Node {
    std::uint32_t position = 0;
    std::uint32_t views[kMostPlayers] = {};
    std::uint32_t ahead[kMostPlayers] = {};      // rounds by which a view is ahead of the position
    std::uint32_t sequences[kMostPlayers] = {};  // of the last decision
    double chance = 1;                           // nature's on the way
  };

  Steps(const Positions& positions, std::span<const Forest> forests);

  Node start() const;
  // Where a transition leads when rounds without a choice are passed, or the end it comes to.
  std::uint32_t landing(std::uint64_t transition) const { return chain_end_[positions_.next[transition]]; }

  // The player's sequence when it does this.
  std::uint32_t sequence(const Node& node, std::size_t p, const std::uint32_t* actions) const {
    std::uint32_t role = positions_.players[p];
    return positions_.actions(node.position, role) > 1 ? forests_[p].sequence(node.views[p], actions[role])
                                                       : node.sequences[p];
  }

  Node after(const Node& node, std::uint64_t transition, const std::uint32_t* actions, double chance) const {
    Node out = node;
    out.chance = chance;
    out.position = positions_.next[transition];
    for (std::size_t p = 0; p < players_; ++p) {
      out.sequences[p] = sequence(node, p, actions);
      step(out, p, actions[positions_.players[p]], positions_.seen[transition * players_ + p]);
    }
    pass(out);
    return out;
  }

  // Calls visit(transition, actions by role, chance) for each joint move.
  template <class Visit>
  void each_move(const Node& node, Visit&& visit) const {
    std::uint32_t actions[kMostPlayers + 1] = {}, counts[kMostPlayers + 1];
    std::size_t roles = positions_.roles;
    double chance = node.chance;
    for (std::size_t role = 0; role < roles; ++role) {
      counts[role] = positions_.actions(node.position, role);
      if (role == positions_.nature) chance /= counts[role];
    }
    for (std::uint64_t t = positions_.first[node.position]; t < positions_.first[node.position + 1]; ++t) {
      visit(t, actions, chance);
      for (std::size_t role = roles; role-- > 0;) {
        if (++actions[role] < counts[role]) break;
        actions[role] = 0;
      }
    }
  }

 private:
  void step(Node& node, std::size_t p, std::uint32_t action, std::uint32_t seen) const {
    if (node.ahead[p] > 0) {
      --node.ahead[p];
      return;
    }
    std::uint32_t view = forests_[p].next(node.views[p], action, seen);
    node.views[p] = jump_[p][view];
    node.ahead[p] = length_[p][view];
  }
  void pass(Node& node) const;

  const Positions& positions_;
  std::span<const Forest> forests_;
  std::size_t players_;
  std::vector<std::uint32_t> chain_end_, chain_length_;    // by position
  std::vector<std::vector<std::uint32_t>> jump_, length_;  // by player and view
};

}  // namespace percept::search
