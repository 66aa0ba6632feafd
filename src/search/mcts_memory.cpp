// SPDX-License-Identifier: MIT
//
// Which positions a search keeps when its memory is full.
#include <algorithm>

#include "search/mcts.h"

namespace percept::search {

std::size_t Mcts::bytes() const {
  constexpr std::size_t kEntry = 16;  // of a table of hashes, about
  return rows_.size() * (8 * rows_.words() + kEntry) + nodes_.size() * sizeof(Node) + stakes_.size() * sizeof(Stake) +
         actions_.size() * sizeof(Action) + mixes_.size() * sizeof(Mix) + edges_.size() * 2 * kEntry +
         (links_of_.size() + links_.size()) * sizeof(std::uint32_t) + local_.size() * (sizeof(Average) + 2 * kEntry);
}

// Positions that the search can still come to stay, and of these at most half of what there is room for: the most
// visited. Some of them may be out of reach without the others; these go the next time.
void Mcts::make_room() {
  std::vector<std::uint32_t> numbers(nodes_.size(), kNoNode), open;
  // Joint edges, by the node they lead from.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> joint;
  for (const auto& [code, next] : edges_)
    if (next != kNoNode && (next & kPending) == 0) joint.emplace_back(static_cast<std::uint32_t>(code >> 32), next);
  std::ranges::sort(joint);
  std::vector<std::uint32_t> visits;  // of what was reached
  auto reach = [&](std::uint32_t node) {
    if (node == kNoNode || (node & kPending) != 0 || numbers[node] != kNoNode) return;
    numbers[node] = 0;
    visits.push_back(nodes_[node].visits);
    open.push_back(node);
  };
  for (std::uint32_t root : roots_) reach(root);
  while (!open.empty()) {
    std::uint32_t node = open.back();
    open.pop_back();
    if (nodes_[node].choosers <= 1)
      for (const Action& action : actions(node, nodes_[node].chooser)) reach(action.child);
    else
      for (auto at = std::ranges::lower_bound(joint, std::pair(node, 0u)); at != joint.end() && at->first == node; ++at)
        reach(at->second);
  }
  std::size_t room = std::max(nodes_.size() / 2, roots_.size());
  if (visits.size() > room) {
    auto least = visits.end() - static_cast<std::ptrdiff_t>(room);
    std::nth_element(visits.begin(), least, visits.end());
    for (std::uint32_t node = 0; node < nodes_.size(); ++node)
      if (nodes_[node].visits <= *least) numbers[node] = kNoNode;
    for (std::uint32_t root : roots_) numbers[root] = 0;
  }
  std::uint32_t next = 0;
  for (std::uint32_t& number : numbers)
    if (number != kNoNode) number = next++;
  keep(numbers);
}

// In place: those that stay move to the front, and nothing is allocated again when others come.
void Mcts::keep(const std::vector<std::uint32_t>& numbers) {
  auto renumbered = [&](std::uint32_t node) {
    return node == kNoNode || (node & kPending) != 0 ? kNoNode : numbers[node];
  };
  std::vector<Mix> mixes;
  std::uint32_t count = 0, kept = 0;  // nodes and actions that stay
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
    if (numbers[node] == kNoNode) continue;
    std::size_t mix = nodes_[node].mix;
    if (mix != kNoNode) nodes_[node].mix = static_cast<std::uint32_t>(mixes.size());
    for (std::size_t role = 0; role < roles_; ++role) {
      Stake& to = stake(count, role) = stake(node, role);
      for (std::uint32_t at = to.first; at < to.first + to.count; ++at) {
        Action& moved = actions_[kept + at - to.first] = actions_[at];
        moved.child = renumbered(moved.child);
        if (mix != kNoNode) mixes.push_back(mixes_[mix++]);
      }
      to.first = kept;
      kept += to.count;
    }
    rows_.move(node, count);
    nodes_[count++] = nodes_[node];
  }
  rows_.truncate(count);
  nodes_.resize(count);
  stakes_.resize(count * roles_, Stake{});
  actions_.resize(kept, Action{});
  mixes_ = std::move(mixes);
  tsl::robin_map<std::uint64_t, std::uint32_t, MixedHash> edges;
  for (const auto& [code, to] : edges_) {
    std::uint32_t from = numbers[code >> 32], next = renumbered(to);
    if (from != kNoNode && next != kNoNode) edges.insert({std::uint64_t{from} << 32 | (code & 0xFFFFFFFF), next});
  }
  edges_ = std::move(edges);
  links_of_.clear();
  links_.clear();
  local_.clear();
  local_at_.clear();
  for (std::uint32_t& root : roots_) root = numbers[root];
}

}  // namespace percept::search
