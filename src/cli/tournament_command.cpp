// SPDX-License-Identifier: MIT
//
// `percept tournament`: reads a configuration, plays what the store does not
// have yet, and prints how it stands. It can be stopped or killed at any moment
// and goes on where it was.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stop_token>
#include <utility>

#include "base/text.h"
#include "cli/lab_common.h"
#include "cli/stop_on_signal.h"
#include "cli/terminal.h"
#include "cli/tournament_command.h"
#include "service/seating.h"
#include "tournament/lock.h"
#include "tournament/run.h"
#include "tournament/sequential.h"
#include "tournament/table.h"

namespace percept::cli {
namespace {

using tournament::Table;
using tournament::Tournament;
using tournament::TournamentStatus;

std::string matches_text(std::size_t count) { return fmt::format("{} {}", count, count == 1 ? "match" : "matches"); }

// A line that is written over where a person watches, else a line now and then.
class TournamentProgress {
 public:
  void show(const TournamentStatus& status) {
    std::size_t pending = status.total - (status.finished - status.finished_now);
    std::string text = fmt::format("{}/{} matches", status.finished, status.total);
    if (status.finished_now > 0 && status.seconds > 0) {
      double rate = static_cast<double>(status.finished_now) / status.seconds;
      text += rate >= 1 ? fmt::format(", {:.1f}/s", rate) : fmt::format(", {:.1f}/min", 60 * rate);
    }
    if (status.failed > 0) text += fmt::format(", {} failed", status.failed);
    if (status.refused > 0) text += fmt::format(", {} not started", status.refused);
    if (terminal_) {
      bar_.show(status.finished_now + status.refused, pending, text, fmt::format("{}", fmt::join(status.running, " ")));
    } else if (status.seconds >= next_) {
      std::size_t done = status.finished_now + status.refused;
      if (done > 0)
        text += fmt::format(", {} left",
                            duration(status.seconds * static_cast<double>(pending - done) / static_cast<double>(done)));
      fmt::print(stderr, "{}: {}\n", text, fmt::join(status.running, " "));
      next_ = status.seconds + std::clamp(status.seconds / 4, kShortest, kLongest);
    }
  }
  void clear() { bar_.clear(); }

 private:
  static constexpr double kShortest = 5,
                          kLongest = 300;  // seconds between lines

  bool terminal_ = isatty(STDERR_FILENO) != 0;
  double next_ = kShortest;
  LabProgress bar_;
};

void print_text(const tournament::TextTable& text) {
  bool color = colored(stdout);
  std::vector<std::size_t> widths;
  for (const std::string& cell : text.head) widths.push_back(character_count(printable(cell)));
  for (const auto& row : text.rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], character_count(printable(row[i])));
  auto line = [&](const std::vector<std::string>& cells) {
    std::string out = padded(printable(cells[0]), widths[0]);
    for (std::size_t i = 1; i < cells.size(); ++i) out += "  " + aligned_right(printable(cells[i]), widths[i]);
    return out;
  };
  if (!text.title.empty()) fmt::print("\n{}\n", printable(text.title));
  fmt::print("{}\n", paint("1", line(text.head), color));
  for (const auto& row : text.rows) fmt::print("{}\n", line(row));
}

int print_table(store::Store& store, const Tournament& tournament, const TournamentCommandOptions& options) {
  auto results = tournament::results_of(store, tournament);
  if (!results) return fail(results.error(), kUnreadable);
  Table table = tournament::table_of(tournament, *results);
  if (options.json) {
    fmt::print("{}", tournament::to_json(table));
  } else if (options.markdown) {
    fmt::print("{}", tournament::to_markdown(table));
  } else {
    fmt::print("tournament {}: {} of {} played{}\n\n", tournament.name, table.completed, matches_text(table.total),
               table.failed > 0 ? fmt::format(", {} failed", table.failed) : "");
    for (const tournament::TextTable& text : tournament::text_tables_of(table)) print_text(text);
  }
  if (table.failed == 0) return kSuccess;
  auto failed = std::ranges::find(*results, record::Status::kFailed, &tournament::MatchResult::status);
  auto record = store.load(failed->id);
  return fail({fmt::format("{} failed; {}: {}", matches_text(table.failed), failed->id,
                           printable(record ? record->note : record.error().message)),
               fmt::format("percept matches show {} tells more", failed->id)},
              kFindings);
}

// The tournament as the store knows it, by its configuration or by its name.
int show_table(const TournamentCommandOptions& options, const std::string& path) {
  std::string name = options.file;
  bool file = std::filesystem::exists(options.file) || options.file.find_first_of("./") != std::string::npos;
  if (file) {
    auto read = tournament::read_tournament_name(options.file);
    if (!read) return fail(read.error(), kUnreadable);
    name = *read;
  }
  if (!std::filesystem::exists(path))
    return fail({fmt::format("there is no store {}", printable(path)), "name one with --store FILE"}, kUnreadable);
  auto store = store::Store::open_to_read(path);
  if (!store) return fail(store.error(), kUnreadable);
  auto configuration = (*store)->tournament(name);
  if (!configuration) return fail(configuration.error(), kUnreadable);
  if (!*configuration) {
    auto names = (*store)->tournaments();
    std::string hint = names && !names->empty() ? suggestion(name, *names) : "percept tournament CONFIG plays one";
    return fail({fmt::format("the store {} has no tournament {}", printable(path), printable(name)), hint},
                kUnreadable);
  }
  auto tournament = tournament::tournament_of(**configuration);
  if (!tournament) return fail(tournament.error(), kUnreadable);
  return print_table(**store, *tournament, options);
}

}  // namespace

