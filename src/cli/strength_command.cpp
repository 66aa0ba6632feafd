// SPDX-License-Identifier: MIT
#include "cli/strength_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/lab_common.h"
#include "cli/stop_on_signal.h"
#include "cli/terminal.h"
#include "lab/strength.h"

namespace percept::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

bool asked_for(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::ranges::find(names, name) != names.end();
}

ordered_json strength_json(std::span<const lab::Contest> contests, const lab::StrengthResults& results) {
  ordered_json rows = ordered_json::array();
  for (const lab::Contest& contest : contests) {
    percept::Estimate goal = lab::strength_of(results, {&contest, 1});
    if (goal.count == 0) continue;
    rows.push_back({{"game", contest.game.name},
                    {"budget", contest.budget.name()},
                    {"player", contest.player},
                    {"opponent", contest.opponent},
                    {"goal", goal.mean},
                    {"reach", goal.reach ? ordered_json(*goal.reach) : ordered_json()},
                    {"seeds", goal.count}});
  }
  return {{"rows", rows}};
}

}  // namespace

int lab_strength(const StrengthCommandOptions& options) {
  StopOnSignal signals;
  lab::StrengthOptions run;
  run.games = options.sheets;
  auto corpus = corpus_folder(options.corpus);
  if (!corpus) return fail(corpus.error(), kUnreadable);
  if (!corpus->empty()) run.corpus = (*corpus / "games").string();
  run.workers = options.workers > 0 ? options.workers : std::max(1u, std::thread::hardware_concurrency());
  std::vector<lab::StrengthBudget> budgets;
  for (std::uint64_t leaves : options.leaves) budgets.push_back({leaves, 0, options.seeds});
  for (double seconds : options.seconds) budgets.push_back({0, seconds, options.seeds});
  if (budgets.empty()) budgets.push_back({1000, 0, options.seeds});
  for (const std::string& name : options.games)
    if (std::ranges::find(lab::strength_games(), name, &lab::StrengthGame::name) == lab::strength_games().end())
      return fail({fmt::format("{} is not one of the games that are measured", printable(name)),
                   "percept lab strength --help lists them"},
                  kUnreadable);
  std::vector<lab::Contest> contests = lab::contests_of(lab::strength_games(), budgets);
  for (auto [names, side] :
       {std::pair(&options.players, &lab::Contest::player), std::pair(&options.opponents, &lab::Contest::opponent)})
    for (const std::string& name : *names)
      if (std::ranges::find(contests, name, side) == contests.end())
        return fail({fmt::format("{} is not one of the players that are measured", printable(name)),
                     "percept lab strength --help says who meets whom"},
                    kUnreadable);
  std::erase_if(contests, [&](const lab::Contest& contest) {
    return !asked_for(options.games, contest.game.name) || !asked_for(options.players, contest.player) ||
           !asked_for(options.opponents, contest.opponent);
  });

  std::error_code ignored;
  std::vector<std::string> needed;  // files that have to be there
  if (options.seeds == 0) needed.push_back(options.results);
  if (options.before) needed.push_back(*options.before);
  for (const std::string& file : needed)
    if (!std::ifstream(file) || fs::is_directory(file, ignored))
      return fail({fmt::format("{} cannot be read", printable(file)), "results are what percept lab strength wrote"},
                  kUnreadable);
  for (const std::string& file : {options.results, options.output})
    if (fs::path folder = fs::path(file).parent_path(); !folder.empty()) fs::create_directories(folder, ignored);
  auto results = lab::read_results(options.results);
  if (!results) return fail(results.error(), kUnreadable);
  lab::StrengthResults before;
  if (options.before) {
    auto read = lab::read_results(*options.before);
    if (!read) return fail(read.error(), kUnreadable);
    before = std::move(*read);
  }
  lab::mend_results(options.results);
  std::ofstream file(options.results, std::ios::app);
  LabProgress progress;
  auto done = [&](const lab::StrengthResult& result, std::size_t count, std::size_t all) -> Result<void> {
    file << lab::to_line(result) << std::flush;
    if (!file) return failure(fmt::format("{} cannot be written", printable(options.results)));
    if (progress.due()) progress.show(count, all, fmt::format("{}/{}", count, all), result.contest);
    return {};
  };
  auto measured = lab::measure_strength(contests, run, *results, done, signals.token());
  progress.clear();
  if (options.json)
    fmt::print("{}\n", strength_json(contests, *results).dump(2));
  else
    std::ofstream(options.output) << lab::to_markdown(contests, *results, before);
  if (!measured) return fail(measured.error(), kFindings);
  if (signals.asked())
    return fail({"interrupted; what was measured is kept", "the same command again goes on from here"}, kFindings);
  if (!options.json) fmt::print("{}\n", printable(options.output));
  return kSuccess;
}

}  // namespace percept::cli
