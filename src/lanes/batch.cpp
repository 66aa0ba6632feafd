// SPDX-License-Identifier: MIT
#include "lanes/batch.h"

namespace percept::lanes {

double Ends::mean_goal(const Plan& plan, std::size_t row, std::size_t role) const {
  double sum = 0;
  for (std::size_t g = plan.goal_begin(role); g < plan.goal_begin(role + 1); ++g)
    sum += static_cast<double>(goals(row)[g]) * plan.goal_value(g);
  return playouts(row) == 0 ? 0 : sum / static_cast<double>(playouts(row));
}

std::uint64_t Ends::playouts() const {
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < rows; ++row) sum += playouts(row);
  return sum;
}

std::uint64_t Ends::states() const {
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < rows; ++row) sum += states(row);
  return sum;
}

}  // namespace percept::lanes
