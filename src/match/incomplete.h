// SPDX-License-Identifier: MIT
//
// Matches in which roles have descriptions of their own (IGDL): before START the complete rules are held against each
// of them, and what a role sees is made to fit how its description reads `sees`.
//
// In GDL-II a percept belongs to the move: it is what `sees` says of the position in which the move was made, and of
// the move. In the chapter on incomplete descriptions it belongs to the position: a role sees the first position before
// its first move, and after a move the position that it led to. A game whose `sees` rules do not depend on `does` can
// be read either way. In a match with descriptions it is read as the chapter does, and the referee plays, and puts on
// record, the same game in GDL-II's words: percepts that say of the next position what they said of the present one.
//
// Plain functions: any thread may call them with games of its own.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "game/game.h"
#include "match/referee.h"

namespace percept::match {

// The rules with percepts of the position that a move leads to, in place of that in which it was made. For rules whose
// `sees` does not depend on `does`.
Result<std::shared_ptr<const gdl::Description>> seeing_next(const gdl::Description& rules);

struct IncompleteMatch {
  std::shared_ptr<const gdl::Description> rules;  // to play by: the game's, or those of seeing_next
  std::vector<OwnDescription> descriptions;
};
// Fails when a description cannot be read or reads percepts in another way than the others and the game, or when the
// game is not a model of it: the message says in which round, and by which sentences.
Result<IncompleteMatch> with_descriptions(game::Game& game, const std::vector<OwnDescription>& descriptions);

}  // namespace percept::match
