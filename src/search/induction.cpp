// SPDX-License-Identifier: MIT
#include "search/induction.h"

#include <algorithm>

namespace percept::search {

bool sees_all(const Positions& positions) {
  std::size_t players = positions.players.size();
  struct Seen {
    std::uint32_t action, percepts, next;
    auto operator<=>(const Seen&) const = default;
  };
  std::vector<Seen> seen;
  for (std::uint32_t p = 0; p < positions.size(); ++p) {
    if (positions.over(p)) continue;
    std::size_t deciding = 0;
    for (std::size_t role = 0; role < positions.roles; ++role) deciding += positions.actions(p, role) > 1 ? 1 : 0;
    if (deciding > 1) return false;
    for (std::size_t player = 0; player < players; ++player) {
      bool own = positions.actions(p, positions.players[player]) > 1;
      seen.clear();
      for (std::uint64_t t = positions.first[p]; t < positions.first[p + 1]; ++t)
        seen.push_back({own ? static_cast<std::uint32_t>(t - positions.first[p]) : 0,
                        positions.seen[t * players + player], positions.next[t]});
      std::ranges::sort(seen);
      for (std::size_t i = 1; i < seen.size(); ++i)
        if (seen[i].action == seen[i - 1].action && seen[i].percepts == seen[i - 1].percepts &&
            seen[i].next != seen[i - 1].next)
          return false;
    }
  }
  return true;
}

PositionValues induct(const Positions& positions) {
  PositionValues out;
  std::size_t players = out.players = positions.players.size();
  out.values.resize(positions.size() * players);
  out.best.assign(positions.size(), kNone);
  for (std::uint32_t p = positions.size(); p-- > 0;) {
    float* value = out.values.data() + p * players;
    if (positions.over(p)) {
      for (std::size_t i = 0; i < players; ++i)
        value[i] = static_cast<float>(positions.payoffs[positions.payoff[p]][i]);
      continue;
    }
    std::uint64_t begin = positions.first[p], end = positions.first[p + 1];
    if (positions.nature && positions.actions(p, *positions.nature) > 1) {
      for (std::uint64_t t = begin; t < end; ++t)
        for (std::size_t i = 0; i < players; ++i)
          value[i] += out.of(positions.next[t], i) / static_cast<float>(end - begin);
      continue;
    }
    std::size_t mover = 0;
    while (mover + 1 < players && positions.actions(p, positions.players[mover]) < 2) ++mover;
    std::uint64_t best = begin;
    for (std::uint64_t t = begin + 1; t < end; ++t)
      if (out.of(positions.next[t], mover) > out.of(positions.next[best], mover)) best = t;
    out.best[p] = static_cast<std::uint32_t>(best - begin);
    for (std::size_t i = 0; i < players; ++i) value[i] = out.of(positions.next[best], i);
  }
  return out;
}

std::vector<std::uint64_t> best_line(const Positions& positions, const PositionValues& values) {
  std::vector<std::uint64_t> out;
  for (std::uint32_t p = 0; !positions.over(p); p = positions.next[out.back()])
    out.push_back(positions.first[p] + (values.best[p] == kNone ? 0 : values.best[p]));
  return out;
}

}  // namespace percept::search
