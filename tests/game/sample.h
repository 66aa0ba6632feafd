// SPDX-License-Identifier: MIT
//
// What random matches come to: how often each goal was reached, and how long they were. Samples of one game by
// different engines are compared by z-tests; the seeds are fixed, so a test gives the same result every time.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "game/lane_playouts.h"
#include "game/playing.h"
#include "game/playout.h"

namespace percept::test {

struct Sample {
  double matches = 0;
  double rounds = 0;                   // of all of them
  double squares = 0;                  // of their lengths; of samples in lanes it is not known
  std::map<std::string, double> ends;  // "red 100": how many matches ended with it

  double mean() const { return rounds / matches; }
  double variance() const { return std::max(0.0, squares / matches - mean() * mean()); }
};

inline Sample one_by_one(game::Game& game, std::uint64_t seed, std::size_t matches) {
  Sample out;
  Random random(seed);
  for (std::size_t i = 0; i < matches; ++i) {
    game::Playout playout = got(play_out(game, game.initial(), random));
    auto length = static_cast<double>(playout.rounds);
    out.matches += 1;
    out.rounds += length;
    out.squares += length * length;
    for (std::uint32_t role = 0; role < game.roles(); ++role)
      for (int value : got(game.goals(playout.end, game::RoleId{role})))
        out.ends[game.text(game::RoleId{role}) + " " + std::to_string(value)] += 1;
  }
  return out;
}

inline Sample in_lanes(const game::Game& game, std::uint64_t seed, std::size_t matches, unsigned lanes = 0) {
  auto playouts = game::LanePlayouts::make(game, lanes);
  REQUIRE(playouts);
  lanes::PlayoutResult result = got(playouts->run(seed, {.playouts = matches}));
  Sample out;
  out.matches = static_cast<double>(result.playouts);
  out.rounds = static_cast<double>(result.states);
  const auto& goals = game.whole()->game.goals;
  for (std::uint32_t role = 0; role < goals.size(); ++role)
    for (std::size_t g = 0; g < goals[role].size(); ++g)
      if (result.goals[role][g] > 0)
        out.ends[game.text(game::RoleId{role}) + " " + std::to_string(goals[role][g].first)] +=
            static_cast<double>(result.goals[role][g]);
  return out;
}

// The difference of two means or shares in standard deviations of what chance does to it.
inline double z(double difference, double variance, const Sample& a, const Sample& b) {
  if (std::abs(difference) < 1e-12) return 0;
  return std::abs(difference) / std::sqrt(variance * (1 / a.matches + 1 / b.matches) + 1e-12);
}

// Checks that both may come from the same game. The lengths' variance is taken from the second.
inline void check_same(const Sample& a, const Sample& b) {
  constexpr double kLimit = 4.5;
  CHECK(z(a.mean() - b.mean(), b.variance(), a, b) < kLimit);
  std::map<std::string, double> all = a.ends;
  all.insert(b.ends.begin(), b.ends.end());
  for (const auto& entry : all) {
    const std::string& end = entry.first;
    CAPTURE(end);
    double left = a.ends.contains(end) ? a.ends.at(end) : 0, right = b.ends.contains(end) ? b.ends.at(end) : 0;
    CAPTURE(left / a.matches);
    CAPTURE(right / b.matches);
    double share = (left + right) / (a.matches + b.matches);
    // A share near nothing is not normally distributed; the half more allows for one match.
    double difference = std::abs(left / a.matches - right / b.matches);
    double correction = 0.5 * (1 / a.matches + 1 / b.matches);
    CHECK(z(std::max(0.0, difference - correction), share * (1 - share), a, b) < kLimit);
  }
}

}  // namespace percept::test
