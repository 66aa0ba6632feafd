// SPDX-License-Identifier: MIT
#include "base/statistics.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace percept;
using doctest::Approx;

TEST_CASE("Student's distribution, means and medians") {
  CHECK(student_95(1) == Approx(12.7062));
  CHECK(student_95(10) == Approx(2.2281));
  CHECK(student_95(11) == Approx(2.20099).epsilon(1e-4));
  CHECK(student_95(30) == Approx(2.04227).epsilon(1e-4));
  CHECK(student_95(1000) == Approx(1.96234).epsilon(1e-4));
  // 2, 4, 4, 4, 5, 5, 7, 9: mean 5, standard deviation sqrt(32 / 7), seven degrees of freedom.
  Estimate mean = mean_of({2, 4, 4, 4, 5, 5, 7, 9});
  CHECK(mean.count == 8);
  CHECK(mean.mean == Approx(5));
  CHECK(mean.high() - mean.mean == Approx(2.3646 * std::sqrt(32.0 / 7) / std::sqrt(8.0)).epsilon(1e-4));
  CHECK(mean.mean - mean.low() == Approx(mean.high() - mean.mean));
  CHECK(mean_of({3}).low() == 3);
  CHECK(mean_of({3}).high() == 3);
  CHECK(mean_of({}).count == 0);
  // Groups that are far apart: (1, 3) and (101, 103). Each has a variance of 2, its mean one of 1; together 0.5.
  Estimate grouped = mean_of_groups({{1, 3}, {101, 103}, {}});
  CHECK(grouped.mean == Approx(52));
  CHECK(grouped.degrees_of_freedom == 2);
  CHECK(grouped.high() - grouped.mean == Approx(4.3027 * std::sqrt(0.5)).epsilon(1e-4));
  // One varies, the other does not: its degrees of freedom are all there are.
  CHECK(mean_of_groups({{1, 3}, {5, 5, 5}}).degrees_of_freedom == 1);
  CHECK(mean_of_groups({{1, 3}, {101}}).high() == Approx(35));
  CHECK(median_of({3, 1, 2}) == 2);
  CHECK(median_of({4, 1, 2, 3}) == 2.5);
  CHECK_FALSE(median_of({}));
  CHECK(std::isinf(*median_of({1, INFINITY})));
}

TEST_CASE("means: Student's interval, one value, games as fixed groups, clusters as one observation") {
  auto of = [](std::vector<double> values) {
    std::vector<Observation> out;
    for (std::size_t i = 0; i < values.size(); ++i) out.push_back({values[i], 0, i});
    return estimate(out);
  };
  Estimate plain = of({2, 4, 4, 4, 5, 5, 7, 9});
  CHECK(plain.count == 8);
  CHECK(plain.mean == Approx(5));
  CHECK(plain.reach.value() == Approx(2.3646 * std::sqrt(32.0 / 7 / 8)));
  CHECK(of({3}).mean == 3);
  CHECK_FALSE(of({3}).reach);
  CHECK(of({}).count == 0);
  CHECK(of({50, 50, 50}).reach.value() == 0);

  // Two games that differ only from each other: nothing is left to chance.
  Estimate groups = estimate({{0, 0, 0}, {0, 0, 1}, {100, 1, 0}, {100, 1, 1}});
  CHECK(groups.mean == 50);
  CHECK(groups.reach.value() == 0);
  CHECK_FALSE(estimate({{0, 0, 0}, {10, 0, 1}, {100, 1, 0}}).reach);

  // Pairs with the same chance: the means of the pairs are what varies.
  Estimate pairs = estimate({{0, 0, 1}, {100, 0, 1}, {100, 0, 2}, {0, 0, 2}, {40, 0, 3}, {60, 0, 3}});
  CHECK(pairs.count == 6);
  CHECK(pairs.mean == 50);
  CHECK(pairs.reach.value() == Approx(0));
  Estimate uneven = estimate({{60, 0, 1}, {20, 0, 1}, {80, 0, 2}, {100, 0, 2}, {50, 0, 3}, {50, 0, 3}});
  CHECK(uneven.mean == Approx(60));
  CHECK(uneven.reach.value() == Approx(of({40, 90, 50}).reach.value()));
}
