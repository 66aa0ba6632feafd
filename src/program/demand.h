// SPDX-License-Identifier: MIT
//
// Rules that leave variables of their head to whoever asks (check/by_use.h) get a literal that binds them: a demand,
// which holds of what the rules that ask may ask about (a "magic set", Bancilhon et al. 1986). From
//
//   (<= (sum ?x 0 ?x) (number 0))    (<= (next (score ?z)) (true (score ?x)) (sum ?x 0 ?z))
//
// become
//
//   (<= (sum1 ?x 0 ?x) (number 0) (demand1 ?x 0))
//   (<= (demand1 ?x 0) (true (score ?x)))
//   (<= (next (score ?z)) (true (score ?x)) (sum1 ?x 0 ?z))
//
// A relation has a copy for each set of arguments that are known when it is asked, and for each of what those who ask
// may depend on: what is legal must not come to depend on the moves that are made.
//
// Every rule is as true without its demand, so an engine that knows what it asks about may take demands for true: the
// prover does where it is called, circuits do everywhere.
//
// Internal to program/.
#pragma once

#include "base/result.h"
#include "program/program.h"

namespace percept::program {

// Of a program whose dependences are known. Fails where something is asked that leaves a variable open.
Result<void> bind_by_demand(Program& program, Keep keep);

}  // namespace percept::program
