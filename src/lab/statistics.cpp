// SPDX-License-Identifier: MIT
#include "lab/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace percept::lab {

Mean mean_of(const std::vector<double>& values) { return mean_of_groups({values}); }

Mean mean_of_groups(const std::vector<std::vector<double>>& groups) {
  Mean out;
  double sum = 0;
  for (const std::vector<double>& group : groups) {
    out.count += group.size();
    sum = std::accumulate(group.begin(), group.end(), sum);
  }
  if (out.count == 0) return out;
  auto all = static_cast<double>(out.count);
  out.value = out.low = out.high = sum / all;
  double variance = 0, squares = 0;  // of the mean; the sum of v² / degrees of freedom by group
  bool single = false;
  for (const std::vector<double>& group : groups) {
    if (group.empty()) continue;
    single = single || group.size() == 1;
    auto size = static_cast<double>(group.size());
    double mean = std::accumulate(group.begin(), group.end(), 0.0) / size, deviations = 0;
    for (double value : group) deviations += (value - mean) * (value - mean);
    if (group.size() == 1) continue;
    double own = size / all * size / all * deviations / (size - 1) / size;
    variance += own;
    squares += own * own / (size - 1);
    out.degrees_of_freedom += group.size() - 1;
  }
  if (single) out.degrees_of_freedom = 0;
  if (out.degrees_of_freedom == 0 || variance == 0) return out;
  auto fewer = static_cast<std::size_t>(variance * variance / squares + 1e-9);
  out.degrees_of_freedom = std::clamp<std::size_t>(fewer, 1, out.degrees_of_freedom);
  double reach = student_95(out.degrees_of_freedom) * std::sqrt(variance);
  out.low -= reach;
  out.high += reach;
  return out;
}

std::optional<double> median_of(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1 || std::isinf(*middle)) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

}  // namespace percept::lab
