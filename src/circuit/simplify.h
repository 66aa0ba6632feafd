// SPDX-License-Identifier: MIT
//
// Passes over a circuit that keep what its roots compute. Each takes the roots along.
#pragma once

#include <span>
#include <vector>

#include "circuit/circuit.h"

namespace percept::circuit {

// Leaves out what no root needs, joins a conjunction with those that only it uses, and drops operands that another
// operand makes superfluous; until nothing changes.
Circuit flattened(Circuit circuit, std::vector<Wire>& roots);

// Common parts: pairs of operands that several conjunctions share become gates of their own, the most frequent first.
Circuit shared(Circuit circuit, std::vector<Wire>& roots);

}  // namespace percept::circuit
