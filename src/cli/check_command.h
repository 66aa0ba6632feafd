// SPDX-License-Identifier: MIT
//
// `percept check`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_codes.h"

namespace percept::cli {

struct CheckOptions {
  std::vector<std::string> files;
  bool json = false;
  bool errors_only = false;
  std::vector<std::string> ignored;      // codes
  std::optional<std::string> explained;  // a code, or "all"
  std::optional<std::string> against;    // a complete game, for an incomplete description
  double seconds = 20;                   // of CPU time, for what an incomplete description says
};
int check(const CheckOptions& options);

}  // namespace percept::cli
