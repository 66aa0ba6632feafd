// SPDX-License-Identifier: MIT
//
// Strongly connected components of a directed graph (Tarjan 1972), without recursion, so that the longest chain of
// rules cannot overflow the stack. Linear in nodes and edges.
//
// Any thread may call these.
#pragma once

#include <cstdint>
#include <vector>

namespace percept {

// For each node the nodes it points to.
using Adjacency = std::vector<std::vector<std::uint32_t>>;

// The number of each node's component. Components are numbered so that an edge never leads to a higher number: what a
// node depends on comes first.
std::vector<std::uint32_t> strong_components(const Adjacency& graph);

}  // namespace percept
