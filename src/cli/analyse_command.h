// SPDX-License-Identifier: MIT
//
// `percept analyse`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <string>

#include "lab/traits.h"

namespace percept::cli {

struct AnalyseOptions {
  std::string file;
  lab::TraitsOptions traits;
  bool json = false;
};
int analyse(const AnalyseOptions& options);

}  // namespace percept::cli
