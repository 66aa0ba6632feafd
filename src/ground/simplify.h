// SPDX-License-Identifier: MIT
//
// What is known about positions and joint moves makes a game's circuit smaller. All passes keep its outputs in every
// position that can be reached and for every legal joint move; those marked two-valued use more than the rules as
// written say, so the two-set filter, which depends on that, does without them.
//
// Internal to ground/.
#pragma once

#include "ground/game_circuit.h"

namespace percept::ground {

// Fluents that never change and moves that are never legal, found by playing all moves at once in Kleene's three
// values, become constants. Fluents and moves that are never met are left out.
void fix_constants(GameCircuit& game);

// Two-valued. A role makes exactly one move, and that a legal one: beside does(r, m), other moves of the role are
// false, and what legal(r, m) demands is true; a move that is none of most is one of the others.
void use_moves(GameCircuit& game);

}  // namespace percept::ground
