// SPDX-License-Identifier: MIT
//
// Ratings against closed forms, a maximiser that only compares likelihoods, and results that were drawn.
#include "tournament/rating.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"

using namespace percept;
using namespace percept::tournament;
using doctest::Approx;

namespace {

constexpr double kLogOfElo = 2.302585092994046 / 400;

void add(std::vector<Comparison>& results, std::size_t first, std::size_t second, int wins, int losses, int draws = 0) {
  for (int i = 0; i < wins; ++i) results.push_back({first, second, 1, 1});
  for (int i = 0; i < losses; ++i) results.push_back({first, second, 0, 1});
  for (int i = 0; i < draws; ++i) results.push_back({first, second, 0.5, 1});
}

// The likelihood as the model says it, prior included.
double log_likelihood(const std::vector<double>& elo, const std::vector<Comparison>& results, double prior) {
  auto chance = [&](std::size_t i, std::size_t j) { return 1 / (1 + std::pow(10, (elo[j] - elo[i]) / 400)); };
  double out = 0;
  for (const Comparison& each : results)
    out += each.weight * (each.score * std::log(chance(each.first, each.second)) +
                          (1 - each.score) * std::log(chance(each.second, each.first)));
  double share = prior / 2 / static_cast<double>(elo.size() - 1);
  for (std::size_t i = 0; i < elo.size(); ++i)
    for (std::size_t j = 0; j < elo.size(); ++j)
      if (i != j) out += share * std::log(chance(i, j));
  return out;
}

// One rating after the other is moved as long as that helps; then by smaller steps.
std::vector<double> climb(std::size_t players, const std::vector<Comparison>& results, double prior) {
  std::vector<double> elo(players, 1500);
  double best = log_likelihood(elo, results, prior);
  for (double step = 256; step > 1e-5; step /= 2)
    for (bool moved = true; moved;) {
      moved = false;
      for (double& each : elo)
        for (double sign : {1.0, -1.0}) {
          each += sign * step;
          double value = log_likelihood(elo, results, prior);
          if (value > best) {
            best = value;
            moved = true;
          } else {
            each -= sign * step;
          }
        }
    }
  double sum = 0;
  for (double each : elo) sum += each;
  for (double& each : elo) each += 1500 - sum / static_cast<double>(players);
  return elo;
}

}  // namespace

TEST_CASE("two players: the difference is 400 log10 of wins over losses") {
  for (auto [wins, losses] : {std::pair(30, 10), {10, 30}, {7, 7}, {999, 1}}) {
    std::vector<Comparison> results;
    add(results, 0, 1, wins, losses);
    auto plain = ratings(2, results, 0);
    CHECK(plain[0].elo - plain[1].elo == Approx(400 * std::log10(double(wins) / losses)));
    CHECK(plain[0].elo + plain[1].elo == Approx(3000));
    auto rated = ratings(2, results);
    CHECK(rated[0].elo - rated[1].elo == Approx(400 * std::log10((wins + 0.5) / (losses + 0.5))));
    CHECK(rated[0].matches == wins + losses);
    // Fisher's information of the difference is n p q; each rating has half of the difference.
    double n = wins + losses, p = wins / n;
    CHECK(plain[0].reach == Approx(1.959964 / std::sqrt(n * p * (1 - p)) / kLogOfElo / 2));
    CHECK(plain[0].reach == Approx(plain[1].reach));
  }
}

TEST_CASE("a draw is half a win and half a loss") {
  std::vector<Comparison> draws, halves;
  add(draws, 0, 1, 10, 4, 6);
  add(halves, 0, 1, 13, 7);
  CHECK(ratings(2, draws)[0].elo == Approx(ratings(2, halves)[0].elo));
}

TEST_CASE("who never lost or never won has a finite rating") {
  std::vector<Comparison> results;
  add(results, 0, 1, 50, 0);
  add(results, 1, 2, 50, 0);
  auto rated = ratings(4, results);  // the last never played
  for (const Rating& each : rated) CHECK(std::isfinite(each.elo));
  CHECK(rated[0].elo > rated[1].elo + 300);
  CHECK(rated[1].elo > rated[2].elo + 300);
  CHECK(rated[3].elo == Approx(rated[1].elo).epsilon(0.001));
  CHECK(rated[3].matches == 0);
  CHECK(rated[3].reach > rated[1].reach);
  CHECK(ratings(1, {})[0].elo == 1500);
  CHECK(ratings(0, {}).empty());
  for (const Rating& each : ratings(3, {})) CHECK(each.elo == Approx(1500));
}

