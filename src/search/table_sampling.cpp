// SPDX-License-Identifier: MIT
#include "search/table_sampling.h"

#include <algorithm>
#include <cstring>

namespace percept::search {
namespace {

constexpr std::uint64_t kTurn = 16;  // iterations between two looks at the clock

// Threads learn into the same numbers; that one is lost now and then does not matter, that it is torn would.
float get(const float& at) { return std::atomic_ref<float>(const_cast<float&>(at)).load(std::memory_order_relaxed); }
void set(float& at, double value) {
  std::atomic_ref<float>(at).store(static_cast<float>(value), std::memory_order_relaxed);
}

}  // namespace

struct TableSampling::Walk {
  TableSampling& of;
  const Positions& positions;
  Random random;
  std::size_t player = 0;
  double weight = 1;  // of the policies of this iteration in the average
  std::uint64_t nodes = 0;
  std::vector<double> chances_of_other = {};
  std::vector<double> scratch = {};  // chances and worths of own moves on the way

  // Chances by regret matching, of a player with sequences from `first` on.
  void match(std::size_t p, std::uint32_t first, std::uint32_t count, double* out) const {
    const float* regrets = of.regrets_[p].data() + first;
    double sum = 0;
    for (std::uint32_t a = 0; a < count; ++a) sum += out[a] = std::max(0.0f, get(regrets[a]));
    for (std::uint32_t a = 0; a < count; ++a) out[a] = sum > 0 ? out[a] / sum : 1.0 / count;
  }
  std::uint32_t draw(const double* chances, std::uint32_t count) {
    double at = random.unit();
    std::uint32_t a = 0;
    while (a + 1 < count && (at -= chances[a]) >= 0) ++a;
    return a;
  }

