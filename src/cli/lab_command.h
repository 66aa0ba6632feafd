// SPDX-License-Identifier: MIT
//
// `percept lab table1` and `percept lab igdl`: what their arguments say, and the commands, which return the exit code.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/exit_codes.h"
#include "game/playout.h"

namespace percept::cli {

struct Table1CommandOptions {
  enum class Filter : unsigned char { kTwoSet, kExact, kBoth };

  std::vector<std::string> games;     // instead of those of the table
  std::optional<std::string> corpus;  // the folder with the competitions' rule sheets
  std::size_t matches = 25;
  std::size_t max_rounds = game::kMaxRounds;
  std::uint64_t seed = 1;
  Filter filter = Filter::kBoth;
  std::size_t worlds = 200'000;  // budget of the exact filter
  double seconds = 10;
  std::optional<std::string> output;  // a folder
  bool json = false;
};
int lab_table1(const Table1CommandOptions& options);

struct IncompleteCommandOptions {
  std::string folder = "games/igdl";
  std::vector<std::string> descriptions;  // instead of those of the folder
  std::size_t matches = 10;
  std::uint64_t seed = 1;
  double seconds = 20;  // of CPU time for planning
  bool json = false;
};
int lab_igdl(const IncompleteCommandOptions& options);

}  // namespace percept::cli
