// SPDX-License-Identifier: MIT
//
// Every file is measured in a process of its own, so that memory and time are its own and a crash is no one else's. The
// child sends its figures through a pipe as JSON.
#include <fmt/format.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/budget.h"
#include "base/random.h"
#include "base/text.h"
#include "circuit/course.h"
#include "cli/bench_command.h"
#include "cli/playing.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "game/lane_playouts.h"
#include "game/playout.h"
#include "gdl/reader.h"

namespace percept::cli {
namespace {

using namespace game;
using nlohmann::ordered_json;

struct Measured {
  std::uint64_t playouts = 0;  // that ended
  std::uint64_t states = 0;    // of these
  std::uint64_t others = 0;    // playouts that did not end
  std::string why = {};        // of the first of these
};

// One match after the other, one state at a time, as a tree search plays to the end. A position without moves or end
// spoils its own match only.
Result<Measured> play_single(Game& game, const BenchOptions& options) {
  Measured out;
  Random random(options.seed);
  Budget budget(options.seconds, 0);
  Walker& walker = game.walker();
  JointMove moves(game.roles());
  std::vector<int> goals;
  std::optional<Error> stuck;
  while (out.playouts + out.others == 0 || !budget.out_of_time()) {
    walker.start();
    std::optional<Error> here;
    std::size_t round = 0;
    for (; !walker.terminal() && !here; ++round) {
      if (round == kMaxRounds) here = game.not_ended(walker.state(), round);
      for (std::uint32_t role = 0; role < moves.size() && !here; ++role) {
        std::uint32_t count = walker.legal_count(RoleId{role});
        if (auto error = walker.take_error()) return tl::unexpected(*error);
        if (count == 0)
          here = game.no_move(walker.state(), RoleId{role});
        else
          moves[role] = walker.legal(RoleId{role}, random.below(count));
      }
      if (!here) walker.step(moves);
    }
    if (auto error = walker.take_error()) return tl::unexpected(*error);
    if (here) {
      ++out.others;
      if (!stuck) stuck = here;
      continue;
    }
    out.states += round;
    for (std::uint32_t role = 0; role < moves.size(); ++role) walker.goals(RoleId{role}, goals);
    if (auto error = walker.take_error()) return tl::unexpected(*error);
    ++out.playouts;
  }
  if (out.playouts == 0) return tl::unexpected(*stuck);
  if (stuck) out.why = stuck->message;
  return out;
}

ordered_json error_of(const std::string& file, const Error& error) {
  return {{"file", file}, {"error", error.message}, {"hint", error.hint}};
}

// In the child: measures one file.
ordered_json measure(const std::string& file, const BenchOptions& options) {
  double start = cpu_seconds();
  auto description = gdl::read_file(file);
  if (!description) {
    ordered_json out = error_of(file, description.error());
    out["unreadable"] = true;
    return out;
  }
  GroundingProgress progress;
  ground::Options grounding;
  grounding.progress = progress.callback();
  auto game = Game::make(std::shared_ptr<const gdl::Description>(std::move(*description)), {options.engine, grounding});
  progress.clear();
  if (!game) return error_of(file, game.error());
  std::optional<LanePlayouts> lanes;
  if (!options.single) lanes = LanePlayouts::make(*game, options.lanes);
  if (!lanes && game->whole()) game->whole()->course();
  double ready = cpu_seconds(), playing = ready;
  Measured measured;
  if (lanes) {
    LanePlayouts::Limits limits;
    limits.budget = Budget().within(options.seconds);
    auto played = lanes->run(options.seed, limits);
    if (played)
      measured = {played->playouts, played->states};
    else
      lanes.reset();  // one lane that cannot go on ends all: one at a time, the others can
  }
  if (!lanes) {
    playing = cpu_seconds();
    auto played = play_single(*game, options);
    if (!played) return error_of(file, played.error());
    measured = *played;
  }
  double seconds = cpu_seconds() - playing;
  auto playouts = static_cast<double>(measured.playouts), states = static_cast<double>(measured.states);
  ordered_json out = {{"file", file},
                      {"engine", game->engine_name()},
                      {"lanes", lanes ? lanes->lanes() : 1},
                      {"ready_cpu_s", ready - start},
                      {"memory_mb", 0.0},
                      {"playouts", measured.playouts},
                      {"playouts_per_cpu_s", playouts / seconds},
                      {"states_per_cpu_s", states / seconds},
                      {"mean_length", states / playouts}};
  if (measured.others > 0) {
    out["playouts_without_end"] = measured.others;
    out["why_without_end"] = measured.why;
  }
  if (!lanes && game->whole()) {
    const circuit::Course& course = *game->whole()->course();
    out["single"] = name_of(course.making());
    out["phases"] = course.phases();
    out["phases_shared"] = course.shared();
    out["guarded"] = course.guarded();
  }
  if (!game->why().empty()) out["why_prover"] = game->why();
  return out;
}

ordered_json in_own_process(const std::string& file, const BenchOptions& options) {
  int ends[2];
  std::fflush(nullptr);
  pid_t child = pipe(ends) == 0 ? fork() : -1;
  if (child < 0) return error_of(file, {"cannot start a process", ""});
  if (child == 0) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // it ends with its parent
#endif
    close(ends[0]);
    std::string text;
    try {
      text = measure(file, options).dump(-1, ' ', true, ordered_json::error_handler_t::replace);
    } catch (const std::bad_alloc&) {
      text = error_of(file, {"out of memory", ""}).dump();
    }
    for (std::size_t sent = 0; sent < text.size();) {
      ssize_t more = write(ends[1], text.data() + sent, text.size() - sent);
      if (more <= 0) break;
      sent += static_cast<std::size_t>(more);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  ordered_json out = ordered_json::parse(text, nullptr, false);
  if (!out.is_object())
    return error_of(file, {WIFSIGNALED(status) ? fmt::format("the process was ended by signal {}", WTERMSIG(status))
                                               : "the process ended without a result",
                           ""});
  if (out.contains("memory_mb")) out["memory_mb"] = static_cast<double>(usage.ru_maxrss) / 1024;
  return out;
}

// 1234567 as 1.23 M.
std::string short_number(double value) {
  if (value >= 1e6) return fmt::format("{:.2f} M", value / 1e6);
  if (value >= 1e4) return fmt::format("{:.1f} k", value / 1e3);
  return fmt::format("{:.{}f}", value, value < 10 ? 2 : value < 1000 ? 1 : 0);
}

std::string without_end(const ordered_json& row) {
  auto others = row["playouts_without_end"].get<std::uint64_t>();
  return fmt::format("{} of {} did not end: {}", others,
                     counted(others + row["playouts"].get<std::uint64_t>(), "playout"),
                     printable(row["why_without_end"].get<std::string>()));
}

void print_bench_row(const ordered_json& row, std::size_t width) {
  if (row.contains("error")) {
    print_error(
        {fmt::format("{}: {}", printable(row["file"].get<std::string>()), printable(row["error"].get<std::string>())),
         row["hint"].get<std::string>()});
    return;
  }
  fmt::print("{:<{}} {:<8} {:>8.3f} s {:>7.0f} MB {:>10} {:>10} {:>10.2f}\n", printable(row["file"].get<std::string>()),
             width, row["engine"].get<std::string>(), row["ready_cpu_s"].get<double>(), row["memory_mb"].get<double>(),
             short_number(row["playouts_per_cpu_s"].get<double>()), short_number(row["states_per_cpu_s"].get<double>()),
             row["mean_length"].get<double>());
  if (row.contains("why_without_end")) fmt::print("  {}\n", without_end(row));
}

// The slowest first, then all by name; what could not be played at the end.
void print_markdown(const ordered_json& rows) {
  constexpr std::size_t kSlowest = 20;
  std::vector<const ordered_json*> played;
  for (const ordered_json& row : rows)
    if (!row.contains("error")) played.push_back(&row);
  auto print_table = [](const std::vector<const ordered_json*>& table) {
    fmt::print("| file | engine | ready, CPU s | playouts/CPU s | states/CPU s | mean length | memory, MB |\n");
    fmt::print("|---|---|---|---|---|---|---|\n");
    for (const ordered_json* row : table)
      fmt::print("| {} | {} | {:.3f} | {} | {} | {:.2f} | {:.0f} |\n", printable((*row)["file"].get<std::string>()),
                 (*row)["engine"].get<std::string>(), (*row)["ready_cpu_s"].get<double>(),
                 short_number((*row)["playouts_per_cpu_s"].get<double>()),
                 short_number((*row)["states_per_cpu_s"].get<double>()), (*row)["mean_length"].get<double>(),
                 (*row)["memory_mb"].get<double>());
  };
  std::vector<const ordered_json*> slowest = played;
  std::stable_sort(slowest.begin(), slowest.end(), [](const ordered_json* a, const ordered_json* b) {
    return (*a)["playouts_per_cpu_s"].get<double>() < (*b)["playouts_per_cpu_s"].get<double>();
  });
  slowest.resize(std::min(slowest.size(), kSlowest));
  fmt::print("## The slowest\n\n");
  print_table(slowest);
  fmt::print("\n## All {}\n\n", played.size());
  print_table(played);
  if (std::ranges::any_of(played, [](const ordered_json* row) { return row->contains("why_without_end"); }))
    fmt::print("\n## Playouts without end\n\n");
  for (const ordered_json* row : played)
    if (row->contains("why_without_end"))
      fmt::print("- {}: {}\n", printable((*row)["file"].get<std::string>()), without_end(*row));
  if (played.size() == rows.size()) return;
  fmt::print("\n## Not played\n\n");
  for (const ordered_json& row : rows)
    if (row.contains("error"))
      fmt::print("- {}: {}\n", printable(row["file"].get<std::string>()), printable(row["error"].get<std::string>()));
}

}  // namespace

int bench(const BenchOptions& options) {
  if (options.lanes != 0 && !lanes::Backend::find(options.lanes)) {
    print_error({fmt::format("this CPU has no {} lanes", options.lanes), "leave --lanes out to take the most it has"});
    return kUnreadable;
  }
  std::size_t width = 4;
  for (const std::string& file : options.files) width = std::max(width, character_count(file));
  bool as_they_come = !options.json && !options.markdown;
  if (as_they_come)
    fmt::print("{}\n", paint("1",
                             fmt::format("{:<{}} {:<8} {:>10} {:>10} {:>10} {:>10} {:>10}", "file", width, "engine",
                                         "ready", "memory", "playouts/s", "states/s", "length"),
                             colored(stdout)));
  int exit_code = kSuccess;
  ordered_json rows = ordered_json::array();
  ProgressLine line;
  for (const std::string& file : options.files) {
    ordered_json row = in_own_process(file, options);
    if (row.contains("error")) exit_code = std::max(exit_code, row.contains("unreadable") ? kUnreadable : kFindings);
    row.erase("unreadable");
    if (as_they_come || row.contains("error")) print_bench_row(row, width);
    rows.push_back(std::move(row));
    if (!as_they_come && line.due())
      line.show(fmt::format("{} of {}", rows.size(), counted(options.files.size(), "file")));
    std::fflush(stdout);
  }
  line.clear();
  if (options.json) fmt::print("{}\n", rows.dump(2));
  if (options.markdown) print_markdown(rows);
  return exit_code;
}

}  // namespace percept::cli
