// SPDX-License-Identifier: MIT
#include "search/evaluation.h"

namespace percept::search {
namespace {

constexpr std::size_t kRowGrain = 2048;  // information sets

}  // namespace

Behaviour uniform_behaviour(const Forest& forest) {
  Behaviour out(forest.sequences(), 1.0);
  for (std::uint32_t set = 0; set < forest.information_sets(); ++set)
    for (std::uint32_t s = forest.first[set]; s < forest.first[set + 1]; ++s)
      out[s] = 1.0 / (forest.first[set + 1] - forest.first[set]);
  return out;
}
Profile uniform_profile(const Layout& layout) {
  Profile out;
  for (std::size_t player = 0; player < layout.players(); ++player)
    out.push_back(uniform_behaviour(layout.forest(player)));
  return out;
}

Plan plan_of(const Forest& forest, const Behaviour& behaviour, Crew& crew) {
  Plan out(forest.sequences(), 1.0);
  for (std::size_t layer = 0; layer + 1 < forest.layers.size(); ++layer) {
    std::uint32_t from = forest.layers[layer];
    crew.each(
        forest.layers[layer + 1] - from,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t set = from + begin; set < from + end; ++set)
            for (std::uint32_t s = forest.first[set]; s < forest.first[set + 1]; ++s)
              out[s] = out[forest.parent[set]] * behaviour[s];
        },
        kRowGrain);
  }
  return out;
}

double best_response(const Forest& forest, const std::vector<double>& gradient, Crew& crew, Behaviour* behaviour) {
  std::vector<double> values(forest.information_sets());
  if (behaviour != nullptr) behaviour->assign(forest.sequences(), 0.0);
  auto worth = [&](std::uint32_t s) {
    double out = gradient[s];
    for (std::uint32_t set = forest.child[s]; set < forest.child[s + 1]; ++set) out += values[set];
    return out;
  };
  for (std::size_t layer = forest.layers.size() - 1; layer-- > 0;) {
    std::uint32_t from = forest.layers[layer];
    crew.each(
        forest.layers[layer + 1] - from,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t set = from + begin; set < from + end; ++set) {
            std::uint32_t best = forest.first[set];
            double most = worth(best);
            for (std::uint32_t s = best + 1; s < forest.first[set + 1]; ++s)
              if (double w = worth(s); w > most) {
                most = w;
                best = s;
              }
            values[set] = most;
            if (behaviour != nullptr) (*behaviour)[best] = 1;
          }
        },
        kRowGrain);
  }
  if (behaviour != nullptr) (*behaviour)[0] = 1;
  return worth(0);
}

Evaluation evaluate(const Layout& layout, const Profile& profile, Crew& crew) {
  Evaluation out;
  std::vector<Plan> plans;
  for (std::size_t player = 0; player < layout.players(); ++player)
    plans.push_back(plan_of(layout.forest(player), profile[player], crew));
  for (std::size_t player = 0; player < layout.players(); ++player) {
    const Forest& forest = layout.forest(player);
    std::vector<double> gradient(forest.sequences());
    layout.outcomes().gradient(player, plans, gradient, crew);
    double value = 0;
    for (std::uint32_t s = 0; s < forest.sequences(); ++s) value += gradient[s] * plans[player][s];
    double best = best_response(forest, gradient, crew);
    out.nash_conv += best - value;
    out.values.push_back(value + layout.offset());
    out.best.push_back(best + layout.offset());
  }
  return out;
}

}  // namespace percept::search