int tournament(const TournamentCommandOptions& options) {
  std::string path = options.store ? *options.store : store::default_store();
  if (options.table) return show_table(options, path);
  StopOnSignal signals;
  tournament::Seating seating = service::network_seating();
  auto tournament = tournament::read_tournament(options.file, seating);
  if (!tournament) return fail(tournament.error(), kUnreadable);
  std::optional<tournament::Hypotheses> hypotheses;
  if (options.sequential) {
    auto read = tournament::read_hypotheses(*options.sequential);
    if (!read) return fail(read.error(), kUnreadable);
    if (auto fits = tournament::pair_scores(*tournament, {}); !fits) return fail(fits.error(), kUnreadable);
    hypotheses = *read;
  }
  auto store = store::Store::open(path);
  if (!store) return fail(store.error(), kUnreadable);
  auto lock = tournament::TournamentLock::take(path, tournament->name);
  if (!lock) return fail(lock.error(), kUnreadable);
  if (auto kept = tournament::keep_configuration(**store, *tournament, options.restart); !kept)
    return fail(kept.error(), kUnreadable);

  TournamentProgress progress;
  tournament::TournamentOptions run;
  run.workers = options.workers;
  std::stop_source enough;
  std::stop_callback asked(signals.token(), [&] { enough.request_stop(); });
  std::optional<tournament::SequentialTest> test;
  std::size_t looked_at = SIZE_MAX;
  auto look = [&]() -> Result<void> {
    if (!hypotheses) return {};
    auto results = tournament::results_of(**store, *tournament);
    if (!results) return tl::unexpected(results.error());
    test = tournament::sequential_test(*tournament::pair_scores(*tournament, *results), *hypotheses);
    if (test->verdict != tournament::Verdict::kOpen) enough.request_stop();
    return {};
  };
  run.watch = [&](const TournamentStatus& status) {
    progress.show(status);
    if (status.finished != std::exchange(looked_at, status.finished)) (void)look();
  };
  if (auto looked = look(); !looked) return fail(looked.error(), kUnreadable);
  auto status = tournament::run_tournament(*tournament, **store, seating, run, enough.get_token());
  progress.clear();
  if (!status) return fail(status.error(), kUnreadable);
  if (auto looked = look(); !looked) return fail(looked.error(), kUnreadable);
  int exit_code = print_table(**store, *tournament, options);
  if (test) fmt::print(options.json ? stderr : stdout, "\n{}\n", tournament::to_text(*test, *tournament, *hypotheses));
  if (test && test->verdict != tournament::Verdict::kOpen) return exit_code;
  if (status->refused > 0) {
    const Error& why = *status->last_refusal;
    return fail({fmt::format("{} could not be started: {}", matches_text(status->refused), why.message),
                 "the same command again plays what is missing"},
                kFindings);
  }
  if (status->removed > 0)
    return fail({fmt::format("{} taken out of the store while the tournament ran: the table is without {}",
                             matches_text(status->removed) + (status->removed == 1 ? " was" : " were"),
                             status->removed == 1 ? "it" : "them"),
                 "the same command again plays what is missing"},
                kFindings);
  if (signals.asked())
    return fail({fmt::format("interrupted: {} of {} done", status->finished, matches_text(status->total)),
                 "the same command again goes on from here"},
                kFindings);
  return exit_code;
}

}  // namespace percept::cli
