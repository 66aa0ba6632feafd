// SPDX-License-Identifier: MIT
#include "base/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace percept {

Estimate estimate(std::vector<Observation> observations) {
  Estimate out;
  out.count = observations.size();
  if (observations.empty()) return out;
  std::ranges::sort(observations, {},
                    [](const Observation& each) { return std::tuple(each.group, each.cluster, each.value); });
  struct Sum {
    double total = 0, count = 0;
  };
  std::map<std::size_t, std::map<std::size_t, Sum>> groups;
  double total = 0;
  for (const Observation& each : observations) {
    total += each.value;
    Sum& sum = groups[each.group][each.cluster];
    sum.total += each.value;
    sum.count += 1;
  }
  auto all = static_cast<double>(out.count);
  out.mean = total / all;
  double variance = 0, squares = 0, degrees = 0;  // of the mean; the sum of v² / degrees of freedom by group
  for (const auto& [group, clusters] : groups) {
    if (clusters.size() < 2) return out;
    Sum whole;
    for (const auto& [cluster, sum] : clusters) {
      whole.total += sum.total;
      whole.count += sum.count;
    }
    double deviations = 0, size = static_cast<double>(clusters.size());
    for (const auto& [cluster, sum] : clusters) {
      double deviation = sum.total - sum.count * whole.total / whole.count;
      deviations += deviation * deviation;
    }
    double own = size / (size - 1) * deviations / all / all;
    variance += own;
    squares += own * own / (size - 1);
    degrees += size - 1;
  }
  double fewer = squares > 0 ? std::clamp(std::floor(variance * variance / squares + 1e-9), 1.0, degrees) : degrees;
  out.degrees_of_freedom = static_cast<std::size_t>(fewer);
  out.reach = student_95(out.degrees_of_freedom) * std::sqrt(variance);
  return out;
}

Estimate mean_of(const std::vector<double>& values) { return mean_of_groups({values}); }

Estimate mean_of_groups(const std::vector<std::vector<double>>& groups) {
  std::vector<Observation> all;
  for (std::size_t group = 0; group < groups.size(); ++group)
    for (std::size_t i = 0; i < groups[group].size(); ++i) all.push_back({groups[group][i], group, i});
  return estimate(std::move(all));
}

std::optional<double> median_of(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1 || std::isinf(*middle)) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

}  // namespace percept
