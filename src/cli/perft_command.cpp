// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/budget.h"
#include "base/text.h"
#include "cli/perft_command.h"
#include "cli/playing.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "game/perft.h"

namespace percept::cli {
namespace {

using namespace game;
using nlohmann::ordered_json;

ordered_json to_json(const PerftRow& row, double seconds) {
  return {{"depth", row.depth},
          {"sequences", row.sequences},
          {"states", row.states},
          {"ended_sequences", row.ended_sequences},
          {"ended_states", row.ended_states},
          {"seconds", seconds}};
}

}  // namespace

int perft(const PerftOptions& options) {
  auto game = make_game(options.file, options.engine);
  if (!game) return game.error();
  if (!options.json) {
    fmt::print("{}, engine {}\n\n", printable(options.file), game->engine_name());
    fmt::print("{}\n", paint("1",
                             fmt::format("{:>5} {:>20} {:>12} {:>20} {:>12} {:>10}", "depth", "sequences", "states",
                                         "ended sequences", "ended states", "seconds"),
                             colored(stdout)));
  }
  ProgressLine progress;
  ordered_json rows = ordered_json::array();
  double start = cpu_seconds();
  game::PerftOptions work;
  work.depth = options.depth;
  work.on_progress = [&](std::size_t depth, std::size_t done, std::size_t all) {
    if (progress.due())
      progress.show(fmt::format("depth {}: {} of {} expanded", depth + 1, done, counted(all, "state")));
  };
  work.on_row = [&](const PerftRow& row) {
    double seconds = cpu_seconds() - start;
    progress.clear();
    if (options.json) return rows.push_back(to_json(row, seconds));
    fmt::print("{:>5} {:>20} {:>12} {:>20} {:>12} {:>10.3f}\n", row.depth, row.sequences, row.states,
               row.ended_sequences, row.ended_states, seconds);
    std::fflush(stdout);
  };
  auto done = game::perft(*game, work);
  progress.clear();
  if (!done) {
    std::fflush(stdout);
    print_error(done.error());
    return kFindings;
  }
  if (options.json) {
    ordered_json out = {{"file", options.file}, {"engine", game->engine_name()}, {"depths", std::move(rows)}};
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  }
  return kSuccess;
}

}  // namespace percept::cli
