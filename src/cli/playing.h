// SPDX-License-Identifier: MIT
//
// What the commands that run a game share: making it from a file, and printing what roles do, see and win.
//
// Internal to cli/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_codes.h"
#include "game/game.h"
#include "game/told.h"

namespace percept::cli {

// The game; the findings of its rules, or why it cannot be run, are printed to the standard error.
OrExit<game::Game> make_game(const std::string& file, game::Game::Choice engine);

// The rule sheet, when it is one that can be played; as above.
OrExit<std::shared_ptr<const gdl::Description>> read_playable(const std::string& file);

// For each role what it is told when the joint move is made.
Result<std::vector<game::Percepts>> all_percepts(game::Game& game, const game::State& state,
                                                 const game::JointMove& moves);
// For each role the goal values that hold.
Result<std::vector<std::vector<int>>> all_goals(game::Game& game, const game::State& state);

// The percepts in a line, sorted as people expect; "nothing" when there are none.
std::string text_of(const game::Game& game, const game::Percepts& percepts);

// A line a role: its move, and in GDL-II what it sees. No percepts: only the moves.
void print_moves(const game::Game& game, const game::JointMove& moves, const std::vector<game::Percepts>& percepts);
// A line a role: its goal.
void print_goals(const game::Game& game, const std::vector<std::vector<int>>& goals);

}  // namespace percept::cli
