// SPDX-License-Identifier: MIT
//
// What a search makes of the parts of a game (circuit/factors.h). What was found out about a move in one position tells
// something about it in all others in which its part is the same: k boards of n positions have k·n of these, not n^k.
// The averages of a part serve while a node knows little itself; nothing is proven by them.
#include <algorithm>

#include "search/mcts.h"

namespace percept::search {
namespace {

constexpr float kDoubt = 4;  // visits that an average of a part is worth less

}  // namespace

// The position with what matters of it. What was learnt of positions looks at all of them.
std::span<const std::uint64_t> Mcts::projected(std::span<const std::uint64_t> row) {
  if (factors_ == nullptr || factors_->idle == 0 || simulator_.blends()) return row;
  projected_.assign(row.begin(), row.end());
  for (std::size_t w = 0; w < projected_.size(); ++w)
    projected_[w] &= w < factors_->matters.size() ? factors_->matters[w] : 0;
  return projected_;
}

void Mcts::link(std::uint32_t node) {
  links_of_.resize(nodes_.size(), kNoNode);
  if (links_of_[node] != kNoNode) return;
  links_of_[node] = static_cast<std::uint32_t>(links_.size());
  std::vector<std::uint64_t> keys, part_row;
  for (std::size_t p = 0; p < factors_->parts.size(); ++p) {
    auto row = rows_.row(node);
    part_row.assign(row.begin(), row.end());
    const std::vector<std::uint64_t>& needs = factors_->parts[p].needs;
    for (std::size_t w = 0; w < part_row.size(); ++w) part_row[w] &= w < needs.size() ? needs[w] : 0;
    keys.push_back(mixed(row_hash(part_row) + p));
  }
  for (std::size_t role = 0; role < roles_; ++role)
    for (const Action& action : actions(node, role))
      for (std::size_t p = 0; p < keys.size(); ++p) {
        std::uint64_t kind = factors_->parts[p].kinds[role][action.move];
        std::uint64_t key = keys[p] ^ mixed(role << 32 | kind);
        auto [at, is_new] = local_at_.insert({key, static_cast<std::uint32_t>(local_.size())});
        if (is_new) local_.emplace_back();
        links_.push_back(at->second);
      }
}

std::span<const std::uint32_t> Mcts::links(std::uint32_t node, std::size_t role, std::uint32_t action) const {
  std::size_t parts = factors_->parts.size(), before = stake(node, role).first - stake(node, 0).first;
  return std::span(links_).subspan(links_of_[node] + (before + action) * parts, parts);
}

void Mcts::learn_in_parts(std::uint32_t node, std::size_t role, std::uint32_t action) {
  if (node >= links_of_.size() || links_of_[node] == kNoNode) return;
  for (std::uint32_t at : links(node, role, action)) {
    local_[at].sum += value_[role];
    ++local_[at].visits;
  }
}

// As if what is done to one part came on top of what is done to another.
float Mcts::worth_in_parts(std::uint32_t node, std::size_t role, std::uint32_t action, float otherwise) const {
  float out = otherwise;
  for (std::uint32_t at : links(node, role, action)) {
    auto visits = static_cast<float>(local_[at].visits);
    out += (static_cast<float>(local_[at].sum) - visits * otherwise) / (visits + kDoubt);
  }
  return std::clamp(out, 0.0F, 1.0F);
}

}  // namespace percept::search
