// SPDX-License-Identifier: MIT
//
// percept_load [MATCHES [CLOCK [STRATEGY]]]: so many matches of Noughts and Crosses at once (default 200, clocks of 10
// s), each with two players that are called over HTTP, every round on record in one store; first with their referees
// in one process, then each in a process of its own, as the service has them. Prints a table; exit code 1
// when anything went wrong: a missed clock, any other fault, a match that did not end, a record that is not as it was
// played.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "gdl/reader.h"
#include "load_players.h"
#include "match/referee.h"
#include "sandbox/housed_match.h"
#include "store/store.h"
#include "wire/seating.h"

namespace {

using namespace percept;

constexpr std::size_t kRoles = 2;

struct Plan {
  std::size_t matches = 200;
  double clock = 10;
  std::string strategy = "random";
  bool housed = false;  // each match in a process of its own
};

struct Played {
  std::optional<record::Record> record;
  std::string error;
};

// A folder that is gone at the end.
struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "percept_load.XXXXXX").string();
    if (::mkdtemp(name.data())) path = name;
  }
  ~Folder() {
    std::error_code ignored;
    if (!path.empty()) std::filesystem::remove_all(path, ignored);
  }
};

// Of this process and, once they have ended, of those it started.
double seconds_of_cpu(int whose) {
  rusage usage = {};
  ::getrusage(whose, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// As many open files as the system lets us have.
void raise_limits() {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

Result<record::Record> play_one(const Plan& plan, std::shared_ptr<const gdl::Description> rules, store::Store& store,
                                std::size_t number, const std::vector<std::uint16_t>& ports) {
  std::vector<std::unique_ptr<match::Seat>> seats;
  for (std::size_t role = 0; role < kRoles; ++role) {
    const std::uint16_t port = ports[number * kRoles + role];
    auto seat = wire::make_seat(fmt::format("http://127.0.0.1:{}", port), {});
    if (!seat) return tl::unexpected(seat.error());
    seats.push_back(std::move(*seat));
  }
  match::Setup setup;
  setup.id = fmt::format("load.{}", number + 1);
  setup.seed = number + 1;
  setup.clocks = {plan.clock, plan.clock};
  store::StoreFollower follower(store);
  const record::RulesOnRecord on_record = record::rules_on_record(*rules, "noughts_and_crosses.kif");
  if (plan.housed) {
    std::vector<sandbox::Place> places;
    for (auto& seat : seats) places.push_back({.seat = std::move(seat)});
    return sandbox::play_housed(on_record, setup, places, {&follower});
  }
  auto game = game::Game::make(rules, {});
  if (!game) return tl::unexpected(game.error());
  return match::Referee(*game, on_record, setup, {&follower}).play(seats);
}

std::vector<Played> play_all(const Plan& plan, const std::shared_ptr<const gdl::Description>& rules,
                             store::Store& store, const std::vector<std::uint16_t>& ports) {
  std::vector<Played> out(plan.matches);
  std::latch together(static_cast<std::ptrdiff_t>(plan.matches));
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < plan.matches; ++i)
    threads.emplace_back([&, i] {
      together.arrive_and_wait();
      auto record = play_one(plan, rules, store, i, ports);
      if (record)
        out[i].record = std::move(*record);
      else
        out[i].error = record.error().message;
    });
  threads.clear();
  return out;
}

struct Figures {
  std::size_t rounds = 0, missed = 0, errors = 0;
  double longest = 0;  // answer, in seconds
};

void count(const std::optional<record::Fault>& fault, Figures& figures) {
  if (!fault) return;
  ++(fault->kind == record::FaultKind::kTimeout ? figures.missed : figures.errors);
  fmt::print(stderr, "{}: {} {}\n", record::name_of(fault->kind), fault->detail, fault->answer);
}

Figures figures_of(const std::vector<Played>& all, store::Store& store) {
  Figures out;
  for (const Played& played : all) {
    if (!played.record || played.record->status != record::Status::kCompleted) {
      fmt::print(stderr, "a match did not end: {}\n", played.record ? played.record->note : played.error);
      ++out.errors;
      continue;
    }
    const record::Record& record = *played.record;
    for (const auto& fault : record.start_faults) count(fault, out);
    for (const record::Round& round : record.rounds) {
      for (const auto& fault : round.faults) count(fault, out);
      out.longest = std::max(out.longest, *std::ranges::max_element(round.seconds));
    }
    out.rounds += record.rounds.size();
    const auto kept = store.load(record.id);
    if (!kept || kept->rounds.size() != record.rounds.size() || kept->state() != record.state() ||
        kept->status != record.status || kept->goals != record.goals) {
      fmt::print(stderr, "{} is not in the store as it was played\n", record.id);
      ++out.errors;
    }
  }
  return out;
}

int measure(const Plan& plan) {
  const auto wrong = [](const Error& error) {
    fmt::print(stderr, "{}\n", error.message);
    return 2;
  };
  auto read = gdl::read_file(PERCEPT_ROOT "/games/noughts_and_crosses.kif");
  if (!read) return wrong(read.error());
  const std::shared_ptr<const gdl::Description> rules = std::move(*read);
  const Folder folder;
  auto store = store::Store::open((folder.path / "matches.db").string());
  if (!store) return wrong(store.error());
  auto players = bench::PlayerProcess::start(kRoles * plan.matches, plan.strategy);
  if (!players) return wrong(players.error());

  const auto begin = std::chrono::steady_clock::now();
  const double cpu_begin = seconds_of_cpu(RUSAGE_SELF) + seconds_of_cpu(RUSAGE_CHILDREN);
  const std::vector<Played> all = play_all(plan, rules, **store, players->ports());
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double cpu = seconds_of_cpu(RUSAGE_SELF) + seconds_of_cpu(RUSAGE_CHILDREN) - cpu_begin;
  const Figures figures = figures_of(all, **store);
  const auto players_cpu = players->end();
  if (!players_cpu) return wrong(players_cpu.error());

  fmt::print("| {} | {} | {} | {:.2f} | {:.1f} | {:.0f} | {} | {} | {:.2f} | {:.2f} | {:.2f} |\n",
             plan.housed ? "of their own" : "one", plan.matches, kRoles * plan.matches, seconds,
             static_cast<double>(plan.matches) / seconds, static_cast<double>(figures.rounds) / seconds, figures.missed,
             figures.errors, figures.longest, cpu, *players_cpu);
  return figures.missed + figures.errors == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  raise_limits();
  if (arguments.size() == 3 && arguments[0] == "--players")
    return bench::be_players(std::strtoul(arguments[1].c_str(), nullptr, 10), arguments[2]);
  Plan plan;
  if (!arguments.empty()) plan.matches = std::strtoul(arguments[0].c_str(), nullptr, 10);
  if (arguments.size() > 1) plan.clock = std::strtod(arguments[1].c_str(), nullptr);
  if (arguments.size() > 2) plan.strategy = arguments[2];
  if (plan.matches == 0 || plan.clock < 1) {
    fmt::print(stderr, "usage: percept_load [MATCHES [CLOCK [STRATEGY]]]\n");
    return 2;
  }
  fmt::print("# Matches over HTTP at the same time: Noughts and Crosses, clocks of {} s, players: {}\n\n", plan.clock,
             plan.strategy);
  fmt::print(
      "| processes | matches | players | seconds | matches/s | rounds/s | missed clocks | errors | longest answer, s |"
      " CPU s, manager | CPU s, players |\n|---|---|---|---|---|---|---|---|---|---|---|\n");
  const int here = measure(plan);
  plan.housed = true;
  return std::max(here, measure(plan));
}
