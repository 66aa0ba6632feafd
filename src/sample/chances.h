// SPDX-License-Identifier: MIT
//
// The chance of a move: what the weight of a history is the product of. Logarithms, since histories are long.
//
// Internal to sample/.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "sample/sampler.h"

namespace percept::sample {

class Chances {
 public:
  // The model may be null: uniform. `random` is always taken to be uniform.
  Chances(const Rules& rules, RoleId role, const belief::Opponents* opponents) : own_(role), opponents_(opponents) {
    if (rules.imperfect()) random_ = rules.role("random");
  }

  // Whether the position matters for the role's chances.
  bool needs_position(RoleId role) const { return opponents_ && role != own_ && role != random_; }

  // The logarithm of the chance of the move at this index among the legal ones.
  double log_chance(RoleId role, const game::State& position, std::span<const MoveId> legal, std::size_t chosen) {
    if (!needs_position(role)) return log_uniform(legal.size());
    opponents_->chances(role, position, legal, chances_);
    return std::log(chances_[chosen]);
  }
  static double log_uniform(std::size_t legal) { return -std::log(static_cast<double>(legal)); }

 private:
  RoleId own_;
  std::optional<RoleId> random_;
  const belief::Opponents* opponents_;
  std::vector<double> chances_;
};

// The weights of samples from the logarithms of their chances, so that they add up to 1.
inline void normalise(std::vector<Sample>& samples, std::span<const double> logarithms) {
  if (samples.empty()) return;
  double most = *std::max_element(logarithms.begin(), logarithms.end()), total = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) total += samples[i].weight = std::exp(logarithms[i] - most);
  for (Sample& sample : samples) sample.weight /= total;
}

// Sums of the weights up to each sample, to choose by weight with.
inline std::vector<double> cumulative(std::span<const Sample> samples) {
  std::vector<double> out;
  double total = 0;
  for (const Sample& sample : samples) out.push_back(total += sample.weight);
  return out;
}
inline std::size_t chosen(const std::vector<double>& cumulative, Random& random) {
  auto found = std::upper_bound(cumulative.begin(), cumulative.end(), random.unit() * cumulative.back());
  return std::min(static_cast<std::size_t>(found - cumulative.begin()), cumulative.size() - 1);
}
// Independent draws by weight; all weigh the same then.
inline std::vector<Sample> drawn_by_weight(const std::vector<Sample>& samples, std::size_t count, Random& random) {
  std::vector<double> sums = cumulative(samples);
  std::vector<Sample> out;
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back(samples[chosen(sums, random)]);
    out.back().weight = 1 / static_cast<double>(count);
  }
  return out;
}

}  // namespace percept::sample
