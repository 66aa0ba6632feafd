// SPDX-License-Identifier: MIT
//
// What the times of a figure come to: means by round with confidence bands, medians, whole matches, and where an engine
// went over its budget. A round over the budget counts as one that took all of it in means, and as longer than any
// other in medians.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/statistics.h"
#include "lab/figures.h"

namespace percept::lab {

struct RoundMean {
  std::size_t round;
  Estimate seconds;  // over matches and roles that came so far
  double shortest;   // of these
  std::size_t over;  // how many of them were over the budget
};
// Of one engine, perhaps on several games, whose differences do not count for the confidence interval.
std::vector<RoundMean> means_by_round(const std::vector<const MeasuredEngine*>& engines, double budget);

// Of all rounds of all matches and roles; infinite when half of them are over the budget.
std::optional<double> median_seconds(const MeasuredEngine& engine);
// How many times faster native is than asp-reactive, by these medians. At least so much when asp-reactive was over the
// budget; nothing where they cannot be compared.
struct SpeedUp {
  double times;
  bool at_least;
};
std::optional<SpeedUp> native_speed_up(const MeasuredGame& game, double budget);

// The matches (by role) that stayed within the budget to their end: means of what all their rounds took together.
struct WholeMatches {
  std::size_t matches = 0, of = 0;
  double rounds = 0, grounding = 0, solving = 0;

  double seconds() const { return grounding + solving; }
};
WholeMatches whole_matches(const MeasuredEngine& engine);

// The first round in which it was over the budget, in any match.
std::optional<std::size_t> over_from(const MeasuredEngine& engine);

const MeasuredEngine* engine_named(const MeasuredGame& game, std::string_view name);

}  // namespace percept::lab
