// SPDX-License-Identifier: MIT
//
// The same gradients without a list of ends: a walk through all histories on the tables of positions and views, with
// the chances of the others. What the others never do is left out whole. A walk is cut into parts at the first rounds;
// the parts are dealt out to threads in a fixed order, and each thread has sums of its own.
#include <algorithm>

#include "search/layout.h"
#include "search/steps.h"

namespace percept::search {
namespace {

class WalkedOutcomes final : public Outcomes {
 public:
  WalkedOutcomes(const Positions& positions, std::span<const Forest> forests, double offset)
      : positions_(positions), forests_(forests), players_(positions.players.size()), steps_(positions, forests) {
    for (const std::vector<int>& goals : positions.payoffs)
      for (int goal : goals) payoffs_.push_back(goal - offset);
    cut();
  }

  void gradient(std::size_t player, std::span<const Plan> plans, std::vector<double>& out, Crew& crew) const override {
    std::size_t lanes = crew.threads();
    std::vector<std::vector<double>> sums(lanes - 1);
    crew.each(
        lanes,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t lane = begin; lane < end; ++lane) {
            std::vector<double>& sum = lane == 0 ? out : sums[lane - 1];
            sum.assign(forests_[player].sequences(), 0.0);
            for (std::size_t part = lane; part < parts_.size(); part += lanes)
              Walk{*this, player, plans, sum, parts_[part].ends_only}.walk(parts_[part].node);
          }
        },
        1);
    for (const std::vector<double>& sum : sums)
      for (std::size_t s = 0; s < out.size(); ++s) out[s] += sum[s];
  }
  std::uint64_t size() const override { return 0; }
  std::size_t bytes() const override {
    std::size_t views = 0;
    for (const Forest& forest : forests_) views += forest.views();
    return views * 8 + positions_.size() * 8;
  }

 private:
  struct Part {
    Steps::Node node;
    bool ends_only;  // what does not end with the next move belongs to other parts
  };

  // Nodes of the first rounds, until there are enough for all threads; what ends before is a part of its own.
  void cut() {
    constexpr std::size_t kEnough = 256;
    std::vector<Steps::Node> now = {steps_.start()};
    while (!now.empty() && now.size() < kEnough) {
      std::vector<Steps::Node> next;
      for (const Steps::Node& node : now) {
        bool ends = false;
        steps_.each_move(node, [&](const Steps::Move& move) {
          if (positions_.over(steps_.landing(move.transition)))
            ends = true;
          else
            next.push_back(steps_.after(node, move));
        });
        if (ends) parts_.push_back({node, true});
      }
      now = std::move(next);
    }
    for (const Steps::Node& node : now) parts_.push_back({node, false});
  }

  struct Walk {
    const WalkedOutcomes& of;
    std::size_t player;
    std::span<const Plan> plans;
    std::vector<double>& sum;
    bool ends_only;

    void walk(const Steps::Node& node) {
      const Positions& positions = of.positions_;
      of.steps_.each_move(node, [&](const Steps::Move& move) {
        double reach = move.chance;
        for (std::size_t p = 0; p < of.players_; ++p)
          if (p != player) reach *= plans[p][move.sequences[p]];
        if (reach == 0) return;
        std::uint32_t to = of.steps_.landing(move.transition);
        if (positions.over(to))
          sum[move.sequences[player]] += reach * of.payoffs_[positions.payoff[to] * of.players_ + player];
        else if (!ends_only)
          walk(of.steps_.after(node, move));
      });
    }
  };

  const Positions& positions_;
  std::span<const Forest> forests_;
  std::size_t players_;
  Steps steps_;
  std::vector<double> payoffs_;  // by payoff and player
  std::vector<Part> parts_;
};

}  // namespace

std::unique_ptr<const Outcomes> walk_outcomes(const Positions& positions, std::span<const Forest> forests,
                                              double offset) {
  return std::make_unique<WalkedOutcomes>(positions, forests, offset);
}

}  // namespace percept::search