TEST_CASE("ratings maximise the likelihood") {
  Random random(1);
  for (int run = 0; run < 20; ++run) {
    std::size_t players = 2 + random.below(5);
    std::vector<Comparison> results;
    for (int i = 0; i < 60; ++i) {
      auto first = random.below(static_cast<std::uint32_t>(players));
      auto second = random.below(static_cast<std::uint32_t>(players));
      if (first != second) results.push_back({first, second, random.below(3) / 2.0, 1.0 / (1 + random.below(3))});
    }
    auto rated = ratings(players, results);
    auto climbed = climb(players, results, 1);
    for (std::size_t i = 0; i < players; ++i) CHECK(rated[i].elo == Approx(climbed[i]).epsilon(1e-5));
  }
}

TEST_CASE("one-sided results of many players still converge") {
  std::vector<Comparison> results;
  for (std::size_t i = 0; i < 20; ++i)
    for (std::size_t j = i + 1; j < 20; ++j) add(results, i, j, 1000, 0);
  auto rated = ratings(20, results);
  for (std::size_t i = 0; i + 1 < 20; ++i) CHECK(rated[i].elo > rated[i + 1].elo + 10);
  double sum = 0;
  for (const Rating& each : rated) sum += each.elo;
  CHECK(sum / 20 == Approx(1500));
}

TEST_CASE("the order of matches and of seats does not matter, to the last bit") {
  Random random(2);
  std::vector<Comparison> results;
  for (int i = 0; i < 200; ++i) {
    std::vector<std::size_t> players = {0, 1, 2, 3};
    std::vector<int> goals;
    for (std::size_t k = 0; k < 4; ++k) {
      std::swap(players[k], players[k + random.below(static_cast<std::uint32_t>(4 - k))]);
      goals.push_back(static_cast<int>(random.below(101)));
    }
    players.resize(2 + random.below(3));
    for (const Comparison& each : comparisons(players, goals)) results.push_back(each);
  }
  auto rated = ratings(4, results);
  for (int shuffle = 0; shuffle < 5; ++shuffle) {
    for (std::size_t k = results.size(); k > 1; --k)
      std::swap(results[k - 1], results[random.below(static_cast<std::uint32_t>(k))]);
    for (Comparison& each : results)
      if (random.below(2) == 0) each = {each.second, each.first, 1 - each.score, each.weight};
    auto again = ratings(4, results);
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(again[i].elo == rated[i].elo);
      CHECK(again[i].reach == rated[i].reach);
    }
  }
}

TEST_CASE("the interval of a rating covers the truth in 95 of 100 tournaments") {
  Random random(3);
  const std::vector<double> truth = {1650, 1500, 1450, 1400};
  int covered = 0, all = 0;
  for (int run = 0; run < 500; ++run) {
    std::vector<Comparison> results;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = i + 1; j < 4; ++j)
        for (int match = 0; match < 40; ++match)
          results.push_back({i, j, random.unit() < 1 / (1 + std::pow(10, (truth[j] - truth[i]) / 400)) ? 1.0 : 0.0, 1});
    auto rated = ratings(4, results);
    for (std::size_t i = 0; i < 4; ++i, ++all)
      if (std::abs(rated[i].elo - truth[i]) <= rated[i].reach) ++covered;
  }
  CHECK(covered > 0.93 * all);
  CHECK(covered < 0.97 * all);
}

TEST_CASE("a match of n roles counts once for each player") {
  CHECK(comparisons({3}, {100}).empty());
  auto two = comparisons({1, 0}, {100, 0});
  REQUIRE(two.size() == 1);
  CHECK(two[0].first == 1);
  CHECK(two[0].score == 1);
  CHECK(two[0].weight == 1);
  auto three = comparisons({0, 1, 2}, {50, 50, 80});
  REQUIRE(three.size() == 3);
  CHECK(three[0].score == 0.5);
  CHECK(three[1].score == 0);
  double weight = 0;
  for (const Comparison& each : three) weight += each.weight;
  CHECK(weight == Approx(1.5));
}
