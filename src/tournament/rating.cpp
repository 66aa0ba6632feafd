// SPDX-License-Identifier: MIT
#include "tournament/rating.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace percept::tournament {
namespace {

constexpr double kNormal95 = 1.959964;
constexpr double kEloOfLog = 173.71779276130073;  // 400 / ln 10
constexpr int kMostSteps = 200;

using Matrix = std::vector<std::vector<double>>;

// The inverse of a symmetric, positive definite matrix (Gauss and Jordan).
Matrix inverse(Matrix matrix) {
  std::size_t size = matrix.size();
  Matrix out(size, std::vector<double>(size));
  for (std::size_t i = 0; i < size; ++i) out[i][i] = 1;
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < size; ++row)
      if (std::abs(matrix[row][column]) > std::abs(matrix[pivot][column])) pivot = row;
    std::swap(matrix[column], matrix[pivot]);
    std::swap(out[column], out[pivot]);
    double divisor = matrix[column][column];
    for (std::size_t i = 0; i < size; ++i) {
      matrix[column][i] /= divisor;
      out[column][i] /= divisor;
    }
    for (std::size_t row = 0; row < size; ++row) {
      double factor = matrix[row][column];
      if (row == column || factor == 0) continue;
      for (std::size_t i = 0; i < size; ++i) {
        matrix[row][i] -= factor * matrix[column][i];
        out[row][i] -= factor * out[column][i];
      }
    }
  }
  return out;
}

// ln (1 + e^x) without overflow.
double softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

class BradleyTerry {
 public:
  explicit BradleyTerry(Matrix wins) : wins_(std::move(wins)), size_(wins_.size()) {}

  // The logarithms of the strengths; their mean is 0.
  std::vector<double> maximise() const {
    std::vector<double> strengths(size_, 0.0);
    for (int step = 0; step < kMostSteps; ++step) {
      std::vector<double> slope = gradient(strengths), direction(size_, 0.0);
      Matrix inverted = covariance(strengths);
      double gain = 0, largest = 0;
      for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t j = 0; j < size_; ++j) direction[i] += inverted[i][j] * slope[j];
        gain += direction[i] * slope[i];
        largest = std::max(largest, std::abs(direction[i]));
      }
      if (!(largest > 1e-12)) break;
      double before = log_likelihood(strengths), length = 1;
      std::vector<double> next = strengths;
      for (; length > 1e-10; length /= 2) {
        for (std::size_t i = 0; i < size_; ++i) next[i] = strengths[i] + length * direction[i];
        if (log_likelihood(next) >= before + 1e-4 * length * gain) break;
      }
      if (length <= 1e-10) break;  // as good as numbers can tell
      strengths = next;
    }
    return strengths;
  }

  // Of the strengths beside their mean.
  Matrix covariance(const std::vector<double>& strengths) const {
    double share = 1 / static_cast<double>(size_);
    Matrix information(size_, std::vector<double>(size_, share));
    for (std::size_t i = 0; i < size_; ++i)
      for (std::size_t j = 0; j < size_; ++j) {
        if (i == j) continue;
        double chance = 1 / (1 + std::exp(strengths[j] - strengths[i]));
        double amount = (wins_[i][j] + wins_[j][i]) * chance * (1 - chance);
        information[i][i] += amount;
        information[i][j] -= amount;
      }
    Matrix out = inverse(std::move(information));
    for (std::vector<double>& row : out)
      for (double& value : row) value -= share;
    return out;
  }

 private:
  double log_likelihood(const std::vector<double>& strengths) const {
    double out = 0;
    for (std::size_t i = 0; i < size_; ++i)
      for (std::size_t j = 0; j < size_; ++j)
        if (wins_[i][j] > 0) out -= wins_[i][j] * softplus(strengths[j] - strengths[i]);
    return out;
  }

  std::vector<double> gradient(const std::vector<double>& strengths) const {
    std::vector<double> out(size_, 0.0);
    for (std::size_t i = 0; i < size_; ++i)
      for (std::size_t j = 0; j < size_; ++j) {
        double loses = 1 / (1 + std::exp(strengths[i] - strengths[j]));
        out[i] += wins_[i][j] * loses - wins_[j][i] * (1 - loses);
      }
    return out;
  }

  Matrix wins_;
  std::size_t size_;
};

}  // namespace

std::vector<Comparison> comparisons(const std::vector<std::size_t>& players, const std::vector<int>& goals) {
  std::vector<Comparison> out;
  for (std::size_t i = 0; i < players.size(); ++i)
    for (std::size_t j = i + 1; j < players.size(); ++j)
      out.push_back({players[i], players[j],
                     goals[i] > goals[j]   ? 1
                     : goals[i] < goals[j] ? 0
                                           : 0.5,
                     1 / static_cast<double>(players.size() - 1)});
  return out;
}

std::vector<Rating> ratings(std::size_t players, std::vector<Comparison> results, double prior_draws) {
  std::vector<Rating> out(players);
  if (players < 2) return out;
  // Sums of numbers depend on their order in the last bits, so there is one order.
  for (Comparison& each : results)
    if (each.first > each.second) each = {each.second, each.first, 1 - each.score, each.weight};
  std::ranges::sort(
      results, {}, [](const Comparison& each) { return std::tuple(each.first, each.second, each.weight, each.score); });
  double spread = prior_draws / 2 / static_cast<double>(players - 1);
  Matrix wins(players, std::vector<double>(players, spread));
  for (const Comparison& each : results) {
    wins[each.first][each.second] += each.weight * each.score;
    wins[each.second][each.first] += each.weight * (1 - each.score);
    out[each.first].matches += each.weight;
    out[each.second].matches += each.weight;
  }
  for (std::size_t i = 0; i < players; ++i) wins[i][i] = 0;
  BradleyTerry model(std::move(wins));
  std::vector<double> strengths = model.maximise();
  Matrix covariance = model.covariance(strengths);
  for (std::size_t i = 0; i < players; ++i) {
    out[i].elo += kEloOfLog * strengths[i];
    out[i].reach = kNormal95 * kEloOfLog * std::sqrt(std::max(covariance[i][i], 0.0));
  }
  return out;
}

}  // namespace percept::tournament
