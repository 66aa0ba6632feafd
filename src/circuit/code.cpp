// SPDX-License-Identifier: MIT
#include "circuit/code.h"

#include <algorithm>

#include "base/components.h"

namespace percept::circuit {
namespace {

// Depth first from the roots, without recursion: a gate comes right behind what it needs.
std::vector<std::uint32_t> depth_first(const Circuit& circuit, std::span<const Wire> roots,
                                       const std::vector<bool>& known) {
  std::vector<bool> met(circuit.size());
  std::vector<std::uint32_t> order, stack;
  auto enter = [&](std::uint32_t node) {
    Circuit::Kind kind = circuit.kind(node);
    if (known[node] || kind == Circuit::Kind::kConstant || kind == Circuit::Kind::kInput) return;
    stack.push_back(node);
  };
  for (Wire root : roots) {
    enter(root.node());
    while (!stack.empty()) {
      std::uint32_t node = stack.back();
      if (!met[node]) {
        met[node] = true;
        std::size_t size = stack.size();
        if (circuit.kind(node) == Circuit::Kind::kLoop) {
          order.push_back(node);  // before its driver: the path back to it is cut here
        }
        for (Wire wire : circuit.operands(node))
          if (!met[wire.node()]) enter(wire.node());
        std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(size), stack.end());
        continue;
      }
      stack.pop_back();
      if (circuit.kind(node) != Circuit::Kind::kLoop && (order.empty() || order.back() != node)) order.push_back(node);
    }
  }
  return order;
}

}  // namespace

Code compile(const Circuit& circuit, std::span<const Wire> roots, std::vector<bool>& known) {
  std::vector<std::uint32_t> order = depth_first(circuit, roots, known);
  // A node may stand on the stack twice before it is met; it is finished at its first leaving.
  std::vector<std::uint32_t> position(circuit.size(), UINT32_MAX);
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t node : order)
    if (position[node] == UINT32_MAX) {
      position[node] = static_cast<std::uint32_t>(nodes.size());
      nodes.push_back(node);
    }
  bool has_loops = std::any_of(nodes.begin(), nodes.end(),
                               [&](std::uint32_t node) { return circuit.kind(node) == Circuit::Kind::kLoop; });
  Code code;
  if (!has_loops) {
    code.order = std::move(nodes);
    for (std::uint32_t node : code.order) known[node] = true;
    return code;
  }
  Adjacency graph(nodes.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    for (Wire wire : circuit.operands(nodes[i]))
      if (position[wire.node()] != UINT32_MAX) graph[i].push_back(position[wire.node()]);
  std::vector<std::uint32_t> component = strong_components(graph);
  // Components in order, each with its gates in the order of their operands, which is that of their numbers.
  std::vector<std::uint32_t> sorted(nodes.size());
  for (std::uint32_t i = 0; i < sorted.size(); ++i) sorted[i] = i;
  std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    return component[a] != component[b] ? component[a] < component[b] : nodes[a] < nodes[b];
  });
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = i;
    Code::Block block{static_cast<std::uint32_t>(code.order.size()), 0, {}};
    for (; end < sorted.size() && component[sorted[end]] == component[sorted[i]]; ++end) {
      std::uint32_t node = nodes[sorted[end]];
      known[node] = true;
      if (circuit.kind(node) == Circuit::Kind::kLoop)
        block.loops.push_back(node);
      else
        code.order.push_back(node);
    }
    block.end = static_cast<std::uint32_t>(code.order.size());
    if (!block.loops.empty()) code.blocks.push_back(std::move(block));
    i = end;
  }
  return code;
}

Code compile(const Circuit& circuit, std::span<const Wire> roots) {
  std::vector<bool> known(circuit.size());
  return compile(circuit, roots, known);
}

}  // namespace percept::circuit
