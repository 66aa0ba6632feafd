// SPDX-License-Identifier: MIT
//
// `percept show`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <string>

#include "cli/exit_codes.h"

namespace percept::cli {

struct ShowOptions {
  std::string file;
  bool rules = false;
  bool json = false;
};
int show(const ShowOptions& options);

}  // namespace percept::cli
