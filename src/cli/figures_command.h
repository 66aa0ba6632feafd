// SPDX-License-Identifier: MIT
//
// `percept lab figure2, figure3`: what its arguments say, and the command, which returns the exit code.
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

struct FigureCommandOptions {
  int number = 2;
  std::vector<std::string> games;     // instead of those of the figure
  std::optional<std::string> corpus;  // the folder with the competitions' rule sheets
  std::vector<std::string> engines;   // by name; all if none is given
  std::size_t matches = 1;
  std::size_t max_rounds = game::kMaxRounds;
  std::uint64_t seed = 1;
  double budget = 1;                  // CPU seconds for a round
  std::optional<std::string> output;  // a folder
  bool json = false;
};
int lab_figure(const FigureCommandOptions& options);

}  // namespace percept::cli
