// SPDX-License-Identifier: MIT
#include "sample/hyperplay/hypergame_tree.h"

#include <algorithm>
#include <cmath>

namespace percept::sample {
namespace {

constexpr std::size_t kRemembered = 16;               // rounds, besides the start
constexpr std::size_t kCrowded = 8;                   // times the hypergames wanted: more are thinned out
constexpr std::size_t kManySteps = 64 * kRemembered;  // times the hypergames wanted

}  // namespace

HypergameTree::HypergameTree(std::shared_ptr<Rules> rules, RoleId role, const Options& options)
    : roles_(rules->roles()),
      wanted_(std::max<std::size_t>(options.particles, 1)),
      histories_(options.histories),
      explainer_(rules, role, options.opponents, options.seed),
      random_(options.seed),
      steps_(roles_),
      random_before_(options.seed) {
  game::State initial;
  for (FluentId fluent : rules->initial()) initial.insert(fluent);
  std::uint32_t step = steps_.add({Steps::kNone, 0, layer(0).positions.add(initial.words())}, {});
  population(0) = {std::vector<Hypergame>(wanted_, Hypergame{step, 0}), wanted_};
}

HypergameTree::Layer& HypergameTree::layer(std::size_t round) {
  if (layers_.size() <= round) layers_.resize(round + 1);
  if (!layers_[round]) layers_[round] = std::make_unique<Layer>(roles_);
  return *layers_[round];
}

// ---- what lives

double HypergameTree::living_chance(std::size_t round, std::uint32_t position) const {
  Positions& here = layers_[round]->positions;
  if (here[position].dead != 0) return 0;
  Layer* next = known_layer(round + 1);
  double out = 0;
  for (const Positions::Explanation& explanation : here.explanations(position))
    if (explanation.next == Positions::kUnknown || next->positions[explanation.next].dead == 0)
      out += explanation.chance;
  return out * here[position].scale();
}

std::size_t HypergameTree::living(const Population& population) const {
  std::size_t out = 0;
  std::uint32_t last = Steps::kNone;
  bool lives = false;
  for (const Hypergame& game : population.games) {
    const Step& step = steps_[game.step];
    if (step.position != last) lives = living_chance(step.round, step.position) > 0;
    last = step.position;
    out += lives ? 1 : 0;
  }
  return out;
}

Population HypergameTree::without_dead(const Population& population) const {
  Population out;
  out.proposals = population.proposals;
  for (const Hypergame& game : population.games) {
    const Step& step = steps_[game.step];
    if (layers_[step.round]->positions[step.position].dead == 0) out.games.push_back(game);
  }
  return out;
}

void HypergameTree::add(std::size_t round, const Population& more) {
  Population& all = population(round);
  all.games.insert(all.games.end(), more.games.begin(), more.games.end());
  all.proposals += more.proposals;
  if (all.games.size() <= kCrowded * wanted_) return;
  all = without_dead(all);
  if (all.games.size() > kCrowded / 2 * wanted_) all = resampled(all, kCrowded / 4 * wanted_, random_);
}

// Where nothing leads on, the position is dead; so are those before it that lead to dead ones only.
void HypergameTree::bury(std::size_t round, std::span<const Hypergame> games, std::size_t reason) {
  std::vector<bool> lives(layers_[round]->positions.size());
  for (const Hypergame& game : games) {
    if (lives[steps_[game.step].position]) continue;
    for (std::uint32_t at = game.step; at != Steps::kNone; at = steps_[at].parent) {
      const Step& step = steps_[at];
      if (step.position == Steps::kNone) break;
      Position& position = layers_[step.round]->positions[step.position];
      if (position.dead != 0) continue;
      if (!position.complete() || living_chance(step.round, step.position) > 0) {
        if (at == game.step) lives[step.position] = true;
        break;
      }
      position.dead = static_cast<std::uint32_t>(reason);
    }
  }
}

// ---- playing forward

Result<bool> HypergameTree::explain(std::size_t round, std::span<const Hypergame> games, const Experience& experience,
                                    std::size_t reason, const Budget& budget) {
  std::vector<std::uint32_t> which;
  which.reserve(games.size());
  for (const Hypergame& game : games) which.push_back(steps_[game.step].position);
  Layer* next = known_layer(round + 1);
  auto in_time = explainer_.explain(layer(round).positions, which, next ? &next->positions : nullptr, games.size(),
                                    experience, budget);
  if (in_time) bury(round, games, reason);
  return in_time;
}

// Those that can go on, by position, with the chance of that in their weights; drawn anew when the weights of few
// count.
Population HypergameTree::weighed(std::size_t round, Population population) {
  std::size_t target = std::min(population.proposals, wanted_);
  std::ranges::sort(population.games, [&](const Hypergame& a, const Hypergame& b) {
    std::uint32_t at_a = steps_[a.step].position, at_b = steps_[b.step].position;
    return at_a != at_b ? at_a < at_b : a.step < b.step;
  });
  Population out;
  out.proposals = population.proposals;
  std::uint32_t last = Steps::kNone;
  double chance = 0;
  for (const Hypergame& game : population.games) {
    std::uint32_t at = steps_[game.step].position;
    if (at != last) chance = living_chance(round, at);
    last = at;
    if (chance > 0) out.games.push_back({game.step, game.log_weight + std::log(chance)});
  }
  if (out.games.empty()) return out;
  if (out.games.size() > target || 4 * out.games.size() < 3 * target ||
      2 * effective_number(out.games) < static_cast<double>(target))
    return resampled(out, target, random_);
  return out;
}

// Hypergames in the same position choose together, so that each explanation is chosen as often as its chance says.
std::vector<std::uint32_t> HypergameTree::choose(std::size_t round, std::span<const Hypergame> games) {
  Positions& here = layers_[round]->positions;
  const Positions& next = layer(round + 1).positions;
  std::vector<std::uint32_t> chosen, living;
  std::vector<double> chances;
  for (std::size_t begin = 0, end = 0; begin < games.size(); begin = end) {
    std::uint32_t position = steps_[games[begin].step].position;
    while (end < games.size() && steps_[games[end].step].position == position) ++end;
    living.clear();
    chances.clear();
    for (std::uint32_t i = 0; i < here[position].explanations; ++i) {
      const Positions::Explanation& explanation = here.explanation(here[position].first + i);
      if (explanation.next != Positions::kUnknown && next[explanation.next].dead != 0) continue;
      living.push_back(here[position].first + i);
      chances.push_back(explanation.chance);
    }
    std::vector<std::uint32_t> drawn = systematic(chances, end - begin, random_);
    for (std::size_t i = drawn.size(); i > 1; --i)
      std::swap(drawn[i - 1], drawn[random_.below(static_cast<std::uint32_t>(i))]);
    for (std::uint32_t index : drawn) chosen.push_back(living[index]);
  }
  return chosen;
}

Result<Population> HypergameTree::play(std::size_t round, Population population, const Experience& experience,
                                       const Budget& budget) {
  population = weighed(round, std::move(population));
  const std::vector<Hypergame>& games = population.games;
  std::vector<std::uint32_t> chosen = choose(round, games);
  Positions& here = layers_[round]->positions;
  Positions& next = layer(round + 1).positions;
  std::vector<Explainer::Pair> pairs;
  for (std::size_t i = 0; i < games.size(); ++i)
    if (here.explanation(chosen[i]).next == Positions::kUnknown)
      pairs.emplace_back(steps_[games[i].step].position, chosen[i]);
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  auto followed = explainer_.follow(here, pairs, experience, next, budget);
  if (!followed) return tl::unexpected(followed.error());

  // Hypergames with the same history share their steps.
  std::vector<std::uint32_t> order(games.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return games[a].step != games[b].step ? games[a].step < games[b].step : chosen[a] < chosen[b];
  });
  Population out;
  out.proposals = population.proposals;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Hypergame& game = games[order[i]];
    std::uint32_t explanation = chosen[order[i]], position = here.explanation(explanation).next;
    if (next[position].dead != 0) continue;
    bool same = i > 0 && games[order[i - 1]].step == game.step && chosen[order[i - 1]] == explanation;
    Step step{game.step, static_cast<std::uint32_t>(round + 1), position};
    out.games.push_back({same ? out.games.back().step : steps_.add(step, here.moves(explanation)), game.log_weight});
  }
  return out;
}

