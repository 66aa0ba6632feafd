// SPDX-License-Identifier: MIT
#include "search/knowledge_cfr.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "base/hash.h"
#include "lanes/rows.h"

namespace percept::search {
namespace {

constexpr const char* kForTwo = "what players know is solved for two of them";
constexpr const char* kOtherwise = "solve it on all views";

}  // namespace

Result<std::unique_ptr<KnowledgeCfr>> KnowledgeCfr::make(const Layout& layout, std::size_t bytes,
                                                         const Budget& budget) {
  if (layout.players() != 2) return failure(kForTwo, kOtherwise);
  return make(layout.shared_positions(), {layout.forest(0).knowledge(), layout.forest(1).knowledge()}, bytes, budget);
}

Result<std::unique_ptr<KnowledgeCfr>> KnowledgeCfr::make(std::shared_ptr<const Positions> positions,
                                                         const Limits& limits, const Budget& budget,
                                                         const OnProgress& progress) {
  if (positions->players.size() != 2) return failure(kForTwo, kOtherwise);
  Both both;
  Limits left = limits;
  for (std::size_t p = 0; p < 2; ++p) {
    auto made = Knowledge::make(*positions, p, left, budget, progress);
    if (!made) return tl::unexpected(made.error());
    both[p] = std::make_shared<const Knowledge>(std::move(*made));
    left.bytes -= std::min(left.bytes, both[p]->bytes());
  }
  return make(std::move(positions), both, left.bytes, budget);
}

Result<std::unique_ptr<KnowledgeCfr>> KnowledgeCfr::make(std::shared_ptr<const Positions> of, const Both& knowledge,
                                                         std::size_t bytes, const Budget& budget) {
  const Positions& positions = *of;
  if (positions.players.size() != 2) return failure(kForTwo, kOtherwise);
  std::unique_ptr<KnowledgeCfr> out(new KnowledgeCfr);
  out->positions_ = std::move(of);
  out->knowledge_ = knowledge;
  out->offset_ = positions.constant_sum().value_or(0) / 2.0;
  for (std::size_t p = 0; p < 2; ++p) {
    Player& player = out->players_[p];
    player.first.push_back(0);
    for (std::uint32_t set = 0; set < knowledge[p]->sets(); ++set) {
      player.first.push_back(player.first.back() + knowledge[p]->actions(set));
      player.chances.resize(player.first.back(), 1.0 / knowledge[p]->actions(set));
    }
    player.regrets.assign(player.chances.size(), 0);
    player.sums = player.regrets;
    player.fixed.resize(knowledge[p]->sets());
  }
  // Nodes of a round come from those of the round before.
  lanes::Rows now(2), next(2);
  const std::uint64_t start[2] = {0, 0};
  now.add(start);
  auto after = [&](std::size_t p, std::uint32_t set, std::uint32_t action, std::uint32_t seen) {
    return std::uint64_t{knowledge[p]->next(knowledge[p]->entry(set, action, seen))};
  };
  Budget own = budget;
  for (std::uint32_t base = 0; now.size() > 0;) {
    next.clear(2);
    base += static_cast<std::uint32_t>(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
      const std::uint64_t* row = now[i];
      Node node{static_cast<std::uint32_t>(row[0]),
                {static_cast<std::uint32_t>(row[0] >> 32), static_cast<std::uint32_t>(row[1])},
                out->to_.size()};
      out->nodes_.push_back(node);
      out->to_.resize(node.first + positions.first[node.position + 1] - positions.first[node.position]);
      if (i % 4096 == 0 && (out->bytes() > bytes || out->to_.size() >= kEnd || own.out_of_time()))
        return failure(own.out_of_time() ? "out of time while laying out what players know"
                                         : "what both players know takes more memory than there may be",
                       "give it more");
      out->each_edge(node, [&](std::uint64_t k, const std::uint32_t* actions) {
        std::uint64_t t = positions.first[node.position] + k;
        std::uint32_t to = positions.next[t];
        if (positions.over(to)) {
          out->to_[node.first + k] = kEnd | positions.payoff[to];
          return;
        }
        const std::uint64_t key[2] = {to | after(0, node.sets[0], actions[0], positions.seen[t * 2]) << 32,
                                      after(1, node.sets[1], actions[1], positions.seen[t * 2 + 1])};
        out->to_[node.first + k] = base + static_cast<std::uint32_t>(next.add(key).first);
      });
    }
    std::swap(now, next);
  }
  out->nodes_.push_back({0, {0, 0}, out->to_.size()});
  out->reach_.resize(out->nodes());
  out->values_.resize(out->nodes());
  return out;
}

// The joint moves of a node, with the actions of both players, in order.
template <class Visit>
void KnowledgeCfr::each_edge(const Node& node, Visit&& visit) const {
  const Positions& positions = *positions_;
  std::uint32_t counts[3], actions[3] = {}, role_of[2] = {};
  for (std::uint32_t role = 0, p = 0; role < positions.roles; ++role) {
    if (role == positions.nature) {
      counts[role] = positions.actions(node.position, role);
    } else {
      counts[role] = knowledge_[p]->actions(node.sets[p]);
      role_of[p++] = role;
    }
  }
  std::uint64_t count = positions.first[node.position + 1] - positions.first[node.position];
  for (std::uint64_t k = 0; k < count; ++k) {
    const std::uint32_t of_players[2] = {actions[role_of[0]], actions[role_of[1]]};
    visit(k, of_players);
    for (std::size_t role = positions.roles; role-- > 0;) {
      if (++actions[role] < counts[role]) break;
      actions[role] = 0;
    }
  }
}

double KnowledgeCfr::nature(const Node& node) const {
  return positions_->nature ? 1.0 / positions_->actions(node.position, *positions_->nature) : 1.0;
}

void KnowledgeCfr::fix(std::size_t player, std::uint32_t set, std::span<const double> chances) {
  Player& of = players_[player];
  PERCEPT_CHECK(chances.size() == of.first[set + 1] - of.first[set], "a chance for each legal move");
  std::ranges::copy(chances, of.chances.begin() + of.first[set]);
  of.fixed[set] = true;
}

void KnowledgeCfr::iterate() {
  ++iterations_;
  for (std::size_t p : {0u, 1u}) {
    weigh(p);
    update(p);
  }
}

void KnowledgeCfr::update(std::size_t p) {
  const Positions& positions = *positions_;
  Player& own = players_[p];
  const Player& other = players_[1 - p];
  // How likely chance and the other make a node, summed over all ways there.
  std::ranges::fill(reach_, 0.0);
  reach_[0] = 1;
  for (std::size_t i = 0; i < nodes(); ++i) {
    const Node& node = nodes_[i];
    double here = reach_[i] * nature(node);
    if (here == 0) continue;
    const double* of_other = &other.chances[other.first[node.sets[1 - p]]];
    each_edge(node, [&](std::uint64_t k, const std::uint32_t* actions) {
      if (std::uint32_t to = to_[node.first + k]; to < kEnd) reach_[to] += here * of_other[actions[1 - p]];
    });
  }
  gains_.assign(own.regrets.size(), 0);
  for (std::size_t i = nodes(); i-- > 0;) {
    const Node& node = nodes_[i];
    double here = nature(node), value = 0;
    const double* of_other = &other.chances[other.first[node.sets[1 - p]]];
    std::uint32_t first = own.first[node.sets[p]], last = own.first[node.sets[p] + 1];
    each_edge(node, [&](std::uint64_t k, const std::uint32_t* actions) {
      std::uint32_t to = to_[node.first + k];
      double worth =
          here * of_other[actions[1 - p]] * (to < kEnd ? values_[to] : positions.payoffs[to - kEnd][p] - offset_);
      value += own.chances[first + actions[p]] * worth;
      if (last - first > 1) gains_[first + actions[p]] += reach_[i] * worth;
    });
    values_[i] = value;
    if (last - first > 1)
      for (std::uint32_t m = first; m < last; ++m) gains_[m] -= reach_[i] * value;
  }
  auto t = static_cast<double>(iterations_);
  double positive = std::pow(t, 1.5) / (std::pow(t, 1.5) + 1);
  for (std::size_t set = 0; set + 1 < own.first.size(); ++set) {
    std::uint32_t first = own.first[set], last = own.first[set + 1];
    if (last - first < 2 || own.fixed[set]) continue;
    double sum = 0;
    for (std::uint32_t m = first; m < last; ++m) {
      double regret = own.regrets[m] + gains_[m];
      own.regrets[m] = regret * (regret > 0 ? positive : 0.5);
      sum += std::max(own.regrets[m], 0.0);
    }
    for (std::uint32_t m = first; m < last; ++m)
      own.chances[m] = sum > 0 ? std::max(own.regrets[m], 0.0) / sum : 1.0 / (last - first);
  }
}

// Adds the chances of this iteration to the average, in proportion to how likely the player itself gets there.
void KnowledgeCfr::weigh(std::size_t p) {
  const Knowledge& knowledge = *knowledge_[p];
  Player& player = players_[p];
  auto t = static_cast<double>(iterations_);
  double before = (t - 1) / t * ((t - 1) / t);
  std::vector<double> reach(knowledge.sets(), 0);
  reach[0] = 1;
  for (std::uint32_t set = 0; set < knowledge.sets(); ++set)
    for (std::uint32_t m = player.first[set]; m < player.first[set + 1]; ++m) {
      double there = reach[set] * player.chances[m];
      player.sums[m] = player.sums[m] * before + there;
      knowledge.each_next(set, m - player.first[set], [&](std::uint32_t, std::uint32_t next) { reach[next] += there; });
    }
}

std::vector<double> KnowledgeCfr::average(std::size_t p, std::uint32_t set) const {
  const Player& player = players_[p];
  std::vector<double> out(player.sums.begin() + player.first[set], player.sums.begin() + player.first[set + 1]);
  double sum = std::accumulate(out.begin(), out.end(), 0.0);
  for (double& chance : out) chance = sum > 0 ? chance / sum : 1.0 / static_cast<double>(out.size());
  return out;
}

Profile KnowledgeCfr::average(const Layout& layout) const {
  Profile out;
  for (std::size_t p = 0; p < 2; ++p) {
    const Forest& forest = layout.forest(p);
    Behaviour& behaviour = out.emplace_back(uniform_behaviour(forest));
    for (std::uint32_t set = 0; set < forest.information_sets(); ++set)
      std::ranges::copy(average(p, forest.set(forest.view_of[set])), behaviour.begin() + forest.first[set]);
  }
  return out;
}

void KnowledgeCfr::play_average(std::size_t p) {
  Player& player = players_[p];
  for (std::uint32_t set = 0; set + 1 < player.first.size(); ++set)
    std::ranges::copy(average(p, set), player.chances.begin() + player.first[set]);
}

double KnowledgeCfr::evaluate(std::size_t player) const {
  std::vector<double> values(nodes());
  for (std::size_t i = nodes(); i-- > 0;) {
    const Node& node = nodes_[i];
    double value = 0;
    each_edge(node, [&](std::uint64_t k, const std::uint32_t* actions) {
      std::uint32_t to = to_[node.first + k];
      double chance = 1;
      for (std::size_t p = 0; p < 2; ++p) chance *= players_[p].chances[players_[p].first[node.sets[p]] + actions[p]];
      value += chance * (to < kEnd ? values[to] : positions_->payoffs[to - kEnd][player]);
    });
    values[i] = value * nature(node);
  }
  return values[0];
}

double KnowledgeCfr::value(std::size_t player) const {
  KnowledgeCfr both = *this;
  for (std::size_t p : {0u, 1u}) both.play_average(p);
  return both.evaluate(player);
}

double KnowledgeCfr::response(std::size_t p, std::uint64_t iterations, const Budget& budget) const {
  KnowledgeCfr against = *this;
  against.play_average(1 - p);
  against.iterations_ = 0;
  Player& own = against.players_[p];
  std::ranges::fill(own.sums, 0.0);
  for (std::uint64_t i = 0; i < iterations && !budget.out_of_time(); ++i) {
    ++against.iterations_;
    against.weigh(p);
    against.update(p);
  }
  against.play_average(p);
  return against.evaluate(p);
}

std::size_t KnowledgeCfr::information_sets() const {
  std::size_t out = 0;
  for (const Player& player : players_)
    for (std::size_t set = 0; set + 1 < player.first.size(); ++set)
      out += player.first[set + 1] - player.first[set] > 1;
  return out;
}

std::size_t KnowledgeCfr::bytes() const {
  std::size_t out = nodes_.size() * (sizeof(Node) + 16) + to_.size() * 4;
  for (const Player& player : players_) out += player.first.size() * 4 + player.chances.size() * 32;
  return out;
}

}  // namespace percept::search
