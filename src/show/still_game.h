// SPDX-License-Identifier: MIT
//
// A game in which nothing ever happens, of given words: for finding boards (grid.h) where there are words and no rules,
// as for an incomplete description. Its one position has a fluent for every combination of all arguments but the last,
// as a board has one for every square.
//
// Any thread may call it.
//
// Internal to show/.
#pragma once

#include "game/game.h"

namespace percept::show {

Result<game::Game> still_game(const game::Lexicon& words);

}  // namespace percept::show