// ---- the past

void HypergameTree::remember() {
  before_.clear();
  for (std::size_t round = 0; round < layers_.size(); ++round)
    if (layers_[round]) before_.push_back({round, layers_[round]->population});
  random_before_ = random_;
  oldest_before_ = oldest_;
}

void HypergameTree::take_back(std::size_t reason) {
  layers_.resize(reason);
  for (std::size_t round = 1; round < layers_.size(); ++round)
    if (std::ranges::find(before_, round, &Remembered::round) == before_.end()) layers_[round].reset();
  for (Remembered& remembered : before_)
    if (remembered.round < reason) layers_[remembered.round]->population = std::move(remembered.population);
  for (auto& layer : layers_) {
    if (!layer) continue;
    layer->positions.revive(static_cast<std::uint32_t>(reason));
    layer->positions.forget_explanations();
  }
  before_.clear();
  random_ = random_before_;
  oldest_ = oldest_before_;
  keep_steps();
}

void HypergameTree::round_is_settled(std::size_t settled) {
  before_.clear();
  oldest_ = std::max(oldest_, settled > kRemembered ? settled - kRemembered : 1);
  for (std::size_t round = 1; round < oldest_; ++round) layers_[round].reset();
  for (std::size_t round = 0; round <= settled; ++round) {
    if (!layers_[round]) continue;
    Layer& layer = *layers_[round];
    layer.population = without_dead(layer.population);
    if (round + 1 >= settled) continue;
    layer.positions.forget_explanations();
    if (layer.population.games.size() > wanted_) layer.population = resampled(layer.population, wanted_, random_);
  }
  keep_steps();
  for (std::size_t round = oldest_; round + 1 < settled; ++round)
    if (layers_[round]->positions.size() > kCrowded * wanted_) drop_positions(round);
}

