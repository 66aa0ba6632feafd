// SPDX-License-Identifier: MIT
//
// A game of GDL or GDL-II as sentences: what section 19.5 of the chapter is to 19.4. Each relation holds exactly where
// one of its rules makes it hold (Clark's completion), so that nothing is left open and the theory says what the game
// does. Percepts belong to the move, as in GDL-II: a sentence says that they come with one.
//
// Knowledge can be left out: that makes an incomplete description of any game.
//
// Any thread may call these.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "game/model.h"

namespace percept::igdl {

// In KIF, a sentence a line. A relation that depends on itself and on the position is said in levels, NAME_1, NAME_2,
// …, since a completion alone would let it hold for no reason. Fails for a game too large to ground.
Result<std::string> completion(const game::Model& model);

// The description without what is to be forgotten: `init`, `legal`, `sees`, `goal`, `terminal` leave out all sentences
// that speak of it; `next:F` those about what fluents of the name F become; any other text the sentence it is. Fails
// when there is nothing of that kind to forget.
Result<std::string> without(const gdl::Description& theory, const std::vector<std::string>& forgotten);

}  // namespace percept::igdl
