// SPDX-License-Identifier: MIT
//
// Means with 95 % confidence intervals, and medians.
//
// Functions of their arguments alone; any thread may call them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace percept {

// How many standard errors a 95 % confidence interval of a mean reaches to each side: the quantile of Student's
// distribution at 0.975. At least one degree of freedom.
inline double student_95(std::size_t degrees_of_freedom) {
  constexpr std::array<double, 10> kTable = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                                             2.4469,  2.3646, 2.3060, 2.2622, 2.2281};
  if (degrees_of_freedom <= kTable.size()) return kTable[std::max<std::size_t>(degrees_of_freedom, 1) - 1];
  // The expansion of Cornish and Fisher, right to four digits from here on.
  double z = 1.959964, n = static_cast<double>(degrees_of_freedom);
  double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

// A value that was measured. Groups are fixed, as games and sizes of a board are: how they differ does not widen the
// interval of the mean over all of them, only how values differ within. Values of one cluster (matches with the same
// chance) count as one observation.
struct Observation {
  double value = 0;
  std::size_t group = 0;
  std::size_t cluster = 0;  // within its group
};
struct Estimate {
  std::size_t count = 0;
  double mean = 0;
  std::optional<double> reach = {};  // of the interval, to each side; nothing where a group has a single cluster
  std::size_t degrees_of_freedom = 0;

  double low() const { return mean - reach.value_or(0); }
  double high() const { return mean + reach.value_or(0); }
};
// Student's t, with the degrees of freedom of Welch and Satterthwaite where there are several groups.
Estimate estimate(std::vector<Observation> observations);
// Of values that are each a cluster of their own.
Estimate mean_of(const std::vector<double>& values);
Estimate mean_of_groups(const std::vector<std::vector<double>>& groups);

// The one in the middle, or halfway between the two that are there; of none there is none.
std::optional<double> median_of(std::vector<double> values);

}  // namespace percept
