// SPDX-License-Identifier: MIT
//
// How likely the other roles are to make each of their moves: what the weight of a history is made of. Without a model
// every legal move of a role is as likely as any other; `random` plays so by definition and is never asked about.
//
// Any thread may ask where the lexicon of the rules is complete; where it grows, the rules' thread.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "belief/rules.h"

namespace percept::belief {

class Opponents {
 public:
  virtual ~Opponents() = default;

  // For each of the role's legal moves in a position, a positive number: how likely it is compared to the others. They
  // need not add up to 1. A move never counts as less than 10⁻¹² times as likely as another.
  virtual void weigh(RoleId role, const game::State& position, std::span<const MoveId> legal,
                     std::span<double> weights) const = 0;

  // The chances that follow from them: they add up to 1.
  void chances(RoleId role, const game::State& position, std::span<const MoveId> legal,
               std::vector<double>& out) const {
    constexpr double kLeast = 1e-12;
    out.assign(legal.size(), 1);
    weigh(role, position, legal, out);
    double most = *std::max_element(out.begin(), out.end()), total = 0;
    for (double& chance : out) total += chance = std::max(chance / most, kLeast);
    for (double& chance : out) chance /= total;
  }
};

}  // namespace percept::belief
