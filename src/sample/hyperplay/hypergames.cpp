// SPDX-License-Identifier: MIT
#include "sample/hyperplay/hypergames.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace percept::sample {
namespace {

double heaviest(std::span<const Hypergame> games) {
  double most = -HUGE_VAL;
  for (const Hypergame& game : games) most = std::max(most, game.log_weight);
  return most;
}

}  // namespace

std::vector<double> relative_weights(std::span<const Hypergame> games) {
  double most = heaviest(games);
  std::vector<double> out;
  out.reserve(games.size());
  for (const Hypergame& game : games) out.push_back(std::exp(game.log_weight - most));
  return out;
}

double effective_number(std::span<const Hypergame> games) {
  double sum = 0, squares = 0;
  for (double weight : relative_weights(games)) {
    sum += weight;
    squares += weight * weight;
  }
  return squares == 0 ? 0 : sum * sum / squares;
}

std::vector<std::uint32_t> systematic(std::span<const double> weights, std::size_t count, Random& random) {
  std::vector<std::uint32_t> out;
  out.reserve(count);
  double step = std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(count);
  double at = random.unit() * step, sum = 0;
  std::uint32_t last = 0;  // with a weight, against rounding at the end
  for (std::uint32_t i = 0; i < weights.size() && out.size() < count; ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    sum += weights[i];
    for (; out.size() < count && at < sum; at += step) out.push_back(i);
  }
  while (out.size() < count) out.push_back(last);
  return out;
}

Population resampled(const Population& population, std::size_t count, Random& random) {
  Population out;
  if (population.games.empty()) return out;
  std::vector<double> weights = relative_weights(population.games);
  double total = std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(population.proposals);
  double each = heaviest(population.games) + std::log(total);
  for (std::uint32_t i : systematic(weights, count, random)) out.games.push_back({population.games[i].step, each});
  out.proposals = count;
  return out;
}

std::vector<Drawn> thinned(std::span<const double> weights, std::size_t count, Random& random) {
  std::vector<Drawn> out;
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < weights.size(); ++i)
    if (weights[i] > 0) order.push_back(i);
  if (order.size() <= count) {
    for (std::uint32_t i : order) out.push_back({i, weights[i]});
    return out;
  }
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return weights[a] > weights[b]; });
  double rest = 0;
  for (std::uint32_t i : order) rest += weights[i];
  std::size_t heavy = 0;
  while (heavy < count && weights[order[heavy]] * static_cast<double>(count - heavy) >= rest) {
    rest -= weights[order[heavy]];
    out.push_back({order[heavy], weights[order[heavy]]});
    ++heavy;
  }
  if (heavy == count) return out;
  std::vector<double> light;
  for (std::size_t i = heavy; i < order.size(); ++i) light.push_back(weights[order[i]]);
  for (std::uint32_t i : systematic(light, count - heavy, random))
    out.push_back({order[heavy + i], rest / static_cast<double>(count - heavy)});
  return out;
}

}  // namespace percept::sample
