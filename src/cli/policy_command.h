// SPDX-License-Identifier: MIT
//
// `percept policy show`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace percept::cli {

struct PolicyOptions {
  std::string file;
  std::optional<std::string> role;
  std::vector<std::string> history;  // moves and percepts in turn
  std::size_t depth = 2;
  bool json = false;
};
int policy_show(const PolicyOptions& options);

}  // namespace percept::cli
