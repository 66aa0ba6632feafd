// SPDX-License-Identifier: MIT
//
// `percept format`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <string>
#include <vector>

#include "cli/exit_codes.h"

namespace percept::cli {

struct FormatOptions {
  std::vector<std::string> files;
  bool write = false;
  bool check = false;
};
int format(const FormatOptions& options);

}  // namespace percept::cli
