// SPDX-License-Identifier: MIT
//
// Experiments of the papers: rows are shown as they are measured, the whole is written as Markdown, CSV, JSON and a
// chart. Ctrl-C ends an experiment early, and what was measured until then is written all the same.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "lab/table1.h"
#include "lab/table1_report.h"

namespace percept::cli {
namespace {

namespace fs = std::filesystem;
using namespace lab;

// While it lives, the first Ctrl-C only says so; a second ends the process as ever.
class Interruption {
 public:
  Interruption() {
    flag() = 0;
    struct sigaction action = {};
    action.sa_handler = [](int) { flag() = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(SIGINT, &action, &before_);
  }
  ~Interruption() { sigaction(SIGINT, &before_, nullptr); }
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  bool asked() const { return flag() != 0; }

 private:
  static volatile std::sig_atomic_t& flag() {
    static volatile std::sig_atomic_t value = 0;
    return value;
  }
  struct sigaction before_ = {};
};

// "2 m 05 s"
std::string duration(double seconds) {
  auto whole = static_cast<long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} m {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} m", whole / 3600, whole % 3600 / 60);
}

class TableProgress {
 public:
  void show(const Progress& at) {
    if (!line_.due()) return;
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    constexpr std::size_t kWidth = 79, kBar = 10;  // of the line, so that it is never broken, and of the bar
    std::size_t filled = at.all_matches == 0 ? 0 : kBar * at.matches / at.all_matches;
    std::string text;
    for (std::size_t i = 0; i < kBar; ++i) text += i < filled ? "█" : "░";
    text += fmt::format(" row {}/{}, match {}/{}, {:.0f} rounds/s", at.row + 1, at.rows, at.matches, at.all_matches,
                        static_cast<double>(at.rounds) / std::max(seconds, 1e-3));
    if (at.matches > 0)
      text += fmt::format(", {} left", duration(seconds * static_cast<double>(at.all_matches - at.matches) /
                                                static_cast<double>(at.matches)));
    std::string what = fmt::format(": {} {}", at.doing, printable(at.what.game));
    std::size_t room = kWidth - std::min(kWidth, character_count(text));
    line_.show(text + (character_count(what) <= room ? what : ""));
  }
  void clear() { line_.clear(); }

 private:
  ProgressLine line_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, character_count(text)), ' ');
}
std::string aligned_right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, character_count(text)), ' ') + text;
}

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

// The folder with games/ in it; the folder games/ itself is taken, too.
Result<fs::path> corpus_folder(const std::optional<std::string>& given) {
  const char* named = std::getenv("PERCEPT_CORPUS");
  bool by_name = given || (named && *named);
  fs::path folder = given ? fs::path(*given) : by_name ? fs::path(named) : fs::path("../shared");
  std::error_code ignored;
  if (fs::is_directory(folder / "games", ignored)) return folder;
  if (fs::is_directory(folder / "gdl2", ignored)) return folder / "..";
  if (!by_name) return fs::path();
  return failure(fmt::format("{} has no folder games", folder.string()),
                 "the corpus is the folder with games/gdl2/Backgammon.kif and others in it");
}

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

Result<void> write_report(const Table1& table, const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return failure(fmt::format("cannot make the folder {}: {}", folder, error.message()));
  fs::path base = fs::path(folder) / "table1";
  for (const auto& [ending, text] : {std::pair{".md", to_markdown(table)}, std::pair{".csv", to_csv(table)},
                                     std::pair{".json", to_json(table)}, std::pair{".svg", to_svg(chart_of(table))}})
    if (auto written = write_file(base.string() + ending, text); !written) return written;
  return {};
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
  TableProgress progress;
  Interruption interruption;
  Table1 table = measure_table1(
      *rows, experiment,
      [&](const Progress& at) {
        progress.show(at);
        return !interruption.asked();
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
    if (auto written = write_report(table, folder); !written) {
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
