// SPDX-License-Identifier: MIT
//
// Do two samples, or a sample and what is expected, differ by more than chance? Chi-square tests with p-values.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace percept::test {

// The chance that a chi-square variable of so many degrees of freedom is larger: the upper incomplete gamma function,
// by its series or its continued fraction.
inline double chi_square_p(double statistic, double degrees) {
  if (degrees <= 0 || statistic <= 0) return 1;
  double a = degrees / 2, x = statistic / 2;
  double scale = std::exp(a * std::log(x) - x - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (int n = 1; n < 10'000 && term > sum * 1e-15; ++n) sum += term *= x / (a + n);
    return 1 - scale * sum;
  }
  double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
  for (int n = 1; n < 10'000; ++n) {
    double an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    h *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return scale * h;
}

struct ChiSquare {
  double statistic = 0, degrees = 0;

  double p() const { return chi_square_p(statistic, degrees); }
  ChiSquare& operator+=(const ChiSquare& other) {
    statistic += other.statistic;
    degrees += other.degrees;
    return *this;
  }
};

// Two samples of the same kinds of things. Kinds that are too rare are taken together.
inline ChiSquare two_samples(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr double kFewest = 8;  // expected in the smaller sample
  double sum_a = 0, sum_b = 0;
  for (double count : a) sum_a += count;
  for (double count : b) sum_b += count;
  ChiSquare out;
  if (sum_a == 0 || sum_b == 0) return out;
  double rare_a = 0, rare_b = 0, kinds = 0;
  auto add = [&](double in_a, double in_b) {
    double all = in_a + in_b;
    if (all == 0) return;
    double expected_a = all * sum_a / (sum_a + sum_b), expected_b = all - expected_a;
    out.statistic +=
        (in_a - expected_a) * (in_a - expected_a) / expected_a + (in_b - expected_b) * (in_b - expected_b) / expected_b;
    ++kinds;
  };
  for (std::size_t i = 0; i < a.size(); ++i) {
    double smaller = (a[i] + b[i]) * std::min(sum_a, sum_b) / (sum_a + sum_b);
    if (smaller < kFewest) {
      rare_a += a[i];
      rare_b += b[i];
    } else {
      add(a[i], b[i]);
    }
  }
  double smaller = (rare_a + rare_b) * std::min(sum_a, sum_b) / (sum_a + sum_b);
  if (smaller >= 1 || kinds == 0) add(rare_a, rare_b);
  out.degrees = kinds > 1 ? kinds - 1 : 0;
  if (out.degrees == 0) out.statistic = 0;
  return out;
}

// A sample against shares, which need not add up to 1; one of 0 must not be met.
inline ChiSquare against(const std::vector<std::uint64_t>& counts, const std::vector<double>& shares) {
  double sum = 0, of_shares = 0;
  ChiSquare out{0, -1};
  for (std::uint64_t count : counts) sum += static_cast<double>(count);
  for (double share : shares) of_shares += share;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    double expected = sum * shares[i] / of_shares, d = static_cast<double>(counts[i]) - expected;
    if (shares[i] == 0) {
      if (counts[i] != 0) out.statistic = HUGE_VAL;
      continue;
    }
    out.statistic += d * d / expected;
    ++out.degrees;
  }
  return out;
}

}  // namespace percept::test
