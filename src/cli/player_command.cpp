// SPDX-License-Identifier: MIT
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <random>

#include "cli/player_command.h"
#include "cli/playing.h"
#include "cli/stop_on_signal.h"
#include "cli/terminal.h"
#include "play/strategies.h"
#include "sandbox/housed_player.h"
#include "wire/listener.h"

namespace percept::cli {
namespace {

// What the options ask for as one text: --filter is an option of the strategy, of legal if none is asked for.
std::string strategy_of(const PlayerCommandOptions& options) {
  if (options.filter.empty()) return options.strategy;
  std::string filtering = options.strategy == PlayerCommandOptions().strategy ? "legal" : options.strategy;
  return filtering + ":filter=" + options.filter;
}

// As the service writes them, so that both logs can be laid side by side: 2026-11-15T18:15:00.000Z
std::string time_now() {
  auto now = std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  return fmt::format("{:%FT%T}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(now)),
                     now.time_since_epoch().count() % 1000);
}

}  // namespace

int player(const PlayerCommandOptions& options) {
  std::string strategy = strategy_of(options);
  if (auto fine = play::check_strategy(strategy); !fine) {
    print_error(fine.error());
    return kUnreadable;
  }
  StopOnSignal signals;
  std::mutex printing;
  auto log = [&](const std::string& line) {
    if (options.quiet) return;
    std::lock_guard lock(printing);
    fmt::print(stderr, "{} {}\n", time_now(), line);
  };
  sandbox::HousedPlayer server({.name = options.name,
                                .strategy = strategy,
                                .seed = options.seed.value_or(std::random_device()()),
                                .limits = {options.megabytes},
                                .log = log});
  auto listener = wire::Listener::open(
      {.host = options.host == "*" ? "" : options.host, .port = options.port},
      [&](const wire::Request& request) { return server.answer(request); }, log);
  if (!listener) {
    print_error(listener.error());
    return kUnreadable;
  }
  bool all = options.host == "*",
       local = options.host == "localhost" || options.host == "127.0.0.1" || options.host == "::1";
  std::string host = all                                           ? "localhost"
                     : options.host.find(':') == std::string::npos ? options.host
                                                                   : "[" + options.host + "]";
  fmt::print("{} ({}) listens at http://{}:{}{}\n", options.name, strategy, host, (*listener)->port(),
             local ? ", for managers on this machine"
             : all ? ", and at this machine's other addresses"
                   : "");
  std::fflush(stdout);
  signals.wait_for_it();
  server.close();
  (*listener)->close();
  return kSuccess;
}

}  // namespace percept::cli