  // The player's payoff from there on.
  double walk(const Steps::Node& node) {
    ++nodes;
    Steps::Move move{0, {}, {}, 1};
    std::uint32_t* actions = move.actions;
    std::uint32_t own_role = positions.players[player];
    std::uint64_t stride = 1, base = 0, own_stride = 0;
    std::copy_n(node.sequences, positions.players.size(), move.sequences);
    for (std::size_t role = positions.roles; role-- > 0;) {
      std::uint32_t count = of.steps_.actions(node.position, role);
      if (role == own_role) {
        own_stride = stride;
      } else if (count > 1) {
        if (role == positions.nature) {
          actions[role] = random.below(count);
        } else {
          auto p = static_cast<std::size_t>(std::ranges::find(positions.players, role) - positions.players.begin());
          std::uint32_t first = of.layout_->forest(p).sequence(node.views[p], 0);
          chances_of_other.resize(std::max<std::size_t>(chances_of_other.size(), count));
          double* chances = chances_of_other.data();
          match(p, first, count, chances);
          float* sums = of.sums_[p].data() + first;
          for (std::uint32_t a = 0; a < count; ++a)
            if (chances[a] > 0) set(sums[a], get(sums[a]) + weight * chances[a]);
          actions[role] = draw(chances, count);
          move.sequences[p] = first + actions[role];
        }
        base += stride * actions[role];
      }
      stride *= count;
    }
    base += positions.first[node.position];
    std::uint32_t count = of.steps_.actions(node.position, own_role);
    std::uint32_t first =
        count > 1 ? of.layout_->forest(player).sequence(node.views[player], 0) : node.sequences[player];
    auto worth = [&](std::uint32_t action) {
      actions[own_role] = action;
      move.sequences[player] = first + action;
      move.transition = base + own_stride * action;
      std::uint32_t to = of.steps_.landing(move.transition);
      if (positions.over(to)) return of.payoffs_[positions.payoff[to] * positions.players.size() + player];
      return walk(of.steps_.after(node, move));
    };
    if (count == 1) return worth(0);
    std::size_t at = scratch.size();
    scratch.resize(at + 2 * std::size_t{count});
    match(player, first, count, scratch.data() + at);
    double value = 0;
    for (std::uint32_t a = 0; a < count; ++a) {
      double of_action = worth(a);
      scratch[at + count + a] = of_action;
      value += scratch[at + a] * of_action;
    }
    float* regrets = of.regrets_[player].data() + first;
    // Never below zero, as in CFR+.
    for (std::uint32_t a = 0; a < count; ++a)
      set(regrets[a], std::max(0.0, get(regrets[a]) + scratch[at + count + a] - value));
    scratch.resize(at);
    return value;
  }
};

TableSampling::TableSampling(std::shared_ptr<const Layout> layout, std::uint64_t seed)
    : layout_(std::move(layout)), steps_(layout_->positions(), layout_->forests()), seed_(seed) {
  for (const std::vector<int>& goals : layout_->positions().payoffs)
    for (int goal : goals) payoffs_.push_back(goal - layout_->offset());
  for (const Forest& forest : layout_->forests()) {
    regrets_.emplace_back(forest.sequences(), 0.0f);
    sums_.emplace_back(forest.sequences(), 0.0f);
  }
}

void TableSampling::run(std::uint64_t iterations, Crew& crew, const Budget& budget) {
  std::atomic<std::uint64_t> begun = 0;
  std::uint64_t before = iterations_;
  crew.each(
      crew.threads(),
      [&](std::size_t begin, std::size_t end) {
        Budget own = budget;
        for (std::size_t lane = begin; lane < end; ++lane)
          for (std::uint64_t at = begun.fetch_add(kTurn); at < iterations && !own.out_of_time();
               at = begun.fetch_add(kTurn)) {
            std::uint64_t last = std::min(iterations, at + kTurn);
            for (std::uint64_t i = at; i < last; ++i) {
              Walk walk{*this, layout_->positions(), Random(mixed(seed_) ^ (before + i))};
              walk.weight = static_cast<double>(before + i + 1);
              for (walk.player = 0; walk.player < layout_->players(); ++walk.player) walk.walk(steps_.start());
              nodes_ += walk.nodes;
            }
            iterations_ += last - at;
          }
      },
      1);
}

Profile TableSampling::average() const {
  Profile out;
  for (std::size_t p = 0; p < layout_->players(); ++p) {
    const Forest& forest = layout_->forest(p);
    Behaviour& behaviour = out.emplace_back(forest.sequences(), 1.0);
    for (std::uint32_t set = 0; set < forest.information_sets(); ++set) {
      double sum = 0;
      std::uint32_t first = forest.first[set], last = forest.first[set + 1];
      for (std::uint32_t s = first; s < last; ++s) sum += sums_[p][s];
      for (std::uint32_t s = first; s < last; ++s) behaviour[s] = sum > 0 ? sums_[p][s] / sum : 1.0 / (last - first);
    }
  }
  return out;
}

std::string TableSampling::save() const {
  const std::uint64_t head[] = {seed_, iterations_, nodes_};
  std::string out(reinterpret_cast<const char*>(head), sizeof head);
  for (const auto* all : {&regrets_, &sums_})
    for (const std::vector<float>& of_player : *all)
      out.append(reinterpret_cast<const char*>(of_player.data()), of_player.size() * sizeof(float));
  return out;
}

Result<void> TableSampling::load(std::string_view in) {
  std::uint64_t head[3];
  if (in.size() != sizeof head + bytes())
    return failure("this is not a state of this game's sampling", "start again without it");
  auto take = [&](void* to, std::size_t size) {
    std::memcpy(to, in.data(), size);
    in.remove_prefix(size);
  };
  take(head, sizeof head);
  seed_ = head[0];
  iterations_ = head[1];
  nodes_ = head[2];
  for (auto* all : {&regrets_, &sums_})
    for (std::vector<float>& of_player : *all) take(of_player.data(), of_player.size() * sizeof(float));
  return {};
}

std::size_t TableSampling::bytes() const {
  std::size_t out = 0;
  for (const std::vector<float>& of_player : regrets_) out += 2 * of_player.size() * sizeof(float);
  return out;
}

}  // namespace percept::search
