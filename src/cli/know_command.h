// SPDX-License-Identifier: MIT
//
// `percept know`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/exit_codes.h"
#include "game/game.h"

namespace percept::cli {

struct KnowOptions {
  enum class Filter : unsigned char { kTwoSet, kExact };
  enum class Player : unsigned char { kRandom, kLegal };

  std::string file;
  std::string role;
  Filter filter = Filter::kExact;
  bool made_only = false;             // of two-set
  std::optional<std::size_t> worlds;  // of exact, as are the seconds
  std::optional<double> seconds;
  std::optional<std::string> match;  // a record to follow
  std::size_t nth = 1;               // of the matches of a record
  bool interactive = false;
  std::optional<std::uint64_t> seed;  // else a match is played; a seed is drawn when none is given
  Player player = Player::kRandom;    // who chooses the role's moves in it
  game::Game::Choice engine = game::Game::Choice::kProver;
  std::optional<std::size_t> max_rounds;
  bool go_on = false;               // after what nothing explains
  bool all = false;                 // show long lists whole
  std::string told;                 // of an incomplete description: what was done and seen
  std::optional<std::string> game;  // and the complete rules, where a match is to be played
  std::optional<std::string> why;
  bool json = false;
};
int know(const KnowOptions& options);

}  // namespace percept::cli
