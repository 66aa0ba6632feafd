// SPDX-License-Identifier: MIT
//
// The same gradients without a list of ends: a walk through the views of the player in question, each with all that may
// be the case there: the position, what the others have seen, and how likely they and chance made it. What the others
// never do is left out whole, and of their views those are one that leave the same positions possible and from which
// the others play alike (found by hashing from the last views back). However they got there, they are one case, so that
// a policy that does not look at how its knowledge came about costs a fraction of the histories there are. Where cases
// are few they are found beforehand (cases.h), which is the same faster.
#include <algorithm>
#include <bit>
#include <unordered_map>

#include "base/hash.h"
#include "search/cases.h"
#include "search/in_parts.h"
#include "search/layout.h"
#include "search/steps.h"

namespace percept::search {
namespace {

// Chances are rounded to 40 bits, so that products that were rounded on the way do not tell equal ones apart.
double rounded(double chance) {
  return std::bit_cast<double>((std::bit_cast<std::uint64_t>(chance) + 0x800) & ~std::uint64_t{0xFFF});
}

Alike alike(const Forest& forest, const Plan& plan) {
  Alike out{std::vector<std::uint32_t>(forest.views(), kNone), std::vector<double>(forest.sequences(), 0)};
  for (std::uint32_t set = 0; set < forest.information_sets(); ++set) {
    double sum = 0;
    for (std::uint32_t s = forest.first[set]; s < forest.first[set + 1]; ++s) sum += plan[s];
    for (std::uint32_t s = forest.first[set]; sum > 0 && s < forest.first[set + 1]; ++s)
      out.chances[s] = rounded(plan[s] / sum);
  }
  out.view[0] = 0;
  for (std::uint32_t view = 0; view < forest.views(); ++view) {
    if (out.view[view] == kNone) continue;
    for (std::uint32_t action = 0; action < forest.actions(view); ++action)
      if (forest.actions(view) == 1 || out.chances[forest.sequence(view, action)] > 0)
        forest.each_next(view, action, [&](std::uint32_t, std::uint32_t next) { out.view[next] = next; });
  }
  // From the last views back: alike are those with one set whose chances and next views are.
  auto choices = [&](std::uint32_t view) {
    std::uint32_t actions = forest.actions(view);
    return std::span(out.chances).subspan(forest.sequence(view, 0), actions > 1 ? actions : 0);
  };
  auto next_of = [&](std::uint32_t view) {
    return std::span(out.view).subspan(forest.first_child(view), forest.children(view));
  };
  std::unordered_map<std::uint64_t, std::uint32_t> known;  // by hash; the first of those that share one
  for (std::uint32_t view = forest.views(); view-- > 0;) {
    if (out.view[view] == kNone) continue;
    std::uint64_t hash = mixed(forest.set(view));
    for (double chance : choices(view)) hash = mixed(hash ^ std::bit_cast<std::uint64_t>(chance));
    for (std::uint32_t next : next_of(view)) hash = mixed(hash ^ next);
    std::uint32_t like = known.try_emplace(hash, view).first->second;
    if (forest.set(like) == forest.set(view) && std::ranges::equal(choices(like), choices(view)) &&
        std::ranges::equal(next_of(like), next_of(view)))
      out.view[view] = like;
  }
  return out;
}

class WalkedOutcomes final : public Outcomes {
 public:
  WalkedOutcomes(const Positions& positions, std::span<const Forest> forests, double offset, std::size_t most_ways)
      : positions_(positions), forests_(forests), players_(positions.players.size()), most_ways_(most_ways) {
    for (const std::vector<int>& goals : positions.payoffs)
      for (int goal : goals) payoffs_.push_back(goal - offset);
    for (std::uint32_t p = 0; p < positions.size(); ++p)
      for (std::size_t role = 0; role < positions.roles; ++role)
        counts_.push_back(positions.over(p) ? 0 : positions.actions(p, role));
  }

  void gradient(std::size_t player, std::span<const Plan> plans, std::vector<double>& out, Crew& crew) const override {
    std::vector<Alike> others(players_);
    for (std::size_t p = 0; p < players_; ++p)
      if (p != player) others[p] = alike(forests_[p], plans[p]);
    std::ranges::fill(out, 0.0);
    std::vector<double> payoffs;
    for (std::size_t i = player; i < payoffs_.size(); i += players_) payoffs.push_back(payoffs_[i]);
    if (auto cases = Cases::make(positions_, forests_, player, others, payoffs, most_ways_)) {
      cases->gradient(out, crew);
      return;
    }
    walk_in_parts(
        Part{0, {{}}}, [&](std::vector<double>& sum) { return Walk(*this, player, others, sum); }, out, crew);
  }
  std::uint64_t size() const override { return 0; }
  std::size_t bytes() const override {
    std::size_t out = counts_.size() * 4;
    for (const Forest& forest : forests_)
      out = std::max(out, counts_.size() * 4 + forest.views() * std::size_t{12} + forest.sequences() * std::size_t{8});
    return out;
  }

 private:
  struct Case {
    std::uint32_t position = 0;
    std::uint32_t views[Steps::kMostPlayers] = {};  // the player's own is not looked at
    double weight = 1;
  };
  struct Part {
    std::uint32_t view;
    std::vector<Case> cases;
  };

