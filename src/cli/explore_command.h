// SPDX-License-Identifier: MIT
//
// `percept explore`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/exit_codes.h"
#include "game/game.h"

namespace percept::cli {

struct ExploreOptions {
  std::string file;
  std::optional<std::uint64_t> seed;
  game::Game::Choice engine = game::Game::Choice::kProver;
};
int explore(const ExploreOptions& options);

}  // namespace percept::cli
