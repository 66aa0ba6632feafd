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
//
// What is known of a state can be shown, too: fluents that hold as above, and those that may with their probability
// (o 33%; o~33% when estimated; o? when there is none), `+` where something else is possible on the square, too. Lists
// of fluents that may hold have a ? behind their name.
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "show/grid.h"

namespace percept::show {

struct OpenFluent {
  game::FluentId fluent;
  std::optional<double> probability = {};
  bool exact = true;  // the probability; else it is an estimate
};

class Board {
 public:
  explicit Board(game::Game& game);  // which has to live as long

  std::string text(const game::State& state, bool color = false) const;  // ends with a line break
  // What is known. Of open fluents beside the boards at most so many of a name are listed, the likeliest.
  std::string text(const game::State& known, const std::vector<OpenFluent>& open, bool color = false,
                   std::size_t most = SIZE_MAX) const;
  const std::vector<Grid>& grids() const { return grids_; }

 private:
  using ShortNames = std::map<std::string, std::string>;

  const game::Game& game_;
  std::vector<Grid> grids_;
  std::vector<std::vector<ShortNames>> short_names_;  // for each grid and each column of its contents
};

}  // namespace percept::show
