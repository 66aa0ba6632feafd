// SPDX-License-Identifier: MIT
//
// `percept lab table1`: rows are shown as they are measured, the whole is written as Markdown, CSV, JSON and a chart.
// Ctrl-C ends it early, and what was measured until then is written all the same.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "cli/lab_command.h"
#include "cli/lab_common.h"
#include "cli/stop_on_signal.h"
#include "cli/terminal.h"
#include "lab/table1.h"
#include "lab/table1_report.h"

namespace percept::cli {
namespace {

using namespace lab;

// The rows as a person reads them: the paper, the Prolog baseline's time, our two filters.
class TablePrinter {
 public:
  TablePrinter(const std::vector<Row>& rows, std::size_t matches)
      : color_(colored(stdout)), mark_width_(std::max<std::size_t>(2 * std::to_string(matches).size() + 2, 6)) {
    for (const Row& row : rows) width_ = std::max(width_, character_count(printable(name_of(row))));
  }

  void print_head() const {
    std::string head = fmt::format(
        "{}  {}{}  {}  {}{} {}  {}{}", padded("game, role", width_), padded("paper", 9), aligned_right("s", 8),
        aligned_right("Prolog s", 8), padded("two-set L T G", 3 * mark_width_), aligned_right("s", 8),
        aligned_right("faster", 10), padded("exact L T G", 3 * mark_width_), aligned_right("s", 8));
    fmt::print("{}\n", paint("1", head, color_));
  }

  void print(const MeasuredRow& row) const {
    const auto& paper = row.row.paper;
    const auto& baseline = row.row.baseline;
    std::optional<double> faster = speed_up(row);
    std::string line = padded(printable(name_of(row.row)), width_) + "  ";
    for (std::optional<bool> known : {paper ? std::optional(paper->legal) : std::nullopt,
                                      paper ? paper->terminal : std::nullopt, paper ? paper->goal : std::nullopt})
      line += cell(mark(known), 3);
    line += aligned_right(figure(paper ? paper->seconds : std::nullopt), 8) + "  ";
    line += aligned_right(figure(baseline ? std::optional(baseline->seconds) : std::nullopt), 8) + "  ";
    line += cells(row.two_set, two_set_figure) + " ";
    line += aligned_right(faster ? short_figure(*faster) + " ×" : "–", 10) + "  ";
    line += cells(row.exact, exact_figure);
    if (as_paper(row) == false) line += "  " + paint("33", "not as in the paper", color_);
    if (!row.problem.empty()) line += "  " + paint("31", printable(row.problem), color_);
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }

 private:
  static std::string figure(std::optional<double> value) { return value ? short_figure(*value) : "–"; }

  std::string cell(const std::string& text, std::size_t width) const {
    std::string_view style = text == "✓" ? "32" : text == "–" ? "2" : "33";
    return paint(style, text, color_) + std::string(width - std::min(width, character_count(text)), ' ');
  }
  std::string cells(const std::optional<Measured>& measured, double (*figure_of)(const Measured&)) const {
    std::size_t matches = measured ? measured->matches : 0, ended = measured ? measured->ended : 0;
    return cell(mark(measured ? measured->legal : 0, matches), mark_width_) +
           cell(mark(measured ? measured->terminal : 0, ended), mark_width_) +
           cell(mark(measured ? measured->goal : 0, ended), mark_width_) +
           aligned_right(figure(measured ? std::optional(figure_of(*measured)) : std::nullopt), 8);
  }

  bool color_;
  std::size_t mark_width_;  // of "12/25", and a blank
  std::size_t width_ = 10;
};

Result<std::vector<Row>> wanted_rows(const Table1CommandOptions& options) {
  if (!options.games.empty()) return rows_of_games(options.games);
  auto corpus = corpus_folder(options.corpus);
  if (!corpus) return tl::unexpected(corpus.error());
  std::vector<Row> rows = table1_rows(*corpus, "games");
  if (std::ranges::all_of(rows, [](const Row& row) { return row.file.empty(); }))
    return failure("no rule sheet of the table was found",
                   "name the corpus with --corpus FOLDER, start in the folder above games/, or use --games FILE...");
  return rows;
}

}  // namespace

int lab_table1(const Table1CommandOptions& options) {
  auto rows = wanted_rows(options);
  if (!rows) {
    print_error(rows.error());
    return kUnreadable;
  }
  using Filter = Table1CommandOptions::Filter;
  Table1Options experiment;
  experiment.matches = options.matches;
  experiment.max_rounds = options.max_rounds;
  experiment.seed = options.seed;
  experiment.two_set = options.filter != Filter::kExact;
  experiment.exact = options.filter != Filter::kTwoSet;
  experiment.budget.worlds = options.worlds;
  experiment.budget.seconds = options.seconds;

  TablePrinter printer(*rows, options.matches);
  if (!options.json) printer.print_head();
  LabProgress progress;
  StopOnSignal signals;
  Table1 table = measure_table1(
      *rows, experiment,
      [&](const Progress& at) {
        if (progress.due()) {
          double rounds = static_cast<double>(at.rounds) / std::max(progress.seconds(), 1e-3);
          progress.show(at.matches, at.all_matches,
                        fmt::format("row {}/{}, match {}/{}, {:.0f} rounds/s", at.row + 1, at.rows, at.matches,
                                    at.all_matches, rounds),
                        fmt::format("{} {}", at.doing, at.what.game));
        }
        return !signals.asked();
      },
      [&](const MeasuredRow& row) {
        progress.clear();
        if (!options.json) printer.print(row);
      });
  progress.clear();

  int exit_code = kSuccess;
  for (const MeasuredRow& row : table.rows)
    if (!row.problem.empty() && !row.row.file.empty()) exit_code = kFindings;
  if (options.json) fmt::print("{}", to_json(table));
  if (!options.json || options.output) {
    std::string folder = options.output.value_or("lab/table1");
    auto written = write_report(folder, {{"table1.md", to_markdown(table)},
                                         {"table1.csv", to_csv(table)},
                                         {"table1.json", to_json(table)},
                                         {"table1.svg", to_svg(chart_of(table))}});
    if (!written) {
      print_error(written.error());
      return kUnreadable;
    }
    if (!options.json) fmt::print("\nwritten: {}/table1.md, .csv, .json, .svg\n", printable(folder));
  }
  if (table.interrupted) {
    print_error({fmt::format("interrupted in row {} of {}: what was measured is in the table", table.rows.size(),
                             table.all_rows),
                 ""});
    return kFindings;
  }
  return exit_code;
}

}  // namespace percept::cli
