// SPDX-License-Identifier: MIT
//
// `percept play`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/exit_codes.h"
#include "game/game.h"
#include "game/playout.h"

namespace percept::cli {

struct PlayOptions {
  std::string file;
  std::optional<std::uint64_t> seed;                        // one is drawn, and printed, when it is not given
  std::optional<std::string> role;                          // show only what this role may know
  game::Game::Choice engine = game::Game::Choice::kProver;  // done with a match before large rules are grounded
  std::size_t max_rounds = game::kMaxRounds;
  bool json = false;
};
int play(const PlayOptions& options);

}  // namespace percept::cli
