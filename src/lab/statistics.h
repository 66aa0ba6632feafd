// SPDX-License-Identifier: MIT
//
// Means with confidence intervals, and medians.
//
// Internal to lab/.
#pragma once

#include <optional>
#include <vector>

#include "base/statistics.h"

namespace percept::lab {

using percept::student_95;

struct Mean {
  std::size_t count = 0;
  double value = 0;
  double low = 0, high = 0;  // the 95 % confidence interval; both are the value where there is none
  std::size_t degrees_of_freedom = 0;
};
// One value alone has no interval.
Mean mean_of(const std::vector<double>& values);
// Of values from several groups that are fixed, as sizes of a board are: how the groups differ does not widen the
// interval, only how values differ within them (Welch and Satterthwaite). No interval when a group has a single value.
Mean mean_of_groups(const std::vector<std::vector<double>>& groups);

// The one in the middle, or halfway between the two that are there; of none there is none.
std::optional<double> median_of(std::vector<double> values);

}  // namespace percept::lab