// Those that no hypergame is in or comes from.
void HypergameTree::drop_positions(std::size_t round) {
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < steps_.size(); ++i)
    if (steps_[i].round == round) kept.push_back(steps_[i].position);
  std::vector<std::uint32_t> became = layers_[round]->positions.keep(kept);
  for (std::uint32_t i = 0; i < steps_.size(); ++i)
    if (steps_[i].round == round) steps_[i].position = became[steps_[i].position];
}

void HypergameTree::drop_unused_steps() {
  if (steps_.size() > kManySteps * wanted_) keep_steps();
}

// Those that hypergames come from, without histories in rounds that are remembered only.
void HypergameTree::keep_steps() {
  std::vector<std::uint32_t> ends;
  auto each_population = [&](auto&& visit) {
    for (auto& layer : layers_)
      if (layer) visit(layer->population);
    for (Remembered& remembered : before_) visit(remembered.population);
  };
  each_population([&](const Population& population) {
    for (const Hypergame& game : population.games) ends.push_back(game.step);
  });
  std::vector<std::uint32_t> became = steps_.keep(ends, histories_ ? 0 : static_cast<std::uint32_t>(oldest_));
  each_population([&](Population& population) {
    for (Hypergame& game : population.games) game.step = became[game.step];
  });
  for (std::uint32_t i = 0; i < steps_.size(); ++i)
    if (steps_[i].round > 0 && steps_[i].round < oldest_) steps_[i].position = Steps::kNone;
}

// ---- histories

game::State HypergameTree::state(const Hypergame& game) const {
  const Step& step = steps_[game.step];
  std::span<const std::uint64_t> row = layers_[step.round]->positions.row(step.position);
  return game::State(std::vector<std::uint64_t>(row.begin(), row.end()));
}

std::vector<game::JointMove> HypergameTree::moves(const Hypergame& game) const {
  std::vector<game::JointMove> out(steps_[game.step].round);
  for (std::uint32_t at = game.step; steps_[at].round > 0; at = steps_[at].parent)
    out[steps_[at].round - 1].assign(steps_.moves(at).begin(), steps_.moves(at).end());
  return out;
}

}  // namespace percept::sample
