// SPDX-License-Identifier: MIT
//
// `percept serve`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <optional>
#include <string>

#include "cli/exit_codes.h"

namespace percept::cli {

struct ServeCommandOptions {
  std::string host = "127.0.0.1";
  int port = 9146;
  std::optional<std::string> store;
  std::string games = "games";
  std::optional<std::string> token_file;
  std::size_t max_matches = 4;
  double poll = 10;              // seconds
  std::size_t megabytes = 4096;  // of a match's process; 0 for no limit
  bool quiet = false;
  bool open = false;  // in a browser
};
int serve(const ServeCommandOptions& options);

}  // namespace percept::cli
