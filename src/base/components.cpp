// SPDX-License-Identifier: MIT
#include "base/components.h"

#include <algorithm>

namespace percept {

std::vector<std::uint32_t> strong_components(const Adjacency& graph) {
  constexpr std::uint32_t kUnseen = UINT32_MAX;
  struct Visit {
    std::uint32_t node;
    std::size_t next_edge;
  };
  std::vector<std::uint32_t> component(graph.size(), kUnseen), index(graph.size(), kUnseen), low(graph.size());
  std::vector<std::uint32_t> open;  // seen, component not yet known
  std::vector<Visit> path;
  std::uint32_t seen = 0, components = 0;

  for (std::uint32_t root = 0; root < graph.size(); ++root) {
    if (index[root] != kUnseen) continue;
    path.push_back({root, 0});
    while (!path.empty()) {
      auto& [node, next_edge] = path.back();
      if (next_edge == 0) {
        index[node] = low[node] = seen++;
        open.push_back(node);
      }
      if (next_edge < graph[node].size()) {
        std::uint32_t target = graph[node][next_edge++];
        if (index[target] == kUnseen)
          path.push_back({target, 0});
        else if (component[target] == kUnseen)
          low[node] = std::min(low[node], index[target]);
        continue;
      }
      std::uint32_t done = node;
      if (low[done] == index[done]) {
        std::uint32_t member;
        do {
          member = open.back();
          open.pop_back();
          component[member] = components;
        } while (member != done);
        ++components;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[done]);
    }
  }
  return component;
}

}  // namespace percept
