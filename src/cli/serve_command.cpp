// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <mutex>

#include "base/file.h"
#include "base/text.h"
#include "cli/serve_command.h"
#include "cli/stop_on_signal.h"
#include "cli/terminal.h"
#include "service/access.h"
#include "service/service.h"
#include "store/store.h"

namespace percept::cli {
namespace {

constexpr std::size_t kWatchers = 256;  // browsers of an audience, each with a thread that sleeps

// Of the file, else of the environment, else none.
Result<std::optional<std::string>> given_token(const ServeCommandOptions& options) {
  std::string text, where;
  if (options.token_file) {
    auto contents = contents_of(*options.token_file, 4096, "a token is one line");
    if (!contents) return tl::unexpected(contents.error());
    text = *contents;
    where = *options.token_file;
    struct stat file {};
    if (stat(where.c_str(), &file) == 0 && (file.st_mode & 077) != 0)
      print_error(
          {fmt::format("warning: {} can be read by others on this machine, and so can the token", printable(where)),
           fmt::format("chmod 600 {}", printable(where))});
  } else if (const char* variable = std::getenv("PERCEPT_TOKEN"); variable && *variable) {
    text = variable;
    where = "PERCEPT_TOKEN";
  } else {
    return std::nullopt;
  }
  auto token = service::token_of(text);
  if (!token) return failure(where + ": " + token.error().message, token.error().hint);
  return std::optional(*token);
}

// Not waited for: it may live as long as the browser.
void show_in_browser(std::string address) {
  if (std::size_t at = address.find("//0.0.0.0:"); at != std::string::npos) address.replace(at + 2, 7, "127.0.0.1");
  const char* browser = std::getenv("BROWSER");
  std::string program = browser && *browser ? browser : "xdg-open";
  char* arguments[] = {program.data(), address.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0)
    print_error({fmt::format("{} cannot be started", program), "open " + address + " in a browser"});
}

}  // namespace

int serve(const ServeCommandOptions& options) {
  StopOnSignal signals;
  auto token = given_token(options);
  if (!token) {
    print_error(token.error());
    return kUnreadable;
  }
  std::mutex printing;
  auto log = [&](const std::string& line) {
    if (options.quiet) return;
    std::lock_guard lock(printing);
    fmt::print(stderr, "{}\n", line);
  };
  std::string store = options.store.value_or(store::default_store());
  auto service = service::Service::start({.host = options.host,
                                          .port = options.port,
                                          .store = store,
                                          .games = options.games,
                                          .token = *token,
                                          .matches_at_once = options.max_matches,
                                          .watchers = kWatchers,
                                          .megabytes = options.megabytes,
                                          .poll_seconds = options.poll,
                                          .version = PERCEPT_VERSION,
                                          .log = log});
  if (!service) {
    print_error(service.error());
    return kUnreadable;
  }
  fmt::print("percept serves at {}, games of {}, records in {}\n", (*service)->address(), options.games, store);
  if ((*service)->token() && !*token)
    fmt::print("changes need this token: Authorization: Bearer {}\n", *(*service)->token());
  else if ((*service)->token())
    fmt::print("changes need the token\n");
  std::fflush(stdout);
  if (options.open) show_in_browser((*service)->address());
  signals.wait_for_it();
  log("stopping: running matches are broken off, their records kept");
  (*service)->stop();
  return kSuccess;
}

}  // namespace percept::cli
