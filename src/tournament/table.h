// SPDX-License-Identifier: MIT
//
// How a tournament stands: what the store has of it, means and ratings of the players, and these as JSON, Markdown or
// rows to print. A table depends on the results alone, so that a tournament that was taken up again and one that never
// stopped give the same text.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/statistics.h"
#include "store/store.h"
#include "tournament/rating.h"
#include "tournament/tournament.h"

namespace percept::tournament {

// What became of a match of the schedule; of several attempts, the first that ended, else the last.
struct MatchResult {
  std::size_t number = 0, attempt = 1;
  record::Status status = record::Status::kRunning;
  std::vector<std::optional<int>> goals;  // by role, without nature
  std::vector<std::size_t> faults;        // the same
  std::string id = {};
  bool finished() const { return status == record::Status::kCompleted || status == record::Status::kFailed; }
};
// In the order of their numbers; a match that was never begun is not there. `attempt` is the highest there is.
Result<std::vector<MatchResult>> results_of(store::Store& store, const Tournament& tournament);

struct Standing {
  std::size_t matches = 0;
  Estimate score;                               // goals
  std::size_t wins = 0, draws = 0, losses = 0;  // in games of several roles: alone ahead, ahead with others, behind
  std::size_t faults = 0;
};
struct GameStandings {
  std::vector<Standing> players;
  std::vector<std::vector<Standing>> roles;  // by role and player
};
struct Table {
  Tournament tournament;
  std::size_t total = 0, completed = 0, failed = 0;
  std::vector<Standing> players;
  std::vector<Rating> ratings;
  std::vector<GameStandings> games;
  std::vector<std::size_t> order;  // of players, the best first
};
Table table_of(const Tournament& tournament, const std::vector<MatchResult>& results);

// Rows of texts under a head, to be aligned: the first column to the left, others to the right.
struct TextTable {
  std::string title;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};
std::vector<TextTable> text_tables_of(const Table& table);  // the players, then each game

std::string to_json(const Table& table);
std::string to_markdown(const Table& table);

}  // namespace percept::tournament
