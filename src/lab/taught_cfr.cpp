// SPDX-License-Identifier: MIT
#include "lab/taught_cfr.h"

#include <algorithm>

#include "base/check.h"

namespace percept::lab {

TaughtCfr::TaughtCfr(const search::Layout& layout, double unit) {
  const search::Positions& positions = layout.positions();
  PERCEPT_CHECK(positions.players.size() == 2 && positions.constant_sum(),
                "two players with a constant sum are needed");
  std::vector<std::uint32_t> position = {0};  // by node
  nodes_.push_back({0, 0, 0, 0});
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    std::uint32_t p = position[i];
    nodes_[i].first = nodes_[i].last = static_cast<std::uint32_t>(nodes_.size());
    if (positions.over(p)) {
      nodes_[i].payoff = (positions.payoffs[positions.payoff[p]][0] - layout.offset()) / unit;
      continue;
    }
    for (std::uint64_t t = positions.first[p]; t < positions.first[p + 1]; ++t) {
      position.push_back(positions.next[t]);
      nodes_.push_back({0, 0, 1 - nodes_[i].mover, 0});
    }
    nodes_[i].last = static_cast<std::uint32_t>(nodes_.size());
    most_ = std::max<double>(most_, nodes_[i].last - nodes_[i].first);
  }
  regrets_.assign(nodes_.size(), 0);
  average_ = regrets_;
  current_ = regrets_;
  for (const Node& node : nodes_)
    for (std::uint32_t to = node.first; to < node.last; ++to) current_[to] = 1.0 / (node.last - node.first);
}

void TaughtCfr::iterate() {
  constexpr double kFloor = 1e-16;
  ++iterations_;
  std::vector<double> reach[2] = {std::vector<double>(nodes_.size(), 1), std::vector<double>(nodes_.size(), 1)};
  std::vector<double> values(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    for (std::uint32_t to = nodes_[i].first; to < nodes_[i].last; ++to)
      for (std::uint32_t player : {0u, 1u})
        reach[player][to] = reach[player][i] * (player == nodes_[i].mover ? current_[to] : 1);
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const Node& node = nodes_[i];
    values[i] = node.payoff;
    for (std::uint32_t to = node.first; to < node.last; ++to) values[i] += current_[to] * values[to];
    double weight = node.mover == 0 ? reach[1][i] : -reach[0][i], sum = (most_ - (node.last - node.first)) * kFloor;
    for (std::uint32_t to = node.first; to < node.last; ++to)
      sum += std::max(kFloor, regrets_[to] += weight * (values[to] - values[i]));
    for (std::uint32_t to = node.first; to < node.last; ++to) {
      current_[to] = std::max(kFloor, regrets_[to]) / sum;
      average_[to] += (current_[to] - average_[to]) / static_cast<double>(iterations_);
    }
  }
}

double TaughtCfr::nash_conv() const {
  double out = 0;
  std::vector<double> values(nodes_.size());
  for (std::uint32_t player : {0u, 1u}) {
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      const Node& node = nodes_[i];
      values[i] = player == 0 ? node.payoff : -node.payoff;
      if (node.first == node.last) continue;
      if (node.mover == player)
        values[i] = *std::max_element(values.begin() + node.first, values.begin() + node.last);
      else
        for (std::uint32_t to = node.first; to < node.last; ++to) values[i] += average_[to] * values[to];
    }
    out += values[0];
  }
  return out;
}

}  // namespace percept::lab
