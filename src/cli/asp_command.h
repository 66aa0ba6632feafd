// SPDX-License-Identifier: MIT
//
// `percept asp`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/exit_codes.h"

namespace percept::cli {

struct AspOptions {
  std::string file;
  bool reactive = false;
  bool facts = false;
  bool goals = false;
  std::optional<std::string> role;
  std::optional<std::string> match;   // a record to follow; else a match is played
  std::size_t nth = 1;                // of the matches of a record
  std::optional<std::uint64_t> seed;  // of a match that is played; one is drawn when it is not given
  std::optional<std::size_t> round;   // so many; all if not given
};
int asp(const AspOptions& options);

}  // namespace percept::cli
