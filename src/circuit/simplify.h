// SPDX-License-Identifier: MIT
//
// Passes over a circuit that keep what its roots compute. Each takes the roots along.
//
// Any thread may call these.
#pragma once

#include <span>
#include <vector>

#include "circuit/circuit.h"

namespace percept::circuit {

// Leaves out what no root needs, joins a conjunction with those that only it uses, and drops operands that another
// operand makes superfluous; until nothing changes.
Circuit flattened(Circuit circuit, std::vector<Wire>& roots);

// Common parts of wide conjunctions become gates of their own. Every conjunction is taken apart into a tree by the
// numbers of its operands, bit by bit, so that sets which share a range of operands share its tree: "all but one" of n
// takes log n gates instead of n - 1 operands. What turns out to be used once is put together again.
Circuit shared(const Circuit& circuit, std::vector<Wire>& roots);

}  // namespace percept::circuit