  class Walk {
   public:
    Walk(const WalkedOutcomes& of, std::size_t player, std::span<const Alike> others, std::vector<double>& sum)
        : of_(of), own_(of.forests_[player]), player_(player), others_(others), sum_(sum) {}

    void all(const Part& part, std::size_t depth = 0) {
      step(part, depth, [&](const Part& then) { all(then, depth + 1); });
    }

    // Calls then(part) for each view that may follow.
    template <class Then>
    void step(const Part& part, std::size_t depth, Then&& then) {
      const Positions& positions = of_.positions_;
      if (depth == plies_.size()) plies_.push_back(std::make_unique<std::vector<Part>>());
      std::vector<Part>& next = *plies_[depth];
      std::uint32_t children = own_.children(part.view);
      if (next.size() < children) next.resize(children);
      for (std::uint32_t i = 0; i < children; ++i) {
        next[i].view = own_.first_child(part.view) + i;
        next[i].cases.clear();
      }
      ++call_;
      used_ = 0;
      for (const Case& now : part.cases) {
        const std::uint32_t* counts = &of_.counts_[now.position * positions.roles];
        std::uint32_t actions[Steps::kMostRoles] = {};
        for (std::uint64_t t = positions.first[now.position]; t < positions.first[now.position + 1]; ++t) {
          Case to{positions.next[t], {}, now.weight};
          for (std::size_t role = 0, p = 0; role < positions.roles; ++role) {
            if (role == positions.nature) {
              to.weight /= counts[role];
              continue;
            }
            if (p != player_ && counts[role] > 1)
              to.weight *= others_[p].chances[of_.forests_[p].sequence(now.views[p], actions[role])];
            ++p;
          }
          if (to.weight > 0) add(part.view, now, t, actions, to, next);
          for (std::size_t role = positions.roles; role-- > 0;) {
            if (++actions[role] < counts[role]) break;
            actions[role] = 0;
          }
        }
      }
      for (std::uint32_t i = 0; i < children; ++i)
        if (!next[i].cases.empty()) then(next[i]);
    }

   private:
    struct Slot {
      std::uint32_t call = 0, hash = 0, child = 0, at = 0;
    };

    void add(std::uint32_t view, const Case& now, std::uint64_t t, const std::uint32_t* actions, Case& to,
             std::vector<Part>& next) {
      const Positions& positions = of_.positions_;
      std::uint32_t own = actions[positions.players[player_]];
      if (positions.over(to.position)) {
        sum_[own_.sequence(view, own)] +=
            to.weight * of_.payoffs_[positions.payoff[to.position] * of_.players_ + player_];
        return;
      }
      const std::uint32_t* seen = &positions.seen[t * of_.players_];
      std::uint32_t child = own_.next(view, own, seen[player_]) - next.front().view;
      std::uint64_t key = mixed(to.position | std::uint64_t{child} << 32);
      for (std::size_t p = 0; p < of_.players_; ++p) {
        if (p == player_) continue;
        to.views[p] = others_[p].view[of_.forests_[p].next(now.views[p], actions[positions.players[p]], seen[p])];
        key = mixed(key ^ to.views[p]);
      }
      auto hash = static_cast<std::uint32_t>(key);
      std::vector<Case>& cases = next[child].cases;
      Slot* slot = &free_or_like(hash, [&](const Slot& known) {
        const Case& like = next[known.child].cases[known.at];
        return known.child == child && like.position == to.position && std::ranges::equal(like.views, to.views);
      });
      if (slot->call == call_) {
        cases[slot->at].weight += to.weight;
        return;
      }
      *slot = {call_, hash, child, static_cast<std::uint32_t>(cases.size())};
      cases.push_back(to);
      if (++used_ * 2 > table_.size()) grow();
    }

    template <class Like>
    Slot& free_or_like(std::uint32_t hash, Like&& like) {
      std::size_t at = hash & (table_.size() - 1);
      while (table_[at].call == call_ && !(table_[at].hash == hash && like(table_[at])))
        at = (at + 1) & (table_.size() - 1);
      return table_[at];
    }
    void grow() {
      std::vector<Slot> old(table_.size() * 2);
      std::swap(old, table_);
      for (const Slot& slot : old)
        if (slot.call == call_) free_or_like(slot.hash, [](const Slot&) { return false; }) = slot;
    }

    const WalkedOutcomes& of_;
    const Forest& own_;
    std::size_t player_;
    std::span<const Alike> others_;
    std::vector<double>& sum_;
    std::vector<std::unique_ptr<std::vector<Part>>> plies_;
    std::vector<Slot> table_ = std::vector<Slot>(1024);  // of the cases of one step
    std::uint32_t call_ = 0;
    std::size_t used_ = 0;
  };

  const Positions& positions_;
  std::span<const Forest> forests_;
  std::size_t players_, most_ways_;
  std::vector<std::uint32_t> counts_;  // by position and role: legal moves
  std::vector<double> payoffs_;        // by payoff and player
};

}  // namespace

std::unique_ptr<const Outcomes> walk_outcomes(const Positions& positions, std::span<const Forest> forests,
                                              double offset, std::size_t most_ways) {
  return std::make_unique<WalkedOutcomes>(positions, forests, offset, most_ways);
}

}  // namespace percept::search
