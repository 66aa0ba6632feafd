// SPDX-License-Identifier: MIT
//
// For games too large to ground: a circuit for the positions that some worlds are in.
//
// One thread at a time, as the rules.
#pragma once

#include "base/result.h"
#include "belief/rules.h"
#include "belief/world_set.h"

namespace percept::belief {

Result<std::shared_ptr<const NumberedCircuit>> local_circuit(Rules& rules, const WorldSet& worlds, RoleId observer,
                                                             const Budget& budget = {});

}  // namespace percept::belief
