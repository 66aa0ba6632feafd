// SPDX-License-Identifier: MIT
//
// `percept match`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/exit_codes.h"
#include "game/game.h"
#include "game/playout.h"
#include "wire/dialect.h"

namespace percept::cli {

struct MatchCommandOptions {
  std::string file;
  std::vector<std::string> players;               // "role=SPEC", or SPEC for the next role
  std::optional<double> start_clock, play_clock;  // 0 is no limit; if not given, 30 and 10 s with players elsewhere
  std::optional<std::uint64_t> seed;
  std::vector<std::string> dialects;        // for all, or "role=DIALECT"
  bool tell_moves = false;                  // to players elsewhere, hidden ones too
  std::optional<wire::Dialect> convention;  // of clocks, whatever the dialect
  bool scramble = false;
  std::vector<std::string> descriptions;  // "role=FILE"
  game::Game::Choice engine = game::Game::Choice::kProver;
  std::size_t max_rounds = game::kMaxRounds;
  std::string id;
  std::optional<std::string> store;
  bool no_store = false;
  bool quiet = false;
  bool json = false;
  bool explain = false;  // board, knowledge and reasons round by round
};
int match(const MatchCommandOptions& options);

}  // namespace percept::cli
