// SPDX-License-Identifier: MIT
#include "base/components.h"

#include "support/support.h"

using namespace percept;

TEST_CASE("nodes that reach each other share a component") {
  Adjacency graph = {{1}, {2}, {0, 3}, {4}, {3}, {}};
  auto component = strong_components(graph);
  CHECK(component[0] == component[1]);
  CHECK(component[1] == component[2]);
  CHECK(component[3] == component[4]);
  CHECK(component[0] != component[3]);
  CHECK(component[5] != component[0]);
  CHECK(component[5] != component[3]);
}

TEST_CASE("an edge never leads to a component with a higher number") {
  Adjacency graph = {{1, 2}, {3}, {3}, {}, {0}};
  auto component = strong_components(graph);
  for (std::size_t from = 0; from < graph.size(); ++from)
    for (auto to : graph[from]) CHECK(component[to] <= component[from]);
}

TEST_CASE("components equal mutual reachability on random graphs") {
  std::uint64_t seed = 1;
  auto random = [&](std::uint64_t below) {
    return (seed = seed * 6364136223846793005u + 1442695040888963407u) >> 33 & 0x7FFFFFFF ? (seed >> 33) % below : 0;
  };
  for (int round = 0; round < 200; ++round) {
    std::size_t n = 1 + random(12);
    Adjacency graph(n);
    std::vector<std::vector<bool>> reach(n, std::vector<bool>(n));
    for (std::size_t i = 0; i < n; ++i) reach[i][i] = true;
    for (std::size_t edges = random(2 * n + 1); edges > 0; --edges) {
      auto from = random(n), to = random(n);
      graph[from].push_back(static_cast<std::uint32_t>(to));
      reach[from][to] = true;
    }
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
    auto component = strong_components(graph);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) CHECK((component[i] == component[j]) == (reach[i][j] && reach[j][i]));
  }
}

TEST_CASE("a chain of a million nodes does not overflow the stack") {
  Adjacency graph(1'000'000);
  for (std::uint32_t i = 0; i + 1 < graph.size(); ++i) graph[i].push_back(i + 1);
  auto component = strong_components(graph);
  CHECK(component.front() == graph.size() - 1);
  CHECK(component.back() == 0);
}
