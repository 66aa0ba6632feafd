// SPDX-License-Identifier: MIT
//
// What a search makes of playouts: percept_search_bench FILE…
// For each game playouts a CPU second in lanes from the start, and within mcts there; then leaves a second of the clock
// with one thread and with two. Each is measured in turn until it had three goes, and the best of each counts; for two
// threads two cores have to be free.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/budget.h"
#include "game/game.h"
#include "game/lane_playouts.h"
#include "gdl/reader.h"
#include "search/mcts.h"

using namespace percept;
using search::Mcts;
using search::Simulator;

namespace {

constexpr double kSeconds = 1;  // of one go
constexpr int kGoes = 3;

struct Searched {
  double playouts = 0;  // a CPU second
  double leaves = 0;    // a second
};

Searched searched(Simulator& simulator, std::size_t role, unsigned threads) {
  Mcts mcts(simulator, role, {.seed = 1, .bytes = std::size_t{4} << 30, .threads = threads});
  mcts.aim(std::vector<search::SearchModel>{{simulator.initial()}}, 0);
  auto begin = Clock::now();
  double used = cpu_seconds();
  std::uint64_t leaves = mcts.run(UINT64_MAX, Budget().until(in_seconds(kSeconds)));
  return {static_cast<double>(mcts.playouts()) / (cpu_seconds() - used),
          static_cast<double>(leaves) / seconds_since(begin)};
}

Result<void> measure(const char* file) {
  auto description = gdl::read_file(file);
  if (!description) return tl::unexpected(description.error());
  auto game = game::Game::make(std::shared_ptr<const gdl::Description>(std::move(*description)), {});
  if (!game) return tl::unexpected(game.error());
  auto playouts = game::LanePlayouts::make(*game);
  auto simulator = Simulator::make(game->shared_model());
  if (!simulator) return tl::unexpected(simulator.error());
  if (!playouts) return failure("it has no circuit");
  std::size_t role = (*simulator)->nature() == 0 ? 1 : 0;
  double plain = 0;
  Searched one, two;
  for (int go = 0; go < kGoes; ++go) {
    double begin = cpu_seconds();
    auto start = playouts->run(static_cast<std::uint64_t>(go), {.budget = Budget().within(kSeconds)});
    if (!start) return tl::unexpected(start.error());
    plain = std::max(plain, static_cast<double>(start->playouts) / (cpu_seconds() - begin));
    Searched alone = searched(**simulator, role, 1), both = searched(**simulator, role, 2);
    one = {std::max(one.playouts, alone.playouts), std::max(one.leaves, alone.leaves)};
    two.leaves = std::max(two.leaves, both.leaves);
  }
  fmt::print("{:<40} {:>12.4g} {:>12.4g} {:>6.2f} {:>12.4g} {:>12.4g} {:>6.2f}\n", file, plain, one.playouts,
             one.playouts / plain, one.leaves, two.leaves, two.leaves / one.leaves);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  fmt::print("{:<40} {:>12} {:>12} {:>6} {:>12} {:>12} {:>6}\n", "file", "playouts/s", "in search", "ratio", "leaves/s",
             "two threads", "ratio");
  for (int i = 1; i < argc; ++i)
    if (auto measured = measure(argv[i]); !measured) fmt::print("{}: {}\n", argv[i], measured.error().message);
  return EXIT_SUCCESS;
}
