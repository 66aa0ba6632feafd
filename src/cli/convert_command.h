// SPDX-License-Identifier: MIT
//
// `percept convert`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_codes.h"
#include "gdl/description.h"

namespace percept::cli {

struct ConvertOptions {
  enum class To : unsigned char { kKif, kInfix, kIgdl };

  std::string file;
  To to = To::kKif;
  std::vector<std::string> forgotten;  // of an incomplete description
  std::optional<gdl::Habit> habit;
  std::string output;  // a file; empty for the standard output
};
int convert(const ConvertOptions& options);

}  // namespace percept::cli
