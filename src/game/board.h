// SPDX-License-Identifier: MIT
//
// A state as a person likes to see it: boards for the fluents that form some (grid.h), side by side where they fit, and
// a list of all others by name below. Long names on a board are shortened, with a legend below.
//
//   Board board(game);                                // once: looks at the rules and plays a short random match
//   fmt::print("{}", board.text(state, color));
//
//      . . .
//      . x .
//      o . .
//      control  xplayer
#pragma once

#include <map>
#include <string>

#include "game/grid.h"

namespace percept::game {

class Board {
 public:
  explicit Board(Game& game);  // which has to live as long

  std::string text(const State& state, bool color = false) const;  // ends with a line break
  const std::vector<Grid>& grids() const { return grids_; }

 private:
  using ShortNames = std::map<std::string, std::string>;

  const Game& game_;
  std::vector<Grid> grids_;
  std::vector<std::vector<ShortNames>> short_names_;  // for each grid and each column of its contents
};

}  // namespace percept::game
