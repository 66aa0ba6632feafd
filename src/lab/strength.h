// SPDX-License-Identifier: MIT
//
// How strong players are: a fixed set of games, every strategy in each role against an opponent, with a number of
// leaves a move for figures that repeat anywhere, and with clocks for those that count. A result a match goes to a file
// as soon as it is there, so that the measurement goes on where it was cut off.
//
//   auto contests = contests_of(strength_games(), budgets);
//   auto results = read_results(file);                       // of this or an earlier call
//   measure(contests, folder, options, results, append);     // plays what is missing
//   to_markdown(contests, results, before)
//
// A contest is a player, an opponent, a game and a budget. One observation is the mean over all roles of the player's
// goal with one seed, the others played by the opponent. In games of one role there is none. By the clock nobody thinks
// while others do: a tenth of the time is a tenth, and a match takes one core.
//
// measure() starts threads of its own where there is no clock; the caller's is the only one that is called back.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/statistics.h"

namespace percept::lab {

struct StrengthGame {
  std::string_view name;  // of the rule sheet
  bool corpus = false;    // in games/gdl1 or gdl2 of the corpus; else ours
  bool hidden = false;    // something is
  unsigned players = 2;
  bool constant_sum = true;
  std::uint64_t peers = 0;  // playouts that the fastest other engine makes in a second (bench/peers.tsv), if compared

  bool even() const { return players <= 2 && constant_sum; }  // players of the same strength share its points
};
std::span<const StrengthGame> strength_games();

// Leaves a move, or where these are 0, seconds.
struct StrengthBudget {
  std::uint64_t leaves = 0;
  double seconds = 0;
  std::size_t seeds = 4;

  std::string name() const;  // "1000 leaves", "0.1 s"
};

struct Contest {
  StrengthGame game;
  StrengthBudget budget;
  // Strategies, "cheat", "hyperplay-2012" or "uct-of-peers"; the opponent is empty in games of one role.
  std::string player, opponent;

  std::string key() const;
};
// Where nothing is hidden mcts against random, against itself with a tenth of the budget, and by the clock against
// plain UCT that makes as many playouts as another engine has time for in a second; else every strategy against random,
// hyperplay, and one that thinks as little as in 2012; resolve and auto by the clock alone.
std::vector<Contest> contests_of(std::span<const StrengthGame> games, std::span<const StrengthBudget> budgets);

struct StrengthResult {
  std::string contest;  // its key
  std::uint64_t seed = 0;
  double goal = 0;  // mean over the roles
  double faults = 0;
};
using StrengthResults = std::map<std::string, std::vector<StrengthResult>>;  // by contest
// A file that is not there has no results.
Result<StrengthResults> read_results(const std::string& file);
std::string to_line(const StrengthResult& result);
// A line at the end that was cut off while it was written goes, so that others can be written behind.
void mend_results(const std::string& file);

struct StrengthOptions {
  std::string games = "games", corpus;  // folders; without a corpus its games are left out
  std::size_t workers = 1;              // matches at a time, where there is no clock
};
// Plays what `results` lacks and adds to it; `done` is called with each new result, and an error ends it.
using StrengthDone = std::function<Result<void>(const StrengthResult&, std::size_t done, std::size_t all)>;
Result<void> measure_strength(std::span<const Contest> contests, const StrengthOptions& options,
                              StrengthResults& results, const StrengthDone& done, std::stop_token stop);

// Over all of them, each a group of its own.
Estimate strength_of(const StrengthResults& results, std::span<const Contest> contests);
std::string to_markdown(std::span<const Contest> contests, const StrengthResults& results,
                        const StrengthResults& before);

}  // namespace percept::lab
