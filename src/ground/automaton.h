// SPDX-License-Identifier: MIT
//
// The circuit of a game without its names, for what plays positions in lanes.
//
// Any thread may call these.
#pragma once

#include "circuit/automaton.h"
#include "ground/game_circuit.h"

namespace percept::ground {

// The game's circuit must outlive it. Fluent i is bit i of a row; circuits of the moment need other `bits`.
circuit::Automaton automaton_of(const GameCircuit& game);

}  // namespace percept::ground
