// SPDX-License-Identifier: MIT
//
// What is to be measured for Table 1, and what others have published about it: the rows of the paper, of an independent
// Prolog implementation, and what enumerating all possible worlds found to be knowable; or any rule sheets.
//
// Internal to lab/.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace percept::lab {

// In how many matches it was known; absent where it was not asked.
struct Counts {
  std::size_t matches;
  std::size_t legal;
  std::optional<std::size_t> terminal, goal;
};

// A row as the paper prints it: a mark says "always", and there is a dash behind lost legal moves.
struct PaperRow {
  bool legal;
  std::optional<bool> terminal, goal;
  std::optional<double> seconds;
};

// The same experiment by an independent SWI-Prolog implementation of the paper. It did not follow a match further once
// legal moves were not known.
struct BaselineRow {
  Counts counts;
  double seconds;
};

struct Row {
  std::string game;  // as the paper calls it
  std::string role;
  std::string file;        // empty when there is no rule sheet for it
  bool own_sheet = false;  // one of ours stands in for the competition's
  bool made_only = false;  // filter by the percepts made alone, not by those that were not; two-set only
  std::optional<PaperRow> paper;
  std::optional<BaselineRow> baseline;
  std::optional<Counts> truth;  // what can be known, where enumerating all possible worlds came to an end
  std::string remark;           // why it differs from the paper's
};

// The rows of the paper's table, with a second one for the ghosts of Pacman. `corpus` is the folder with games/ and
// traces/ in it; what it lacks is looked for in the folder of our own sheets.
std::vector<Row> table1_rows(const std::filesystem::path& corpus, const std::filesystem::path& own_games);
// A row for each role but nature's.
Result<std::vector<Row>> rows_of_games(const std::vector<std::string>& files);

}  // namespace percept::lab
