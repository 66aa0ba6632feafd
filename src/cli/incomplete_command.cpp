// SPDX-License-Identifier: MIT
//
// `percept lab igdl`: the benchmark of incomplete descriptions, as a table in Markdown or as JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/lab_command.h"
#include "cli/lab_common.h"
#include "cli/stop_on_signal.h"
#include "cli/terminal.h"
#include "cli/theory_file.h"
#include "lab/incomplete.h"

namespace percept::cli {
namespace {

using lab::IncompleteRow;
using nlohmann::ordered_json;

std::string share(std::size_t part, std::size_t whole) {
  return whole == 0 ? "–" : fmt::format("{:.0f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

std::vector<std::string> cells(const IncompleteRow& row) {
  auto times = [](double seconds) { return fmt::format("{:.2g}", 1000 * seconds); };
  return {fmt::format("`{}`, {}", row.game.name, row.game.role),
          row.open.empty() ? "nothing" : fmt::format("{}", fmt::join(row.open, ", ")),
          number_of(row.models),
          number_of(row.positions),
          fmt::format("{}{}", row.guaranteed, row.proved ? "" : "?"),
          fmt::format("{:.4g}{}", row.expected, row.proved ? "" : "?"),
          fmt::format("{} of {}", row.won, row.planned),
          share(row.knew_position, row.rounds),
          share(row.knew_legal, row.rounds),
          share(row.rules_learnt, row.rules_open),
          times(row.round_mean),
          times(row.round_most),
          fmt::format("{:.2g}", row.planning),
          row.model ? "yes" : "no"};
}

constexpr std::string_view kColumns[] = {"description", "open",       "models",        "positions",      "surely",
                                         "expected",    "worlds won", "knew position", "knew legal",     "rules learnt",
                                         "ms a round",  "slowest",    "planning s",    "game is a model"};

ordered_json json_row(const IncompleteRow& row) {
  return {{"description", row.game.description},
          {"role", row.game.role},
          {"game", row.game.game},
          {"open", row.open},
          {"model", row.model},
          {"models", json_of(row.models)},
          {"positions", json_of(row.positions)},
          {"worlds", json_of(row.worlds)},
          {"guaranteed", row.guaranteed},
          {"expected", row.expected},
          {"worlds_planned", row.planned},
          {"worlds_won", row.won},
          {"proved", row.proved},
          {"rounds", row.rounds},
          {"contradicted", row.contradicted},
          {"knew_position", row.knew_position},
          {"knew_legal", row.knew_legal},
          {"rules_open", row.rules_open},
          {"rules_learnt", row.rules_learnt},
          {"grounding_cpu_s", row.grounding},
          {"round_cpu_s", row.round_mean},
          {"slowest_round_cpu_s", row.round_most},
          {"planning_cpu_s", row.planning}};
}

}  // namespace

int lab_igdl(const IncompleteCommandOptions& options) {
  std::vector<lab::IncompleteGame> games;
  for (const std::string& file : options.descriptions) {
    auto game = lab::incomplete_game(file);
    if (!game) return fail(game.error(), kUnreadable);
    games.push_back(std::move(*game));
  }
  if (games.empty()) {
    auto all = lab::incomplete_games(options.folder);
    if (!all) return fail(all.error(), kUnreadable);
    games = std::move(*all);
  }
  StopOnSignal signals;
  LabProgress progress;
  int exit_code = kSuccess;
  std::vector<IncompleteRow> rows;
  for (std::size_t i = 0; i < games.size() && !signals.asked(); ++i) {
    progress.show(i, games.size(), fmt::format("{} of {}", i, games.size()), games[i].name);
    auto row = lab::measure(games[i], {options.matches, options.seed, options.seconds});
    if (row) {
      rows.push_back(std::move(*row));
      continue;
    }
    progress.clear();
    exit_code = fail({fmt::format("{}: {}", games[i].description, row.error().message), row.error().hint}, kFindings);
  }
  progress.clear();
  if (rows.size() < games.size()) exit_code = kFindings;
  if (options.json) {
    ordered_json out = {{"matches", options.matches},
                        {"seed", options.seed},
                        {"interrupted", signals.asked()},
                        {"rows", ordered_json::array()}};
    for (const IncompleteRow& row : rows) out["rows"].push_back(json_row(row));
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
    return exit_code;
  }
  std::vector<std::vector<std::string>> table = {{std::begin(kColumns), std::end(kColumns)}};
  for (const IncompleteRow& row : rows) table.push_back(cells(row));
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::string line = "|", rule = "|";
    for (std::size_t column = 0; column < table[i].size(); ++column) {
      std::size_t width = 0;
      for (const auto& other : table) width = std::max(width, character_count(other[column]));
      line += " " + padded(printable(table[i][column]), width) + " |";
      rule += std::string(width + 2, '-') + "|";
    }
    fmt::print("{}\n", line);
    if (i == 0) fmt::print("{}\n", rule);
  }
  return exit_code;
}

}  // namespace percept::cli
