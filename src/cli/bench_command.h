// SPDX-License-Identifier: MIT
//
// `percept bench`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/exit_codes.h"
#include "game/game.h"

namespace percept::cli {

struct BenchOptions {
  std::vector<std::string> files;  // may be none for a signature, which then is of fixed games
  bool signature = false;
  game::Game::Choice engine = game::Game::Choice::kAuto;
  double seconds = 2;  // of CPU time for the playouts of a file
  std::uint64_t seed = 1;
  unsigned lanes = 0;
  bool single = false;
  bool json = false;
  bool markdown = false;
};
int bench(const BenchOptions& options);
int bench_signature(const BenchOptions& options);

}  // namespace percept::cli
