// SPDX-License-Identifier: MIT
//
// Gates that nobody listens to are kept from changing. In a game with rooks, whether the squares between two others are
// empty matters only where a rook stands; yet most changes of a position are changes of such gates. A gate is relevant
// only when one of its *guards* holds: for each of its users, an input among the user's other operands, or the user's
// own guards. Where these are few, they become an operand of the gate. What the roots compute stays the same, what the
// gates below them compute does not: gates that others read are to be named.
//
// Internal to circuit/.
#pragma once

#include <span>

#include "circuit/circuit.h"

namespace percept::circuit {

// Adds gates to the circuit, and takes the roots along. Gates that `plain` wires or loops need stay as they are.
void guard(Circuit& circuit, std::span<Wire> roots, std::span<const Wire> plain);

}  // namespace percept::circuit
