// SPDX-License-Identifier: MIT
#include "search/value_learner.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/bits.h"
#include "base/check.h"

namespace percept::search {
namespace {

constexpr std::uint32_t kMatchesLookedAt = 512;  // that show which fluents count
constexpr std::size_t kMostCompared = 700;       // fluents
constexpr double kMostPairsCounted = 1e8;
constexpr std::uint32_t kNoNumber = 0xFFFFFFFF;
constexpr double kShareOfBatch = 0.05;  // in the errors that are told

// Of fluents with the counts of their pairs those that say something new: not one that holds exactly where none of some
// rarer ones does, of which there is never more than one.
std::vector<bool> telling(const std::vector<std::uint32_t>& pairs, std::size_t count, std::size_t positions) {
  auto often = [&](std::uint32_t f) { return pairs[f * count + f]; };
  std::vector<std::uint32_t> order(count), group;
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, std::greater(), often);
  std::vector<bool> out(count, true);
  for (std::uint32_t f : order) {
    group.assign(1, f);
    std::size_t covered = often(f);
    for (std::uint32_t g : order) {
      if (!out[g] || std::ranges::any_of(group, [&](std::uint32_t h) { return pairs[g * count + h] > 0; })) continue;
      group.push_back(g);
      covered += often(g);
    }
    out[f] = covered < positions;
  }
  return out;
}

// From random matches.
LearntValue::Shape shape_of(Simulator& simulator, const LearnSettings& settings, const Budget& budget) {
  LearntValue::Shape out;
  std::vector<std::uint32_t> players;
  for (std::uint32_t role = 0; role < simulator.roles(); ++role) {
    out.lowest.push_back(static_cast<float>(simulator.lowest(role)));
    out.highest.push_back(static_cast<float>(simulator.highest(role)));
    if (simulator.nature() != role) players.push_back(role);
  }
  out.valued = players;
  SelfPlay play(simulator, {.matches = kMatchesLookedAt});
  play.run(nullptr, mixed(settings.seed), budget);
  // A constant sum.
  bool constant = players.size() == 2;
  std::optional<float> sum;
  for (const SelfPlay::Match& match : play.matches()) {
    if (match.goals.empty() || players.size() != 2) continue;
    float of = match.goals[players[0]] + match.goals[players[1]];
    constant = constant && std::abs(of - sum.value_or(of)) < 1e-4f;
    sum = of;
  }
  if (constant && sum) {
    out.left = players[1];
    out.sum = *sum;
    out.valued.pop_back();
  }
  // Fluents that come and go.
  const lanes::Rows& seen = play.positions();
  std::vector<std::size_t> counts(64 * seen.words(), 0);
  auto each_fluent = [&](std::size_t row, auto&& visit) {
    for (std::size_t w = 0; w < seen.words(); ++w)
      for_each_bit(seen[row][w], [&](unsigned bit) { visit(static_cast<std::uint32_t>(64 * w + bit)); });
  };
  for (std::size_t row = 0; row < seen.size(); ++row) each_fluent(row, [&](std::uint32_t f) { ++counts[f]; });
  std::vector<std::uint32_t> number(counts.size(), kNoNumber), some, of;
  for (std::uint32_t f = 0; f < counts.size(); ++f)
    if (counts[f] > 0 && counts[f] < seen.size()) {
      number[f] = static_cast<std::uint32_t>(some.size());
      some.push_back(f);
    }
  std::vector<bool> kept(some.size(), true);
  if (some.size() <= kMostCompared && !budget.out_of_time()) {
    double all = 0;
    for (std::uint32_t f : some) all += static_cast<double>(counts[f]);
    double held = all / static_cast<double>(std::max<std::size_t>(1, seen.size()));
    auto step = static_cast<std::size_t>(1 + all * held / kMostPairsCounted);  // every so many positions
    std::size_t looked_at = 0;
    std::vector<std::uint32_t> pairs(some.size() * some.size(), 0);
    for (std::size_t row = 0; row < seen.size(); row += step, ++looked_at) {
      of.clear();
      each_fluent(row, [&](std::uint32_t f) {
        if (number[f] != kNoNumber) of.push_back(number[f]);
      });
      for (std::uint32_t f : of)
        for (std::uint32_t g : of) ++pairs[f * some.size() + g];
    }
    kept = telling(pairs, some.size(), looked_at);
  }
  double held = 0;
  for (std::size_t k = 0; k < some.size(); ++k)
    if (kept[k]) {
      out.fluents.push_back(some[k]);
      held += static_cast<double>(counts[some[k]]);
    }
  out.pairs =
      LearntValue::pairs_fit(out.fluents.size(), held / static_cast<double>(std::max<std::size_t>(1, seen.size())));
  return out;
}

}  // namespace

