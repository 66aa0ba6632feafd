// SPDX-License-Identifier: MIT
//
// Playouts from positions beside playouts from the start, by states visited: percept_positions FILE…
// For each game 512 positions in the middle of random matches, so many playouts of each; both are measured in turn
// until each had three goes, and the best of each counts. The last column is what it costs to begin elsewhere.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/budget.h"
#include "game/lane_playouts.h"
#include "game/playout.h"
#include "gdl/reader.h"

using namespace percept;
using game::Game;
using game::LanePlayouts;
using game::State;

namespace {

constexpr std::size_t kPositions = 512;
constexpr double kSeconds = 0.5;  // of one go
constexpr int kGoes = 3;

struct Rates {
  double start = 0, positions = 0;  // states a CPU second
  double length = 0;                // of the rest of a match
  std::uint64_t round = 0;
};

std::vector<State> positions_of(Game& game, std::size_t round, Random& random) {
  std::vector<State> out;
  for (std::size_t tries = 0; out.size() < kPositions && tries < 20 * kPositions; ++tries) {
    State found;
    bool met = false;
    auto playout = play_out(game, game.initial(), random, game::kMaxRounds, [&](const game::Round& at) -> Result<void> {
      if (at.number <= round) return {};
      found = at.state;
      met = true;
      return failure("far enough");
    });
    if (met) out.push_back(found);
  }
  return out;
}

Result<Rates> measure(Game& game, std::uint64_t each) {
  auto playouts = LanePlayouts::make(game);
  if (!playouts) return failure("it has no circuit");
  auto first = playouts->run(1, {.playouts = 1000});
  if (!first) return tl::unexpected(first.error());
  Rates out;
  out.round = first->states / first->playouts / 2;
  Random random(1);
  std::vector<State> states = positions_of(game, out.round, random);
  if (states.empty()) return failure("no match is that long");
  for (int go = 0; go < kGoes; ++go) {
    double begin = cpu_seconds();
    auto start = playouts->run(static_cast<std::uint64_t>(go), {.budget = Budget().within(kSeconds)});
    if (!start) return tl::unexpected(start.error());
    double middle = cpu_seconds();
    std::uint64_t visited = 0, matches = 0;
    for (std::uint64_t seed = 1; cpu_seconds() - middle < kSeconds; ++seed) {
      auto ends = playouts->run_from(states, out.round, each, seed);
      if (!ends) return tl::unexpected(ends.error());
      visited += ends->states();
      matches += ends->playouts();
    }
    double end = cpu_seconds();
    out.start = std::max(out.start, static_cast<double>(start->states) / (middle - begin));
    out.positions = std::max(out.positions, static_cast<double>(visited) / (end - middle));
    out.length = static_cast<double>(visited) / static_cast<double>(matches);
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  fmt::print("{:<40} {:>6} {:>7} {:>5} {:>14} {:>14} {:>6}\n", "file", "round", "length", "each", "start, states/s",
             "from, states/s", "ratio");
  for (int i = 1; i < argc; ++i) {
    auto description = gdl::read_file(argv[i]);
    if (!description) return fmt::print("{}\n", description.error().message), EXIT_FAILURE;
    auto game = Game::make(std::shared_ptr<const gdl::Description>(std::move(*description)), {});
    if (!game) return fmt::print("{}\n", game.error().message), EXIT_FAILURE;
    for (std::uint64_t each : {64u, 8u, 1u}) {
      auto rates = measure(*game, each);
      if (!rates) {
        fmt::print("{}: {}\n", argv[i], rates.error().message);
        break;
      }
      fmt::print("{:<40} {:>6} {:>7.1f} {:>5} {:>14.4g} {:>14.4g} {:>6.2f}\n", argv[i], rates->round, rates->length,
                 each, rates->start, rates->positions, rates->positions / rates->start);
    }
  }
  return EXIT_SUCCESS;
}
