// SPDX-License-Identifier: MIT
//
// CFR for two players who act on what they know and not on how they came to know it: all views that leave the same
// positions possible are one information set. A node is a position with what each player holds possible in it; in games
// of hidden marks there are thousands of times fewer of them than histories, so that an iteration takes a fraction of a
// second where walking through all histories takes an hour. How knowledge came about may matter, since it tells what
// the other is likely to do: nothing is promised (Lanctot et al. 2012, "imperfect recall"), and evaluate() says how far
// from an equilibrium of the whole game the average is, and, since it merges the same views, fast.
//
//   auto cfr = KnowledgeCfr::make(layout, bytes, budget);
//   while (…) (*cfr)->iterate();
//   Profile policy = (*cfr)->average();      // of the layout
//
// Regrets are discounted as in DCFR. One thread.
#pragma once

#include "search/evaluation.h"

namespace percept::search {

class KnowledgeCfr {
 public:
  // Two players whose goals have a constant sum. An error when the nodes take more than so many bytes.
  static Result<std::unique_ptr<KnowledgeCfr>> make(std::shared_ptr<const Layout> layout, std::size_t bytes,
                                                    const Budget& budget = {});
  std::uint64_t iterations() const { return iterations_; }
  std::size_t nodes() const { return nodes_.size() - 1; }
  std::size_t information_sets() const;  // with a choice
  std::size_t bytes() const;
  void iterate();
  // From now on the player does this in a set of its forest: what is found is the best it can do with that.
  void fix(std::size_t player, std::uint32_t set, std::span<const double> chances);
  Profile average() const;

 private:
  struct Node {
    std::uint32_t position, sets[2];
    std::uint64_t first;  // in to_
  };
  struct Player {
    std::vector<std::uint32_t> first;  // by set, and behind the last: where its moves are in the arrays
    std::vector<double> regrets, chances, sums;
    std::vector<bool> fixed;  // by set
  };
  static constexpr std::uint32_t kEnd = 0x80000000;  // with the number of its payoff

  explicit KnowledgeCfr(std::shared_ptr<const Layout> layout) : layout_(std::move(layout)) {}
  void update(std::size_t player);
  void weigh(std::size_t player);
  template <class Visit>
  void each_edge(const Node& node, Visit&& visit) const;  // visit(to, actions of both players)

  std::shared_ptr<const Layout> layout_;
  std::vector<Node> nodes_;        // round by round; one more at the end
  std::vector<std::uint32_t> to_;  // by node and joint move, in the order of the position's: node, or end
  std::uint64_t iterations_ = 0;
  Player players_[2];
  std::vector<double> reach_, values_, gains_;  // by node, by node, by move of the player
};

}  // namespace percept::search
