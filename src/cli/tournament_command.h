// SPDX-License-Identifier: MIT
//
// `percept tournament`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <optional>
#include <string>

#include "cli/exit_codes.h"

namespace percept::cli {

struct TournamentCommandOptions {
  std::string file;  // the configuration; with `table` its name will do
  std::optional<std::string> store;
  std::size_t workers = 0;  // two for each core
  bool table = false;       // play nothing
  bool restart = false;
  bool json = false;
  bool markdown = false;
  std::optional<std::string> sequential;  // "0:30": stop when it is decided
};
int tournament(const TournamentCommandOptions& options);

}  // namespace percept::cli
