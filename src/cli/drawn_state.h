// SPDX-License-Identifier: MIT
//
// States in the numbers of a belief's rules, drawn for people. What draws them is a game of its own in which no match
// is played: whoever shows what a role may know has no way to the true state.
//
// Internal to cli/.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "belief/rules.h"
#include "show/board.h"

namespace percept::cli {

class StateDrawing {
 public:
  static Result<std::unique_ptr<StateDrawing>> make(std::shared_ptr<const gdl::Description> description);

  const show::Board& board() const { return board_; }
  // The fluent of the rules as the board's game numbers it.
  Result<game::FluentId> drawn(const belief::Rules& rules, game::FluentId fluent);
  bool on_board(game::FluentId drawn) const;  // it is one of those that form a board

  // The boards with these fluents alone, nothing where there is no board.
  std::string boards(const game::State& drawn, bool color) const;
  // The fluents by name, a line each.
  std::string lists(const game::State& drawn, bool color) const;

 private:
  explicit StateDrawing(game::Game game) : game_(std::move(game)), board_(game_) {}

  game::Game game_;
  show::Board board_;
  std::vector<std::optional<game::FluentId>> drawn_;  // the rules' fluents as the game numbers them
};

}  // namespace percept::cli
