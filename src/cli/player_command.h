// SPDX-License-Identifier: MIT
//
// `percept player`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/exit_codes.h"

namespace percept::cli {

struct PlayerCommandOptions {
  std::string host = "*";
  std::uint16_t port = 9147;
  std::string strategy = "auto";
  std::string filter;  // of the strategy, if given
  std::string name = "percept";
  std::optional<std::uint64_t> seed;
  std::size_t megabytes = 4096;  // of a match's process; 0 for no limit
  bool quiet = false;
};
int player(const PlayerCommandOptions& options);

}  // namespace percept::cli
