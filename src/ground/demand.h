// SPDX-License-Identifier: MIT
//
// Demand: some relations are defined for far more than is ever asked. In
//
//   (<= (threatened ?r ?x ?y ?i ?j) (coordinate ?i) (coordinate ?j) (attacked ?r ?x ?y))
//
// the coordinates stand there only because a rule must say what its variables may be; those who ask know them. Such a
// relation gets a literal more, which holds of what the rules that ask may ask about (a "magic set", Bancilhon et al.
// 1986). So does one whose rule binds arguments by very many facts alone: by what is less than what, say, of all
// numbers there are. Like the domain relations of splitting it only tells the grounder where to look: a circuit takes
// it for true.
//
// Internal to ground/.
#pragma once

#include "ground/split.h"

namespace percept::ground {

SplitProgram with_demand(Program& program);

}  // namespace percept::ground
