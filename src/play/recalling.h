// SPDX-License-Identifier: MIT
//
// A player whose first moves are given: it makes them, one a round, while it hears all and thinks of none, and plays on
// from there. So a match is played again up to a round, and from it on anew.
//
// One thread at a time calls a player.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "play/player.h"

namespace percept::play {

std::unique_ptr<Player> make_recalling(std::unique_ptr<Player> player, std::vector<std::string> moves);

}  // namespace percept::play
