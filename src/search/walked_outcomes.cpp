// SPDX-License-Identifier: MIT
//
// The same gradients without a list of ends: a walk through all histories on the tables of positions and views, with the
// chances of the others. What the others never do is left out whole. A walk is cut into parts at the first rounds; each
// part has a sum of its own for what it alone reaches, so that threads do not meet.
#include <algorithm>
#include <atomic>
#include <map>

#include "search/layout.h"

namespace percept::search {
namespace {

class WalkedOutcomes final : public Outcomes {
 public:
  WalkedOutcomes(const Positions& positions, std::span<const Forest> forests, double offset)
      : positions_(positions), forests_(forests), players_(positions.players.size()) {
    for (const std::vector<int>& goals : positions.payoffs)
      for (int goal : goals) payoffs_.push_back(goal - offset);
    cut();
  }

  void gradient(std::size_t player, std::span<const Plan> plans, std::vector<double>& out, Crew& crew) const override {
    // Parts are dealt out in a fixed order, one lane a thread: the sums are the same for the same number of threads.
    std::size_t lanes = crew.threads();
    std::vector<std::vector<double>> sums(lanes - 1);
    crew.each(
        lanes,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t lane = begin; lane < end; ++lane) {
            std::vector<double>& sum = lane == 0 ? out : sums[lane - 1];
            sum.assign(forests_[player].sequences(), 0.0);
            Walk walk{*this, player, plans, sum};
            for (std::size_t part = lane; part < parts_.size(); part += lanes) walk.start(parts_[part]);
          }
        },
        1);
    for (const std::vector<double>& sum : sums)
      for (std::size_t s = 0; s < out.size(); ++s) out[s] += sum[s];
  }
  std::uint64_t size() const override { return 0; }
  std::size_t bytes() const override { return 0; }

 private:
  static constexpr std::size_t kMostPlayers = 16;
  struct Node {
    std::uint32_t position;
    std::uint32_t views[kMostPlayers];
    double chance;
  };

  // The joint moves of a node: what each player does in each, in order.
  template <class Visit>
  void each_move(const Node& node, Visit&& visit) const {
    std::uint32_t actions[kMostPlayers] = {}, counts[kMostPlayers];
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

  Node after(const Node& node, std::uint64_t t, const std::uint32_t* actions, double chance) const {
    Node out{positions_.next[t], {}, chance};
    for (std::size_t p = 0; p < players_; ++p)
      out.views[p] = forests_[p].next(node.views[p], actions[positions_.players[p]], positions_.seen[t * players_ + p]);
    return out;
  }

  // Nodes of the first rounds, until there are enough for all threads; what ends before is a part of its own.
  void cut() {
    constexpr std::size_t kEnough = 256;
    std::vector<Node> now = {{0, {}, 1}};
    while (!now.empty() && now.size() < kEnough) {
      std::vector<Node> next;
      for (const Node& node : now) {
        bool ends = false;
        each_move(node, [&](std::uint64_t t, const std::uint32_t* actions, double chance) {
          if (positions_.over(positions_.next[t]))
            ends = true;
          else
            next.push_back(after(node, t, actions, chance));
        });
        if (ends) parts_.push_back({node, true});
      }
      now = std::move(next);
    }
    for (const Node& node : now) parts_.push_back({node, false});
  }

  struct Part {
    Node node;
    bool ends_only;  // what does not end with the next move belongs to other parts
  };

  struct Walk {
    const WalkedOutcomes& of;
    std::size_t player;
    std::span<const Plan> plans;
    std::vector<double>& sum;
    bool ends_only = false;

    void start(const Part& part) {
      ends_only = part.ends_only;
      walk(part.node);
    }

    void walk(const Node& node) {
      const Positions& positions = of.positions_;
      of.each_move(node, [&](std::uint64_t t, const std::uint32_t* actions, double chance) {
        double reach = chance;
        for (std::size_t p = 0; p < of.players_; ++p)
          if (p != player)
            reach *= plans[p][of.forests_[p].sequence(node.views[p], actions[positions.players[p]])];
        if (reach == 0) return;
        std::uint32_t to = positions.next[t];
        if (positions.over(to))
          sum[of.forests_[player].sequence(node.views[player], actions[positions.players[player]])] +=
              reach * of.payoffs_[positions.payoff[to] * of.players_ + player];
        else if (!ends_only)
          walk(of.after(node, t, actions, chance));
      });
    }
  };

  const Positions& positions_;
  std::span<const Forest> forests_;
  std::size_t players_;
  std::vector<double> payoffs_;  // by payoff and player
  std::vector<Part> parts_;
};

}  // namespace

std::unique_ptr<const Outcomes> walk_outcomes(const Positions& positions, std::span<const Forest> forests,
                                              double offset) {
  return std::make_unique<WalkedOutcomes>(positions, forests, offset);
}

}  // namespace percept::search
