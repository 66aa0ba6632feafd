// SPDX-License-Identifier: MIT
//
// `percept lab strength`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace percept::cli {

struct StrengthCommandOptions {
  std::vector<std::uint64_t> leaves;  // a move
  std::vector<double> seconds;
  std::size_t seeds = 8;
  std::vector<std::string> games;    // names of the set; all if none
  std::vector<std::string> players, opponents;  // contests of these alone
  std::string results = "lab/strength/results.jsonl";
  std::optional<std::string> before;  // results of a former release
  std::optional<std::string> corpus;
  std::string sheets = "games";  // ours
  std::string output = "lab/strength/strength.md";
  std::size_t workers = 0;  // one a core
  bool json = false;
};
int lab_strength(const StrengthCommandOptions& options);

}  // namespace percept::cli
