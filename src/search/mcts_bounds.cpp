// SPDX-License-Identifier: MIT
//
// What follows of the children of a node: bounds of each role's goal, equilibria, regrets.
#include <algorithm>
#include <cmath>

#include "search/mcts.h"

namespace percept::search {
namespace {

constexpr std::uint64_t kManyJoints = 1024;  // of a node, to look at all of them
constexpr std::uint32_t kFewVisits = 16;

}  // namespace

std::uint64_t Mcts::joint_count(std::uint32_t node) const {
  std::uint64_t count = 1;
  for (std::size_t role = 0; role < roles_ && count <= kManyJoints; ++role) count *= actions(node, role).size();
  return count;
}

template <class Visit>
void Mcts::for_each_joint(std::uint32_t node, Visit&& visit) const {
  std::vector<std::uint32_t> picked(roles_, 0);
  for (;;) {
    visit(std::span<const std::uint32_t>(picked));
    std::size_t role = roles_;
    while (role > 0 && ++picked[role - 1] == actions(node, role - 1).size()) picked[--role] = 0;
    if (role == 0) return;
  }
}

// Whether the bounds of the node became narrower. A role that chooses alone takes what is best for it; the others then
// get what such a choice may leave them. Of those that choose together each can be sure of what its best move is worth
// against the worst of the others'. Nature's moves are as likely as each other.
bool Mcts::tighten(std::uint32_t node) {
  Node& at = nodes_[node];
  if (at.terminal || joint_count(node) > kManyJoints) return false;
  std::vector<float> low(roles_), high(roles_);
  std::vector<float> lowest(roles_), highest(roles_);
  for (std::size_t role = 0; role < roles_; ++role) {
    lowest[role] = static_cast<float>(simulator_.lowest(role));
    highest[role] = static_cast<float>(simulator_.highest(role));
  }
  auto low_of = [&](std::uint32_t child, std::size_t role) {
    return child == kNoNode || (child & kPending) != 0 ? lowest[role] : stake(child, role).low;
  };
  auto high_of = [&](std::uint32_t child, std::size_t role) {
    return child == kNoNode || (child & kPending) != 0 ? highest[role] : stake(child, role).high;
  };
  auto nature = simulator_.nature();
  if (at.choosers <= 1) {
    std::span<Action> from = actions(node, at.chooser);
    bool chance = nature == at.chooser;
    float floor = -1;
    if (!chance)
      for (const Action& action : from) floor = std::max(floor, low_of(action.child, at.chooser));
    for (std::size_t role = 0; role < roles_; ++role) {
      low[role] = chance ? 0 : role == at.chooser ? -1 : 2;
      high[role] = chance ? 0 : -1;
      for (const Action& action : from) {
        float below = low_of(action.child, role), above = high_of(action.child, role);
        if (chance) {
          low[role] += below / static_cast<float>(from.size());
          high[role] += above / static_cast<float>(from.size());
        } else if (role == at.chooser) {
          low[role] = std::max(low[role], below);
          high[role] = std::max(high[role], above);
        } else if (high_of(action.child, at.chooser) >= floor) {
          low[role] = std::min(low[role], below);
          high[role] = std::max(high[role], above);
        }
      }
    }
  } else {
    std::size_t natures = nature ? actions(node, *nature).size() : 1;
    for (std::size_t role = 0; role < roles_; ++role) {
      // Over what nature does, for each joint move of the others.
      std::vector<float> worst(actions(node, role).size(), 2);
      high[role] = -1;
      for_each_joint(node, [&](std::span<const std::uint32_t> picked) {
        if (nature && picked[*nature] != 0) return;
        std::vector<std::uint32_t> with(picked.begin(), picked.end());
        float below = 0, above = 0;
        for (std::uint32_t k = 0; k < natures; ++k) {
          if (nature) with[*nature] = k;
          std::uint32_t next = child(node, with);
          below += low_of(next, role) / static_cast<float>(natures);
          above += high_of(next, role) / static_cast<float>(natures);
        }
        worst[picked[role]] = std::min(worst[picked[role]], below);
        high[role] = std::max(high[role], above);
      });
      low[role] = -1;
      for (std::size_t i = 0; i < worst.size(); ++i)
        if (nature != role || i == 0) low[role] = std::max(low[role], worst[i]);
    }
  }
  if (sum_) {
    std::size_t a = roles_, b = roles_;
    for (std::size_t role = 0; role < roles_; ++role)
      if (nature != role) (a == roles_ ? a : b) = role;
    auto sum = static_cast<float>(*sum_);
    for (auto [own, other] : {std::pair(a, b), std::pair(b, a)}) {
      high[own] = std::min(high[own], sum - low[other]);
      low[own] = std::max(low[own], sum - high[other]);
    }
  }
  bool changed = false;
  for (std::size_t role = 0; role < roles_; ++role) {
    float& lower = stake(node, role).low;
    float& upper = stake(node, role).high;
    float new_low = std::max(lower, low[role]), new_high = std::min(upper, high[role]);
    if (new_high < new_low || new_high - new_low < 1e-5F) new_high = new_low;
    changed |= new_low != lower || new_high != upper;
    lower = new_low;
    upper = new_high;
  }
  return changed;
}

// Of the goals of an end, which value_ holds. Where they add up to something else than they seemed to, what followed
// from that is not proven any more: bounds are found anew from those of ends.
void Mcts::check_sum() {
  if (!sum_) return;
  double sum = 0;
  for (std::size_t role = 0; role < roles_; ++role)
    if (simulator_.nature() != role) sum += value_[role];
  if (std::abs(sum - *sum_) <= 1e-4) return;
  sum_.reset();
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
    if (nodes_[node].terminal) continue;
    for (std::size_t role = 0; role < roles_; ++role) {
      auto low = static_cast<float>(simulator_.lowest(role)), high = static_cast<float>(simulator_.highest(role));
      stake(node, role).low = low;
      stake(node, role).high = high;
      for (Action& action : actions(node, role)) {
        action.low = low;
        action.high = high;
      }
    }
  }
}

