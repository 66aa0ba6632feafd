// SPDX-License-Identifier: MIT
//
// Relations that depend on neither state nor joint move are the same for ever. Those that are small when nothing is
// given are evaluated once, before all queries, and are facts from then on: they have indexes, and plans know their
// size. Larger ones stay rules, and are evaluated as far as queries need them.
//
// Threads may each call these with a program of their own.
#pragma once

#include "prove/machine.h"

namespace percept::prove {

void evaluate_rigid(program::Program& program, Database& database, Machine& machine, const Budget& budget = {});

}  // namespace percept::prove
