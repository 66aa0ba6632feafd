// SPDX-License-Identifier: MIT
//
// What the steps from rules to circuit made, as text for people. Relations that a step made are called `split#3`.
//
// Any thread may call these.
#pragma once

#include <string>

#include "ground/game_circuit.h"

namespace percept::ground {

std::string to_text(const SplitProgram& rules, const Program& program);
std::string to_text(const GroundProgram& ground, const program::Terms& terms);
// A line for each gate, then for each output.
std::string to_text(const GameCircuit& game, const program::Terms& terms);
// The circuit for Graphviz: inputs at the top, outputs at the bottom, dashed edges negate.
std::string to_dot(const GameCircuit& game, const program::Terms& terms);

}  // namespace percept::ground
