// SPDX-License-Identifier: MIT
//
// Games of one player: the best policy under chance and hidden facts, by AND/OR search on beliefs. A belief is the
// chances of the positions that the player may be in; an action leads to a belief for each thing that may be seen.
// Equal beliefs (chances to twelve digits) are one, however they came about, so that the order of questions does not
// matter. With no chance and nothing hidden this is planning.
//
//   Beliefs beliefs(positions, Beliefs::Aim::kExpected);
//   auto value = beliefs.solve(budget);        // what the best policy gets
//   beliefs.action(belief)                     // its action there
//
// kExpected maximises the mean goal; kWorst the goal that is certain whatever nature does. Branches are cut off where
// even a player who is shown the position could not do better.
//
// One thread.
#pragma once

#include <unordered_map>

#include "search/positions.h"

namespace percept::search {

class Beliefs {
 public:
  enum class Aim : unsigned char { kExpected, kWorst };
  // Of a game with one player; the positions must outlive it. Each decision costs `effort`: with a little of it the
  // shortest of the best policies is found, at the price of fewer branches that can be cut off.
  Beliefs(const Positions& positions, Aim aim, std::size_t bytes = std::size_t{8} << 30, double effort = 0);

  Result<double> solve(const Budget& budget);

  std::size_t size() const { return known_.size(); }
  // Belief 0 is the start.
  struct Next {
    std::uint32_t seen;    // percepts
    double chance;         // of seeing them
    std::uint32_t belief;  // then; kNone where the game is over
    double goal;           // mean, or least, of those ends that come with them
  };
  // What the best action may lead to; makes what is missing of it.
  std::vector<Next> next(std::uint32_t belief);
  std::uint32_t action(std::uint32_t belief) const { return known_[belief].best; }
  // The legal moves there.
  const std::vector<std::uint32_t>& moves(std::uint32_t belief) const;
  double value(std::uint32_t belief) const { return known_[belief].low; }
  std::size_t positions(std::uint32_t belief) const { return known_[belief].size; }
  // Positions and their chances.
  std::span<const std::pair<std::uint32_t, double>> chances(std::uint32_t belief) const {
    return std::span(members_).subspan(known_[belief].begin, known_[belief].size);
  }
  // Rounds until the game is over under the policy: on average, and at most. Only rounds in which it has a choice.
  struct Length {
    double mean = 0;
    std::size_t most = 0;
  };
  Length decisions(std::uint32_t belief = 0);

 private:
  using Member = std::pair<std::uint32_t, double>;  // position, chance
  struct Known {
    std::uint64_t begin;
    std::uint32_t size;
    std::uint32_t best = kNone;  // action
    double low, high;            // bounds of its value
  };
  struct Branch {
    std::uint32_t seen;
    double chance;
    std::uint32_t belief;
    double ended, ended_goal;  // chance of being over, and the sum or least of goals then
  };
  std::uint32_t intern(std::vector<Member> members);
  void branch(std::uint32_t belief, std::uint32_t action, std::vector<Branch>& out);
  // Raises low or lowers high until the value is known, or cannot be above `need`.
  void search(std::uint32_t belief, double need);
  double bound(const std::vector<Branch>& branches) const;
  double cost(std::size_t actions) const { return actions > 1 ? effort_ : 0; }

  const Positions& positions_;
  Aim aim_;
  std::size_t bytes_;
  double effort_;
  std::uint32_t role_;
  std::vector<double> seeing_;  // by position: what a player who is shown everything gets
  std::vector<Member> members_;
  std::vector<Known> known_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> numbers_;
  Budget budget_;
  std::uint64_t searched_ = 0;  // beliefs, to look at the clock now and then
  std::optional<Error> stopped_;
};

}  // namespace percept::search
