// SPDX-License-Identifier: MIT
//
// A game laid out for solving: its positions, what each player can know, and what every combination of sequences comes
// to. A *plan* gives each sequence of a player the product of its own chances on the way. The payoff of a joint plan is
// the sum over all ends of chance times the plans' numbers times the goal, so all that a solver ever asks is
//
//   layout->outcomes().gradient(player, plans, out, crew);   // by sequence of the player: what its ends are worth
//
// when the others play their plans; moves made at the same time need no order and no nodes of their own. Outcomes
// answer from a list of all ends with equal sequences joined (`kListed`), or, where the list would not fit, by walking
// through the positions again each time (`kWalked`): slower, and as exact.
//
// Payoffs are goal values less the mean of all players' goals where the sum is constant, so that they add up to zero.
//
// Constant once made; any number of threads may share it. A crew is one thread's.
#pragma once

#include "search/crew.h"
#include "search/forest.h"

namespace percept::search {

using Plan = std::vector<double>;  // by sequence

class Outcomes {
 public:
  virtual ~Outcomes() = default;
  // `out` has the player's sequences. plans[player] is not looked at.
  virtual void gradient(std::size_t player, std::span<const Plan> plans, std::vector<double>& out,
                        Crew& crew) const = 0;
  virtual std::uint64_t size() const = 0;  // ends that are listed; zero when they are walked through
  virtual std::size_t bytes() const = 0;
};

class Layout {
 public:
  enum class Kind : unsigned char { kAuto, kListed, kWalked };
  struct Options {
    Limits limits = {};
    Kind kind = Kind::kAuto;
    OnProgress progress = {};
  };
  static Result<std::shared_ptr<const Layout>> make(std::shared_ptr<const game::WholeGame> whole,
                                                    const Options& options, const Budget& budget = {});
  static Result<std::shared_ptr<const Layout>> make(std::shared_ptr<const Positions> positions, const Options& options,
                                                    const Budget& budget = {});

  const Positions& positions() const { return *positions_; }
  const std::shared_ptr<const Positions>& shared_positions() const { return positions_; }
  std::size_t players() const { return forests_.size(); }
  const Forest& forest(std::size_t player) const { return forests_[player]; }
  std::span<const Forest> forests() const { return forests_; }
  const Outcomes& outcomes() const { return *outcomes_; }
  bool listed() const { return outcomes_->size() > 0; }
  double offset() const { return offset_; }       // what was taken from each goal
  std::uint64_t nodes() const { return nodes_; }  // that are not ends, after merging; zero when nobody counted
  std::uint64_t information_sets() const;
  std::size_t bytes() const;

 private:
  std::shared_ptr<const Positions> positions_;
  std::vector<Forest> forests_;
  std::unique_ptr<const Outcomes> outcomes_;
  double offset_ = 0;
  std::uint64_t nodes_ = 0;
};

// ---- the two kinds of outcomes; for layouts only

struct ListedOutcomes {
  std::unique_ptr<const Outcomes> outcomes;
  std::uint64_t nodes = 0;
};
// An error when they take more bytes than there are.
Result<ListedOutcomes> list_outcomes(const Positions& positions, std::span<const Forest> forests, double offset,
                                     std::size_t bytes, const Budget& budget, const OnProgress& progress);
// Ways from case to case that are kept at most during a walk, sixteen bytes each (cases.h).
inline constexpr std::size_t kMostWays = std::size_t{1} << 26;
std::unique_ptr<const Outcomes> walk_outcomes(const Positions& positions, std::span<const Forest> forests,
                                              double offset, std::size_t most_ways = kMostWays);

}  // namespace percept::search
