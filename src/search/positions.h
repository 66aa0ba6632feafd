// SPDX-License-Identifier: MIT
//
// All positions that can be reached, round by round, each once a round: what may be done in each, where every joint
// move leads, and what each player sees of it. This is all that a solver needs to know of the rules. Arrays, made layer
// by layer on batches (lanes/batch.h), so that a position costs some tens of bytes and rules are asked once a position
// and joint move, however many histories lead there.
//
//   auto positions = Positions::make(whole, {.bytes = …}, budget, progress);
//   for (u64 t = positions->first[p]; t < positions->first[p + 1]; ++t) positions->next[t] …
//
// The joint moves of a position stand in the order of the legal moves of each role, the last role's changing fastest:
// the action of role r in the k-th of them is k / stride(p, r) % actions(p, r). `random` is nature, where there are
// percepts; the other roles are the players, numbered in order.
//
// Constant once made; any number of threads may share it.
//
// Internal to search/.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "game/model.h"

namespace percept::search {

inline constexpr std::uint32_t kNone = 0xFFFFFFFF;

// What may be used; bytes are those of what is kept, the peak may be half as much again.
struct Limits {
  std::size_t bytes = std::size_t{12} << 30;
  std::size_t rounds = 10'000;
};

// Told now and then while something is made.
struct Progress {
  enum class Stage : unsigned char { kPositions, kKnowledge, kOutcomes } stage;
  std::size_t round;
  std::uint64_t done;  // positions, views or nodes so far
};
using OnProgress = std::function<void(const Progress&)>;

struct Positions {
  static Result<std::shared_ptr<const Positions>> make(std::shared_ptr<const game::WholeGame> whole,
                                                       const Limits& limits = {}, const Budget& budget = {},
                                                       const OnProgress& progress = {});

  std::shared_ptr<const game::WholeGame> whole;
  std::size_t roles = 0;
  std::optional<std::uint32_t> nature;  // its role
  std::vector<std::uint32_t> players;   // the roles but nature

  std::vector<std::uint32_t> layers;  // by round, and behind the last: its first position
  // By position.
  std::vector<std::uint64_t> first;   // transition; one more at the end. None: the game is over
  std::vector<std::uint32_t> legal;   // by position and role: which list
  std::vector<std::uint32_t> payoff;  // which, or kNone while the game goes on
  // By transition.
  std::vector<std::uint32_t> next;  // position
  std::vector<std::uint32_t> seen;  // by transition and player: which percepts

  std::vector<std::vector<std::vector<std::uint32_t>>> lists;  // by role: the lists of legal moves
  std::vector<std::vector<int>> payoffs;                       // by player: goal values
  // By player: the sets of percepts, as numbers of the lexicon.
  std::vector<std::vector<std::vector<std::uint32_t>>> percepts;

  std::uint32_t size() const { return static_cast<std::uint32_t>(payoff.size()); }
  bool over(std::uint32_t position) const { return payoff[position] != kNone; }
  const std::vector<std::uint32_t>& moves(std::uint32_t position, std::size_t role) const {
    return lists[role][legal[position * roles + role]];
  }
  std::uint32_t actions(std::uint32_t position, std::size_t role) const {
    return static_cast<std::uint32_t>(moves(position, role).size());
  }
  // Goals add up to the same in every end; nothing where they do not.
  std::optional<int> constant_sum() const;
  // All sequences of joint moves from the start, the empty one included, and those that end the game.
  double histories() const;
  double ended_histories() const;
  std::size_t bytes() const;
};

}  // namespace percept::search
