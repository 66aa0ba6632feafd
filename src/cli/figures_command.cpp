// SPDX-License-Identifier: MIT
//
// `percept lab figure2` and `figure3`: a row for each game and engine as it is measured, then Markdown, CSV, JSON and
// charts. Ctrl-C ends it early, and what was measured until then is written all the same.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "cli/figures_command.h"
#include "cli/lab_common.h"
#include "cli/stop_on_signal.h"
#include "cli/terminal.h"
#include "lab/figure_summary.h"
#include "lab/figures.h"
#include "lab/figures_report.h"

namespace percept::cli {
namespace {

using namespace lab;

Result<std::vector<FigureGame>> wanted_games(const FigureCommandOptions& options) {
  if (!options.games.empty()) return figure_games_of(options.games);
  auto corpus = corpus_folder(options.corpus);
  if (!corpus) return tl::unexpected(corpus.error());
  auto games = options.number == 2 ? figure2_games(*corpus, "games") : figure3_games(*corpus, "games");
  std::erase_if(games, [](const FigureGame& game) { return game.file.empty(); });
  if (games.empty())
    return failure("no rule sheet of the figure was found",
                   "name the corpus with --corpus FOLDER, start in the folder above games/, or use --games FILE...");
  return games;
}

Result<std::vector<Configuration>> wanted_engines(const std::vector<std::string>& names) {
  std::vector<Configuration> all = all_configurations(), out;
  std::vector<std::string> known;
  for (const Configuration& each : all) known.push_back(each.name);
  for (const std::string& name : names) {
    auto found = std::ranges::find(all, lower(name), &Configuration::name);
    if (found == all.end())
      return failure(fmt::format("there is no engine {} in the figures", name), suggestion(name, known));
    if (std::ranges::find(out, found->name, &Configuration::name) == out.end()) out.push_back(*found);
  }
  return names.empty() ? all : out;
}

class FigurePrinter {
 public:
  FigurePrinter(const std::vector<FigureGame>& games, const FigureOptions& options)
      : color_(colored(stdout)), budget_(options.budget) {
    for (const FigureGame& game : games) game_ = std::max(game_, character_count(printable(game.name)));
    for (const Configuration& each : options.configurations) engine_ = std::max(engine_, character_count(each.label));
  }

  void print_head() const {
    std::string head = padded("game", game_) + "  " + padded("engine", engine_);
    for (const char* name : {"median s", "longest s", "start-up s", "match s"}) head += aligned_right(name, 12);
    fmt::print("{}\n", paint("1", head, color_));
  }

  void print(const MeasuredGame& game, const MeasuredEngine& engine) const {
    double longest = 0;
    for (const RoundTime& round : engine.rounds) longest = std::max(longest, round.total);
    WholeMatches whole = whole_matches(engine);
    bool any = !engine.rounds.empty();
    std::string line = padded(printable(game.game.name), game_) + "  " + padded(engine.configuration.label, engine_);
    line += aligned_right(median_text(&engine, budget_), 12);
    line += aligned_right(any ? short_figure(longest) : "–", 12);
    line += aligned_right(any ? short_figure(mean_of(engine.start_up).mean) : "–", 12);
    line += aligned_right(whole.matches > 0 ? short_figure(whole.seconds()) : "–", 12);
    if (auto from = over_from(engine))
      line += "  " + paint("33", fmt::format("over the budget from round {} on", *from), color_);
    if (!engine.problem.empty()) line += "  " + paint("31", printable(engine.problem), color_);
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }

 private:
  bool color_;
  double budget_;
  std::size_t game_ = 4, engine_ = 6;  // widths
};

}  // namespace

int lab_figure(const FigureCommandOptions& options) {
  auto games = wanted_games(options);
  auto engines = wanted_engines(options.engines);
  if (!games || !engines) {
    print_error(!games ? games.error() : engines.error());
    return kUnreadable;
  }
  FigureOptions experiment;
  experiment.matches = options.matches;
  experiment.max_rounds = options.max_rounds;
  experiment.seed = options.seed;
  experiment.budget = options.budget;
  experiment.configurations = *engines;

  FigurePrinter printer(*games, experiment);
  if (!options.json) printer.print_head();
  LabProgress progress;
  StopOnSignal signals;
  Figure figure = measure_figure(
      *games, experiment,
      [&](const FigureProgress& at) {
        if (progress.due())
          progress.show(at.runs, at.all_runs, fmt::format("match {}/{}", at.runs, at.all_runs),
                        at.round == 0 ? fmt::format("{} {}", at.doing, at.game.name)
                                      : fmt::format("{}, round {}", at.doing, at.round));
        return !signals.asked();
      },
      [&](const MeasuredGame& game, const MeasuredEngine& engine) {
        progress.clear();
        if (!options.json) printer.print(game, engine);
      });
  progress.clear();
  figure.name = fmt::format("figure{}", options.number);
  figure.averaged = options.number == 2;
  figure.title = options.number == 2 ? "Blind Breakthrough" : "Battleships in Fog, Small Dominion and others";
  if (!options.games.empty()) figure.title = fmt::format("{}", counted(figure.games.size(), "game"));

  int exit_code = kSuccess;
  for (const MeasuredGame& game : figure.games) {
    if (!game.problem.empty()) {
      print_error({fmt::format("{}: {}", game.game.name, game.problem), ""});
      exit_code = kFindings;
    }
    for (const MeasuredEngine& engine : game.engines)
      if (!engine.problem.empty()) exit_code = kFindings;
  }
  if (options.json) fmt::print("{}", to_json(figure));
  if (!options.json || options.output) {
    std::string folder = options.output.value_or("lab/" + figure.name);
    std::vector<std::pair<std::string, std::string>> files = {{figure.name + ".md", to_markdown(figure)},
                                                              {figure.name + ".csv", to_csv(figure)},
                                                              {figure.name + ".json", to_json(figure)}};
    for (const NamedChart& each : charts_of(figure)) files.emplace_back(each.name + ".svg", to_svg(each.chart));
    if (auto written = write_report(folder, files); !written) {
      print_error(written.error());
      return kUnreadable;
    }
    if (!options.json)
      fmt::print("\nwritten: {0}/{1}.md, .csv, .json, and {2}\n", printable(folder), figure.name,
                 counted(files.size() - 3, "chart"));
  }
  if (figure.interrupted) {
    print_error({"interrupted: what was measured is in the report", ""});
    return kFindings;
  }
  return exit_code;
}

}  // namespace percept::cli