ValueLearner::ValueLearner(Simulator& simulator, const LearnSettings& settings, const Budget& budget)
    : ValueLearner(simulator, settings, LearntValue(shape_of(simulator, settings, budget)), {}, {}) {}

ValueLearner::ValueLearner(Simulator& simulator, const LearnSettings& settings, LearntValue value,
                           std::vector<float> squares, const LearnProgress& progress)
    : simulator_(simulator),
      settings_(settings),
      play_(simulator, settings.play),
      value_(std::move(value)),
      squares_(std::move(squares)),
      progress_(progress) {
  PERCEPT_CHECK(simulator.in_lanes(), "values are learnt in lanes");
  PERCEPT_CHECK(value_.roles() == simulator.roles(), "a value of this game");
  squares_.resize(value_.weights().size(), 0);
}

std::uint64_t ValueLearner::run(std::uint64_t batches, const Budget& budget) {
  for (std::uint64_t done = 0; done < batches; ++done) {
    std::uint64_t seed = mixed(mixed(settings_.seed) + progress_.batches);
    bool informed = settings_.greedy && progress_.batches > 0;
    if (budget.out_of_time() || !play_.run(informed ? &value_ : nullptr, seed, budget) || simulator_.trouble())
      return done;
    predict();
    learn();
    ++progress_.batches;
  }
  return batches;
}

void ValueLearner::predict() {
  value_.evaluate(play_.positions(), values_);
  const LearntValue::Shape& shape = value_.shape();
  double error = 0, sum = 0, squares = 0, count = 0;
  for (const SelfPlay::Match& match : play_.matches())
    for (std::uint32_t role : shape.valued) {
      double range = shape.highest[role] - shape.lowest[role];
      if (match.goals.empty() || range <= 0) continue;
      double goal = (match.goals[role] - shape.lowest[role]) / range;
      for (std::uint32_t position : match.positions) {
        double away = (values_[position * value_.roles() + role] - match.goals[role]) / range;
        error += away * away;
        sum += goal;
        squares += goal * goal;
        ++count;
      }
    }
  if (count == 0) return;
  // Means of squares, of which the batch is a small part once there were many.
  double share = std::max(kShareOfBatch, 1 / static_cast<double>(progress_.batches + 1));
  auto take = [&](double& mean, double of) { mean = std::sqrt(mean * mean + share * (of - mean * mean)); };
  take(progress_.error, error / count);
  take(progress_.constant, std::max(0.0, squares / count - sum / count * (sum / count)));
}

// Positions of a match from the last one back.
void ValueLearner::learn() {
  const LearntValue::Shape& shape = value_.shape();
  std::span<float> weights = value_.weights();
  std::vector<std::uint32_t> active;
  std::vector<double> goals(shape.valued.size());
  for (const SelfPlay::Match& match : play_.matches()) {
    if (match.goals.empty()) continue;
    ++progress_.matches;
    progress_.positions += match.positions.size();
    auto part = [&](std::size_t v, float goal) {
      std::uint32_t role = shape.valued[v];
      double range = shape.highest[role] - shape.lowest[role];
      return range <= 0 ? 0.5 : std::clamp((goal - shape.lowest[role]) / range, 0.0, 1.0);
    };
    for (std::size_t v = 0; v < goals.size(); ++v) goals[v] = part(v, match.goals[shape.valued[v]]);
    for (std::size_t i = match.positions.size(); i-- > 0;) {
      std::uint32_t position = match.positions[i];
      value_.active(play_.positions().row(position), active);
      double rate = settings_.rate / static_cast<double>(active.size());
      for (std::size_t v = 0; v < goals.size(); ++v) {
        double slope = value_.slope(v, active, goals[v]);
        auto square = static_cast<float>(slope * slope);
        for (std::uint32_t at : active) {
          std::size_t weight = v * value_.size() + at;
          squares_[weight] += square;
          // Rates fall by how much each weight was learnt (AdaGrad; Duchi, Hazan and Singer 2011).
          weights[weight] -= static_cast<float>(rate * slope / std::sqrt(squares_[weight] + 1));
        }
        double before = part(v, values_[position * value_.roles() + shape.valued[v]]);
        goals[v] = settings_.lambda * goals[v] + (1 - settings_.lambda) * before;
      }
    }
  }
}

}  // namespace percept::search
