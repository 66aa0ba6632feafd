// SPDX-License-Identifier: MIT
#include "search/belief_value.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace percept::search {
namespace {

constexpr std::uint32_t kMostRoundsAhead = 60;  // ahead

std::vector<std::uint32_t> legal_in_all(const Choices& choices, std::size_t rows, std::size_t role) {
  std::vector<std::uint32_t> out(choices.moves(0, role).begin(), choices.moves(0, role).end());
  for (std::size_t row = 1; row < rows; ++row)
    std::erase_if(out, [&](std::uint32_t move) {
      std::span<const std::uint32_t> here = choices.moves(row, role);
      return !std::ranges::binary_search(here, move);
    });
  return out;
}

}  // namespace

// Equal sets of worlds with equal weights have equal keys, in whatever order they came about.
std::uint64_t BeliefValue::key_of(const Belief& belief) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < belief.rows.size(); ++i)
    key += mixed(row_hash(belief.rows.row(i)) ^ static_cast<std::uint64_t>(std::llround(belief.weights[i] * 1e9)));
  return mixed(key);
}

std::vector<ValuedMove> BeliefValue::best(std::span<const SearchModel> models, std::uint32_t round,
                                          std::span<const std::uint32_t> candidates, const Budget& budget) {
  budget_ = budget;
  last_round_ = round + kMostRoundsAhead;
  steps_ = 0;
  Belief belief{lanes::Rows(simulator_.words()), {}};
  double total = 0;
  for (const SearchModel& model : models) {
    auto [world, is_new] = belief.rows.add(model.state.words());
    if (is_new) belief.weights.push_back(0);
    belief.weights[world] += model.weight;
    total += model.weight;
  }
  for (double& weight : belief.weights) weight /= total;
  std::vector<ValuedMove> out;
  if (belief.rows.size() == 0) return out;
  Choices choices;
  simulator_.look(belief.rows, choices);
  if (simulator_.cut_off()) return out;
  std::vector<std::uint32_t> moves = legal_in_all(choices, belief.rows.size(), role_);
  if (!candidates.empty())
    std::erase_if(moves, [&](std::uint32_t move) { return std::ranges::find(candidates, move) == candidates.end(); });
  std::vector<double> values;
  if (moves.empty() || !value_moves(belief, choices, moves, round, true, values)) return out;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    ValuedMove& move = out.emplace_back();
    move.move = moves[i];
    move.value = move.lowest = move.highest = values[i];
  }
  std::ranges::stable_sort(out, [](const ValuedMove& a, const ValuedMove& b) { return a.value > b.value + 1e-9; });
  return out;
}

std::optional<double> BeliefValue::value(Belief belief, std::uint32_t round) {
  std::uint64_t key = key_of(belief);
  if (auto found = known_.find(key); found != known_.end()) return found->second;
  if (round > last_round_ || budget_.out_of_time()) return std::nullopt;
  Choices choices;
  simulator_.look(belief.rows, choices);
  // Worlds in which the game is over pay; in the others it goes on, and the role knows that.
  Belief on{lanes::Rows(belief.rows.words()), {}};
  lanes::Rows over(belief.rows.words());
  std::vector<double> of_over;
  double going = 0;
  for (std::size_t i = 0; i < belief.rows.size(); ++i) {
    if (choices.terminal(i)) {
      over.push(belief.rows.row(i));
      of_over.push_back(belief.weights[i]);
    } else {
      on.rows.push(belief.rows.row(i));
      on.weights.push_back(belief.weights[i]);
      going += belief.weights[i];
    }
  }
  double out = 0;
  if (over.size() > 0) {
    // Nothing is played any more: a playout has the goals of the position.
    std::vector<float> goals;
    std::vector<std::uint32_t> rounds(over.size(), round);
    simulator_.play(over, rounds, {.each = 1}, goals);
    for (std::size_t i = 0; i < over.size(); ++i) {
      float goal = goals[i * simulator_.roles() + role_];
      if (goal < 0) return std::nullopt;  // no time for it
      out += of_over[i] * goal;
    }
    if (on.rows.size() > 0) simulator_.look(on.rows, choices);
    if (simulator_.cut_off()) return std::nullopt;
  }
  if (on.rows.size() > 0) {
    for (double& weight : on.weights) weight /= going;
    std::vector<std::uint32_t> moves = legal_in_all(choices, on.rows.size(), role_);
    std::vector<double> values;
    if (moves.empty() || !value_moves(on, choices, moves, round, false, values)) return std::nullopt;
    out += going * *std::ranges::max_element(values);
  }
  known_.insert({key, out});
  return out;
}

bool BeliefValue::value_moves(const Belief& belief, const Choices& choices, std::span<const std::uint32_t> moves,
                              std::uint32_t round, bool all, std::vector<double>& values) {
  std::size_t roles = simulator_.roles();
  auto nature = simulator_.nature();
  values.clear();
  lanes::Rows next;
  std::vector<std::uint32_t> which, joints;
  std::vector<double> chances;
  std::vector<std::uint64_t> views;
  for (std::uint32_t move : moves) {
    which.clear();
    joints.clear();
    chances.clear();
    for (std::uint32_t world = 0; world < belief.rows.size(); ++world) {
      std::span<const std::uint32_t> drawn = nature ? choices.moves(world, *nature) : std::span<const std::uint32_t>();
      for (std::size_t k = 0; k < (nature ? drawn.size() : 1); ++k) {
        which.push_back(world);
        for (std::size_t role = 0; role < roles; ++role) joints.push_back(role == role_ ? move : drawn[k]);
        chances.push_back(belief.weights[world] / static_cast<double>(nature ? drawn.size() : 1));
      }
    }
    steps_ += which.size();
    if (steps_ > most_ || budget_.out_of_time()) return false;
    simulator_.step(belief.rows, which, joints, next, &views);
    if (simulator_.cut_off()) return false;
    std::map<std::uint64_t, Branch> outcomes;  // by what is seen
    for (std::size_t i = 0; i < which.size(); ++i) {
      auto [at, first] = outcomes.try_emplace(views[i * roles + role_]);
      Branch& outcome = at->second;
      if (first) outcome.belief.rows.clear(next.words());
      auto [world, is_new] = outcome.belief.rows.add(next.row(i));
      if (is_new) outcome.belief.weights.push_back(0);
      outcome.belief.weights[world] += chances[i];
      outcome.chance += chances[i];
    }
    double sum = 0;
    for (auto& [view, outcome] : outcomes) {
      for (double& weight : outcome.belief.weights) weight /= outcome.chance;
      double chance = outcome.chance;
      auto worth = value(std::move(outcome.belief), round + 1);
      if (!worth) return false;
      sum += chance * *worth;
    }
    values.push_back(sum);
    if (!all && sum >= simulator_.highest(role_) - 1e-9) break;  // there is nothing better
  }
  return true;
}

}  // namespace percept::search
