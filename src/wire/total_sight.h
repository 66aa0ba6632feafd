// SPDX-License-Identifier: MIT
//
// Games of GDL-II in which nothing is hidden: their `sees` rules show every role every move of the others, whatever the
// position. Such a game can be played by whoever is told joint moves.
//
// Internal to wire/.
#pragma once

#include "gdl/description.h"

namespace percept::wire {

// Found from the form of the rules: (<= (sees ?r (did ?s ?m)) …facts about ?r and ?s… (does ?s ?m)), so that the answer
// may be no where a closer look would find that everything can be told. `random` need not see anything.
bool every_move_is_seen(const gdl::Description& rules);

}  // namespace percept::wire
