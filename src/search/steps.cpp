// SPDX-License-Identifier: MIT
#include "search/steps.h"

#include "base/check.h"

namespace percept::search {

Steps::Steps(const Positions& positions, std::span<const Forest> forests)
    : positions_(positions), forests_(forests), players_(forests.size()) {
  PERCEPT_CHECK(players_ <= kMostPlayers, "more players than can be walked through");
  counts_.reserve(positions.size() * positions.roles);
  for (std::uint32_t p = 0; p < positions.size(); ++p)
    for (std::size_t role = 0; role < positions.roles; ++role) {
      PERCEPT_CHECK(positions.actions(p, role) < 0x10000, "more legal moves than can be walked through");
      counts_.push_back(static_cast<std::uint16_t>(positions.over(p) ? 0 : positions.actions(p, role)));
    }
  chain_end_.resize(positions.size());
  chain_length_.assign(positions.size(), 0);
  for (std::uint32_t p = positions.size(); p-- > 0;) {
    chain_end_[p] = p;
    if (positions.first[p + 1] - positions.first[p] != 1) continue;
    std::uint32_t next = positions.next[positions.first[p]];
    chain_end_[p] = chain_end_[next];
    chain_length_[p] = chain_length_[next] + 1;
  }
  for (const Forest& forest : forests) {
    auto& jump = jump_.emplace_back(forest.views());
    auto& length = length_.emplace_back(forest.views(), 0);
    for (std::uint32_t view = forest.views(); view-- > 0;) {
      jump[view] = view;
      std::uint32_t only = forest.only_next(view);
      if (only == kNone) continue;
      jump[view] = jump[only];
      length[view] = length[only] + 1;
    }
  }
}

Steps::Node Steps::start() const {
  Node out;
  for (std::size_t p = 0; p < players_; ++p) {
    out.views[p] = jump_[p][0];
    out.ahead[p] = length_[p][0];
  }
  pass(out);
  return out;
}

void Steps::pass(Node& node) const {
  while (chain_length_[node.position] > 0) {
    std::uint32_t length = chain_length_[node.position];
    bool all = true;
    for (std::size_t p = 0; p < players_; ++p) all = all && node.ahead[p] >= length;
    if (all) {
      for (std::size_t p = 0; p < players_; ++p) node.ahead[p] -= length;
      node.position = chain_end_[node.position];
      return;
    }
    std::uint64_t t = positions_.first[node.position];
    node.position = positions_.next[t];
    if (positions_.over(node.position)) return;
    for (std::size_t p = 0; p < players_; ++p) step(node, p, 0, positions_.seen[t * players_ + p]);
  }
}

}  // namespace percept::search
