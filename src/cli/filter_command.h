// SPDX-License-Identifier: MIT
//
// `percept filter`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/exit_codes.h"
#include "prove/support_set.h"

namespace percept::cli {

struct FilterOptions {
  std::string file;  // any logic program
  std::vector<std::string> known, unknown;
  std::vector<std::string> observed, not_observed;
  std::vector<std::string> queries;
  std::uint64_t max_supports = prove::SupportLimits().supports;
  bool json = false;
};
int filter(const FilterOptions& options);

}  // namespace percept::cli
