// SPDX-License-Identifier: MIT
//
// A state as a person likes to see it: boards for the fluents that form some (grid.h), and a list of all others by
// name. Long names on a board are shortened, with a legend below.
//
//   Board board(game);                                // once: looks at the rules and plays a short random match
//   fmt::print("{}", board.text(state, color));
//
//      . . .
//      . x .
//      o . .
//      control  xplayer
//
// What is known of a state can be shown, too: fluents that hold, and those that may with their probability.
//
// A board is a function of the rules, whatever engine plays them. It draws in the numbers of one lexicon: a game's, or
// that of the rules a belief or sampler reasons with. Finding boards takes a walker for a moment, and is the only
// reason to make a game from those rules: on their circuit where it is there, else on the prover. It is gone before
// anything is drawn, so whoever shows what a role may know has no way to a state that was not given.
//
// A board never changes: threads may share it as they may share its lexicon.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "belief/rules.h"
#include "show/grid.h"
#include "show/picture.h"

namespace percept::show {

struct OpenFluent {
  game::FluentId fluent;
  std::optional<double> probability = {};
  bool exact = true;  // the probability; else it is an estimate
};

class Board {
 public:
  // Both have to live as long as the board.
  explicit Board(game::Game& game) : Board(game, game.lexicon()) {}
  static Result<Board> make(const belief::Rules& rules);

  // Known and open fluents in the lexicon's numbers; a state of another lexicon fails a check.
  Picture picture(const game::State& known, const std::vector<OpenFluent>& open = {}) const;
  bool on_board(game::FluentId fluent) const;  // it is one of those that form a board

  // The picture as a text.
  std::string text(const game::State& state, bool color = false) const { return text(state, {}, color); }
  std::string text(const game::State& known, const std::vector<OpenFluent>& open, bool color = false,
                   std::size_t most = SIZE_MAX) const {
    return to_text(picture(known, open), color, most);
  }

 private:
  using ShortNames = std::map<std::string, std::string>;

  // The game is of the same rules.
  Board(game::Game& game, const game::Lexicon& lexicon);

  const game::Lexicon* lexicon_;
  std::vector<Grid> grids_;
  std::vector<std::vector<ShortNames>> short_names_;  // for each grid and each column of its contents
};

}  // namespace percept::show
