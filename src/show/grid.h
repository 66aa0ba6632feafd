// SPDX-License-Identifier: MIT
//
// Which fluents form a board, and how: some arguments say where, the others say what, as in (cell a 4 wp) or (location
// king e 1). Nothing in a rule sheet tells; it is guessed from the values that arguments can have, from the initial
// state and from some random matches (columns.h, coordinates.h), and from what the author calls the variables.
//
// Wrong guesses make odd boards, never wrong ones: all fluents of a state are shown, on a board or beside it.
//
// Internal to show/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "game/game.h"
#include "show/columns.h"

namespace percept::show {

// Coordinates in one direction: one column, or two where boards stand on a board, the outer one first.
struct Axis {
  std::vector<std::size_t> columns;
  bool reversed = false;  // from high to low
};

struct Grid {
  std::string name;
  std::size_t arity = 0;
  std::vector<Column> columns = {};
  Axis across = {}, down = {};
  std::optional<std::size_t> sheet = {};   // a column whose values have a board each
  std::vector<std::size_t> contents = {};  // columns that say what is there; none for marks, as in (queen 3 5)
  // A fluent with two arguments that marks squares of this board: (pellet 3 5) beside (location pacman 3 4).
  std::optional<std::string> mark = {};

  // Is this what rule sheets call an empty square? Given the column's values, since b may be black.
  bool is_blank(const std::string& content, std::size_t column) const;
  bool has_blanks() const;  // the game says of empty squares that they are
};

// By name.
std::vector<Grid> find_grids(game::Game& game);

// The two arguments of a mark as a fact of the grid, whose contents are empty.
Fact marked(const program::Terms& terms, program::TermId mark, const Grid& grid);

}  // namespace percept::show
