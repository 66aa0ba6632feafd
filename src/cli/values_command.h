// SPDX-License-Identifier: MIT
//
// `percept lab values`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <optional>
#include <string>

namespace percept::cli {

struct ValuesOptions {
  std::optional<std::string> games;  // the folder of rule sheets
  unsigned threads = 0;
  bool json = false;
};
int lab_values(const ValuesOptions& options);

}  // namespace percept::cli
