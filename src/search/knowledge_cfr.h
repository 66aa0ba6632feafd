// SPDX-License-Identifier: MIT
//
// CFR for two players who act on what they know and not on how they came to know it: all views that leave the same
// positions possible are one information set. A node is a position with what each player holds possible in it; in games
// of hidden marks there are thousands of times fewer of them than histories, so that an iteration takes a fraction of a
// second where walking through all histories takes an hour. How knowledge came about may matter, since it tells what
// the other is likely to do: nothing is promised (Lanctot et al. 2012, "imperfect recall"), and evaluate() says how far
// from an equilibrium of the whole game the average is, and, since it merges the same views, fast.
//
//   auto cfr = KnowledgeCfr::make(positions, {bytes}, budget);
//   while (…) (*cfr)->iterate();
//   (*cfr)->average(player, set)             // chances of the moves, by set of the player's knowledge
//   Profile policy = (*cfr)->average(layout) // the same for all views, where these can be laid out
//
// The views need not be laid out: there may be far too many of them.
//
// Regrets are discounted as in DCFR. One thread.
#pragma once

#include <array>
#include <memory>

#include "search/evaluation.h"

namespace percept::search {

class KnowledgeCfr {
 public:
  using Both = std::array<std::shared_ptr<const Knowledge>, 2>;
  // Of two players; where their goals have no constant sum, nothing is promised of what comes of it. An error when it
  // takes more than the limits allow.
  static Result<std::unique_ptr<KnowledgeCfr>> make(std::shared_ptr<const Positions> positions, const Both& knowledge,
                                                    std::size_t bytes, const Budget& budget = {});
  static Result<std::unique_ptr<KnowledgeCfr>> make(std::shared_ptr<const Positions> positions, const Limits& limits,
                                                    const Budget& budget = {}, const OnProgress& progress = {});
  static Result<std::unique_ptr<KnowledgeCfr>> make(const Layout& layout, std::size_t bytes, const Budget& budget = {});
  std::uint64_t iterations() const { return iterations_; }
  std::size_t nodes() const { return nodes_.size() - 1; }
  std::size_t information_sets() const;  // with a choice
  std::size_t bytes() const;
  const Positions& positions() const { return *positions_; }
  const Knowledge& knowledge(std::size_t player) const { return *knowledge_[player]; }
  void iterate();
  // From now on the player does this in a set: what is found is the best it can do with that.
  void fix(std::size_t player, std::uint32_t set, std::span<const double> chances);
  std::vector<double> average(std::size_t player, std::uint32_t set) const;
  Profile average(const Layout& layout) const;  // of the same positions
  // What the player gets if both play by their averages, in goals.
  double value(std::size_t player) const;
  // What the player gets at least who knows the other's average and acts on what it knows: what so many iterations
  // against it find. Nothing changes.
  double response(std::size_t player, std::uint64_t iterations, const Budget& budget = {}) const;

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

  KnowledgeCfr() = default;
  void update(std::size_t player);
  void weigh(std::size_t player);
  void play_average(std::size_t player);
  double nature(const Node& node) const;      // the chance of each of its moves
  double evaluate(std::size_t player) const;  // what it gets, by the chances of the moment
  template <class Visit>
  void each_edge(const Node& node, Visit&& visit) const;  // visit(to, actions of both players)

  std::shared_ptr<const Positions> positions_;
  Both knowledge_;
  double offset_ = 0;              // what is taken from each goal
  std::vector<Node> nodes_;        // round by round; one more at the end
  std::vector<std::uint32_t> to_;  // by node and joint move, in the order of the position's: node, or end
  std::uint64_t iterations_ = 0;
  Player players_[2];
  std::vector<double> reach_, values_, gains_;  // by node, by node, by move of the player
};

}  // namespace percept::search
