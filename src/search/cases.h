// SPDX-License-Identifier: MIT
//
// All that may be the case while one player decides and the others keep to their plans, found once for each set of
// positions the player may hold possible: a *case* is a position with what the others have seen, and which case leads
// to which is the same for all views with one set; only how likely each is, is not. So a walk through the views is a
// small sparse product a view, without a look at rules or tables. This is for plans that do not look at how knowledge
// came about, where cases are far fewer than histories.
//
//   if (auto cases = Cases::make(positions, forests, player, others, most)) cases->gradient(payoffs, out, crew);
//
// Constant once made; a crew is one thread's.
//
// Internal to search/.
#pragma once

#include "search/crew.h"
#include "search/forest.h"

namespace percept::search {

// How a player plays, with views that it plays alike from as one.
struct Alike {
  std::vector<std::uint32_t> view;  // by view: the one that stands for it; kNone where the player never gets
  std::vector<double> chances;      // by sequence: of its last move
};

class Cases {
 public:
  // `others` by player, the own one is not looked at; payoffs of the player, by payoff of the positions. Nothing when
  // there are more than `most` ways from case to case.
  static std::optional<Cases> make(const Positions& positions, std::span<const Forest> forests, std::size_t player,
                                   std::span<const Alike> others, std::span<const double> payoffs, std::size_t most);
  // Adds to `out`, by sequence of the player, what its ends are worth.
  void gradient(std::vector<double>& out, Crew& crew) const;

 private:
  struct Way {
    std::uint32_t from, to;  // cases of the set, and of the next
    double chance;
  };
  struct End {
    std::uint32_t from;
    double worth;  // chance and payoff
  };
  struct View {
    std::uint32_t view;
    std::vector<double> weights;  // by case: how likely the others and chance make it
  };
  class Maker;
  class Walk;
  explicit Cases(const Forest& own) : own_(own), count_(own.knowledge()->sets(), 0) {}

  const Forest& own_;
  std::vector<std::uint32_t> count_;  // by set
  // By set: where its next sets begin in way_begin_, and its actions in end_begin_; each of them has one more.
  std::vector<std::uint64_t> first_way_, first_end_, way_begin_, end_begin_;
  std::vector<Way> ways_;
  std::vector<End> ends_;
};

}  // namespace percept::search
