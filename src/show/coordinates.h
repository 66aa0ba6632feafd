// SPDX-License-Identifier: MIT
//
// Which columns of a fluent say where something is. Coordinates are ordered and determine the rest: at most one thing
// is on a square. Best is an initial state with a fluent for every square; there even unordered columns may do, and
// make a table: (deck baron copper 7). Otherwise it takes some fluents at once to see a board.
//
// Internal to show/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "show/columns.h"

namespace percept::show {

using Chosen = std::vector<std::size_t>;  // columns, ascending

struct Coordinates {
  Chosen columns = {};    // two; three or four where there are several boards; none when there is no board
  bool complete = false;  // the initial state has something for every combination of their values there
};

// `placed` says that a move places the fluent: it names both arguments.
Coordinates find_coordinates(const FluentTable& table, bool placed);

// The values of a column in the initial state, if no others were seen later.
std::optional<std::vector<std::string>> lasting_values(const FluentTable& table, std::size_t column);

}  // namespace percept::show
