// SPDX-License-Identifier: MIT
//
// Which positions a search keeps when its memory is full.
#include <algorithm>

#include "search/mcts.h"

namespace percept::search {

std::size_t Mcts::bytes() const {
  constexpr std::size_t kEntry = 16;  // of a table of hashes, about
  return rows_.size() * (8 * rows_.words() + kEntry) + nodes_.size() * sizeof(Node) +
         sums_.size() * (sizeof(double) + 2 * sizeof(float) + sizeof(std::uint32_t)) +
         actions_.size() * sizeof(Action) + mixes_.size() * sizeof(Mix) + edges_.size() * 2 * kEntry +
         (links_of_.size() + links_.size()) * sizeof(std::uint32_t) + local_.size() * (sizeof(Average) + 2 * kEntry);
}

// Positions that the search can still come to stay, and of these at most half of what there is room for: the most
// visited.
void Mcts::make_room() {
  std::vector<std::uint32_t> numbers;
  std::size_t count = 0;
  std::vector<std::vector<std::uint32_t>> reached(nodes_.size() > 0 ? 1 : 0);
  // Joint edges, by the node they lead from.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joint;
  for (const auto& [code, next] : edges_)
    if (next != kNoNode && (next & kPending) == 0) joint.emplace_back(static_cast<std::uint32_t>(code >> 32), next);
  std::ranges::sort(joint);
  std::size_t room = nodes_.size() / 2;
  for (std::uint32_t least = 0;; least = least == 0 ? 2 : 2 * least) {
    numbers.assign(nodes_.size(), kNoNode);
    std::vector<std::uint32_t> open;
    count = 0;
    auto reach = [&](std::uint32_t node) {
      if (node == kNoNode || (node & kPending) != 0 || numbers[node] != kNoNode || nodes_[node].visits < least) return;
      numbers[node] = 0;
      ++count;
      open.push_back(node);
    };
    for (std::uint32_t root : roots_) {
      if (numbers[root] != kNoNode) continue;
      numbers[root] = 0;
      ++count;
      open.push_back(root);
    }
    while (!open.empty()) {
      std::uint32_t node = open.back();
      open.pop_back();
      for (std::size_t role = 0; role < roles_; ++role)
        for (const Action& action : actions(node, role)) reach(action.child);
      if (nodes_[node].choosers <= 1) continue;
      for (auto at = std::ranges::lower_bound(joint, std::pair(node, 0u)); at != joint.end() && at->first == node; ++at)
        reach(at->second);
    }
    if (count <= std::max(room, roots_.size())) break;
  }
  std::uint32_t next = 0;
  for (std::uint32_t& number : numbers)
    if (number != kNoNode) number = next++;
  keep(numbers, count);
}

void Mcts::keep(const std::vector<std::uint32_t>& numbers, std::size_t count) {
  auto renumbered = [&](std::uint32_t node) {
    return node == kNoNode || (node & kPending) != 0 ? kNoNode : numbers[node];
  };
  lanes::Rows rows(rows_.words());
  std::vector<Node> nodes;
  std::vector<double> sums;
  std::vector<float> low, high;
  std::vector<std::uint32_t> begins{0};
  std::vector<Action> kept;
  std::vector<Mix> mixes;
  nodes.reserve(count);
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
    if (numbers[node] == kNoNode) continue;
    rows.add(rows_.row(node));
    nodes.push_back(nodes_[node]);
    std::size_t mix = nodes_[node].mix;
    if (mix != kNoNode) nodes.back().mix = static_cast<std::uint32_t>(mixes.size());
    for (std::size_t role = 0; role < roles_; ++role) {
      sums.push_back(sums_[node * roles_ + role]);
      low.push_back(low_[node * roles_ + role]);
      high.push_back(high_[node * roles_ + role]);
      for (Action action : actions(node, role)) {
        action.child = renumbered(action.child);
        kept.push_back(action);
        if (mix != kNoNode) mixes.push_back(mixes_[mix++]);
      }
      begins.push_back(static_cast<std::uint32_t>(kept.size()));
    }
  }
  tsl::robin_map<std::uint64_t, std::uint32_t, MixedHash> edges;
  for (const auto& [code, to] : edges_) {
    std::uint32_t from = numbers[code >> 32], next = renumbered(to);
    if (from != kNoNode && next != kNoNode) edges.insert({std::uint64_t{from} << 32 | (code & 0xFFFFFFFF), next});
  }
  links_of_.clear();
  links_.clear();
  local_.clear();
  local_at_.clear();
  for (std::uint32_t& root : roots_) root = numbers[root];
  rows_ = std::move(rows);
  nodes_ = std::move(nodes);
  sums_ = std::move(sums);
  low_ = std::move(low);
  high_ = std::move(high);
  begins_ = std::move(begins);
  actions_ = std::move(kept);
  mixes_ = std::move(mixes);
  edges_ = std::move(edges);
}

}  // namespace percept::search
