// SPDX-License-Identifier: MIT
//
// What confidence intervals need everywhere.
//
// Any thread may call these.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

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

}  // namespace percept