// Looks at the averages of all joint moves. Where no joint move is such that no role would rather have made another
// one, choosing the best against averages goes round in circles: from now on regrets choose.
void Mcts::look_for_equilibrium(std::uint32_t node) {
  if (nodes_[node].visits < kFewVisits || joint_count(node) > kManyJoints) return;
  auto nature = simulator_.nature();
  std::size_t natures = nature ? actions(node, *nature).size() : 1;
  bool complete = true, found = false;
  auto mean = [&](std::vector<std::uint32_t>& picked, std::size_t role) {
    double sum = 0;
    for (std::uint32_t k = 0; k < natures; ++k) {
      if (nature) picked[*nature] = k;
      std::uint32_t next = child(node, picked);
      if (next == kNoNode || nodes_[next].visits == 0) {
        complete = false;
        return 0.0;
      }
      sum += stake(next, role).sum / nodes_[next].visits;
    }
    return sum;
  };
  for_each_joint(node, [&](std::span<const std::uint32_t> joint) {
    if (found || !complete || (nature && joint[*nature] != 0)) return;
    std::vector<std::uint32_t> picked(joint.begin(), joint.end());
    bool stable = true;
    for (std::size_t role = 0; role < roles_ && stable && complete; ++role) {
      if (nature == role || actions(node, role).size() == 1) continue;
      double own = mean(picked, role);
      for (std::uint32_t other = 0; other < actions(node, role).size() && stable && complete; ++other) {
        picked[role] = other;
        if (mean(picked, role) > own + 1e-9) stable = false;
      }
      picked[role] = joint[role];
    }
    found = stable && complete;
  });
  if (found || !complete) return;
  nodes_[node].mix = static_cast<std::uint32_t>(mixes_.size());
  for (std::size_t role = 0; role < roles_; ++role) mixes_.resize(mixes_.size() + actions(node, role).size());
}

std::uint32_t Mcts::pick_mixed(std::uint32_t node, std::size_t role) {
  constexpr double kExplored = 0.1;
  std::size_t at = nodes_[node].mix, count = actions(node, role).size();
  for (std::size_t before = 0; before < role; ++before) at += actions(node, before).size();
  double total = 0;
  strategy_.resize(count);
  for (std::size_t i = 0; i < count; ++i) total += strategy_[i] = std::max(0.0F, mixes_[at + i].regret);
  for (std::size_t i = 0; i < count; ++i) {
    strategy_[i] = total > 0 ? strategy_[i] / total : 1 / static_cast<double>(count);
    mixes_[at + i].strategy += static_cast<float>(strategy_[i]);
  }
  double turn = random_.unit();
  if (turn < kExplored) return random_.below(static_cast<std::uint32_t>(count));
  turn = (turn - kExplored) / (1 - kExplored);
  for (std::uint32_t i = 0; i < count; ++i)
    if ((turn -= strategy_[i]) < 0) return i;
  return static_cast<std::uint32_t>(count - 1);
}

// What each move would have been worth against what the others did.
void Mcts::learn_regrets(std::uint32_t node, std::span<const std::uint32_t> joint) {
  std::size_t at = nodes_[node].mix;
  std::vector<std::uint32_t> picked(joint.begin(), joint.end());
  for (std::size_t role = 0; role < roles_; ++role) {
    std::size_t count = actions(node, role).size();
    if (count > 1 && simulator_.nature() != role) {
      auto mean = [&](std::uint32_t own) {
        picked[role] = own;
        std::uint32_t next = child(node, picked);
        return next == kNoNode || nodes_[next].visits == 0 ? stake(node, role).sum / nodes_[node].visits
                                                           : stake(next, role).sum / nodes_[next].visits;
      };
      double made = mean(joint[role]);
      for (std::uint32_t own = 0; own < count; ++own) {
        float& regret = mixes_[at + own].regret;
        regret = std::max(0.0F, regret + static_cast<float>(mean(own) - made));
      }
      picked[role] = joint[role];
    }
    at += count;
  }
}

}  // namespace percept::search
