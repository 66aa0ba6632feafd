// SPDX-License-Identifier: MIT
//
// `percept perft`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <string>

#include "cli/exit_codes.h"
#include "game/game.h"

namespace percept::cli {

struct PerftOptions {
  std::string file;
  std::size_t depth = 0;
  game::Game::Choice engine = game::Game::Choice::kAuto;
  bool json = false;
};
int perft(const PerftOptions& options);

}  // namespace percept::cli
