// SPDX-License-Identifier: MIT
//
// The benchmark of incomplete descriptions (IGDL): for each description what it leaves open, how many models it has,
// what its role can be sure to reach and what it can expect, and, in random matches of the complete game, how much its
// role comes to know and what a round of reasoning costs.
//
//   for (const IncompleteGame& game : incomplete_games("games/igdl"))
//     auto row = measure(game, options);
//
// NAME.ROLE.igdl is what ROLE is told of a game; the complete game is the sheet NAME.kif beside it, or that with the
// longest name that NAME begins with.
//
// One thread at a time: CPU seconds are measured.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "igdl/theory_belief.h"

namespace percept::lab {

struct IncompleteGame {
  std::string name, role;         // of NAME.ROLE.igdl
  std::string description, game;  // files
};
// Sorted by name. Fails when a folder cannot be read, or a file has no role in its name or no game beside it.
Result<std::vector<IncompleteGame>> incomplete_games(const std::string& folder);
Result<IncompleteGame> incomplete_game(const std::string& description);

struct IncompleteOptions {
  std::size_t matches = 10;
  std::uint64_t seed = 1;
  double seconds = 20;  // CPU time for planning
};

struct IncompleteRow {
  IncompleteGame game;
  std::vector<std::string> open;          // "first position", "legality", …
  bool model = false;                     // the complete game is one, as far as it was compared
  igdl::Count models, positions, worlds;  // before anything is told
  // The best policy
  int guaranteed = 0;
  double expected = 0;
  std::size_t planned = 0, won = 0;  // worlds it begins in, and in how many of them it surely wins
  bool proved = false;
  double planning = 0;  // CPU seconds
  // Random matches
  std::size_t rounds = 0, contradicted = 0;              // in all; matches in which nothing explains what is seen
  std::size_t knew_position = 0, knew_legal = 0;         // rounds in which nothing of it was open
  std::size_t rules_open = 0, rules_learnt = 0;          // atoms of the rules: at first, and known at the end, in all
  double grounding = 0, round_mean = 0, round_most = 0;  // CPU seconds
};
Result<IncompleteRow> measure(const IncompleteGame& game, const IncompleteOptions& options);

}  // namespace percept::lab
