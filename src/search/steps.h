// SPDX-License-Identifier: MIT
//
// Walking through the histories of a game on the tables of its positions and views. Rounds in which nobody has a choice
// are passed at once: a view that can only go on in one way is followed ahead to where something can happen, so that on
// the way it need not be looked at.
//
//   Steps steps(positions, forests);
//   Steps::Node node = steps.start();
//   steps.each_move(node, [&](const Steps::Move& move) {
//     if (!positions.over(steps.landing(move.transition))) next = steps.after(node, move);
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
  static constexpr std::size_t kMostPlayers = 4, kMostRoles = kMostPlayers + 1;
  struct Node {
    std::uint32_t position = 0;
    std::uint32_t views[kMostPlayers] = {};
    std::uint32_t ahead[kMostPlayers] = {};      // rounds by which a view is ahead of the position
    std::uint32_t sequences[kMostPlayers] = {};  // of the last decision
    double chance = 1;                           // nature's on the way
  };

  // At most kMostPlayers forests.
  Steps(const Positions& positions, std::span<const Forest> forests);

  Node start() const;
  // Where a transition leads when rounds without a choice are passed, or the end it comes to.
  std::uint32_t landing(std::uint64_t transition) const { return chain_end_[positions_.next[transition]]; }
  std::uint32_t actions(std::uint32_t position, std::size_t role) const {
    return counts_[position * positions_.roles + role];
  }

  // What may be done in a node: joint moves are gone through in order.
  struct Move {
    std::uint64_t transition;
    std::uint32_t actions[kMostRoles] = {};  // by role
    std::uint32_t sequences[kMostPlayers];   // by player, when this is done
    double chance;
  };
  template <class Visit>
  void each_move(const Node& node, Visit&& visit) const {
    std::uint32_t counts[kMostRoles], player_of[kMostRoles];
    std::size_t roles = positions_.roles;
    Move move{positions_.first[node.position], {}, {}, node.chance};
    for (std::size_t role = 0, p = 0; role < roles; ++role) {
      counts[role] = actions(node.position, role);
      if (role == positions_.nature) {
        move.chance /= counts[role];
        player_of[role] = kNone;
        continue;
      }
      player_of[role] = static_cast<std::uint32_t>(p);
      move.sequences[p] = counts[role] > 1 ? forests_[p].sequence(node.views[p], 0) : node.sequences[p];
      ++p;
    }
    for (std::uint64_t end = positions_.first[node.position + 1]; move.transition < end; ++move.transition) {
      visit(move);
      for (std::size_t role = roles; role-- > 0;) {
        bool player = player_of[role] != kNone;
        if (++move.actions[role] < counts[role]) {
          if (player) ++move.sequences[player_of[role]];
          break;
        }
        if (player) move.sequences[player_of[role]] -= counts[role] - 1;
        move.actions[role] = 0;
      }
    }
  }

  Node after(const Node& node, const Move& move) const {
    Node out = node;
    out.chance = move.chance;
    out.position = positions_.next[move.transition];
    for (std::size_t p = 0; p < players_; ++p) {
      out.sequences[p] = move.sequences[p];
      step(out, p, move.actions[positions_.players[p]], positions_.seen[move.transition * players_ + p]);
    }
    pass(out);
    return out;
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
  std::vector<std::uint16_t> counts_;                      // by position and role: legal moves
  std::vector<std::uint32_t> chain_end_, chain_length_;    // by position
  std::vector<std::vector<std::uint32_t>> jump_, length_;  // by player and view
};

}  // namespace percept::search
