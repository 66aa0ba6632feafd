// SPDX-License-Identifier: MIT
#include "search/self_play.h"

#include <algorithm>
#include <cmath>

namespace percept::search {
namespace {

constexpr std::uint32_t kLongestMatch = 1000;  // a match that goes on is left

}  // namespace

bool SelfPlay::run(const LearntValue* value, std::uint64_t seed, const Budget& budget) {
  Random random(seed);
  matches_.assign(settings_.matches, {});
  seen_.clear(simulator_.words());
  now_.clear(simulator_.words());
  ends_.clear(simulator_.words());
  who_.clear();
  over_.clear();
  rounds_.clear();
  for (std::uint32_t match = 0; match < settings_.matches; ++match) {
    now_.push(simulator_.initial().words());
    who_.push_back(match);
  }
  for (std::uint32_t round = 0; round < kLongestMatch && !who_.empty(); ++round) {
    if (budget.out_of_time()) return false;
    simulator_.look(now_, choices_);
    which_.clear();
    std::vector<std::uint32_t> going;
    for (std::uint32_t row = 0; row < who_.size(); ++row) {
      if (choices_.terminal(row)) {
        ends_.push(now_.row(row));
        over_.push_back(who_[row]);
        rounds_.push_back(round);
        continue;
      }
      bool stuck = false;
      for (std::size_t role = 0; role < simulator_.roles(); ++role) stuck = stuck || choices_.moves(row, role).empty();
      if (stuck) continue;
      matches_[who_[row]].positions.push_back(static_cast<std::uint32_t>(seen_.size()));
      seen_.push(now_.row(row));
      which_.push_back(row);
      going.push_back(who_[row]);
    }
    if (which_.empty()) break;
    draw(random);
    if (value != nullptr) choose(*value, round, random);
    simulator_.step(now_, which_, moves_, next_);
    std::swap(now_, next_);
    std::swap(who_, going);
  }
  if (over_.empty()) return true;
  simulator_.play(ends_, rounds_, {}, goals_);
  for (std::size_t i = 0; i < over_.size(); ++i)
    matches_[over_[i]].goals.assign(goals_.begin() + static_cast<std::ptrdiff_t>(i * simulator_.roles()),
                                    goals_.begin() + static_cast<std::ptrdiff_t>((i + 1) * simulator_.roles()));
  return true;
}

void SelfPlay::draw(Random& random) {
  moves_.clear();
  for (std::uint32_t row : which_)
    for (std::size_t role = 0; role < simulator_.roles(); ++role) {
      auto legal = choices_.moves(row, role);
      moves_.push_back(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
}

// Each role by itself, the others as they were drawn.
void SelfPlay::choose(const LearntValue& value, std::uint32_t round, Random& random) {
  std::size_t roles = simulator_.roles();
  trials_.clear();
  from_.clear();
  joints_.clear();
  std::vector<std::uint32_t> some;
  for (std::uint32_t i = 0; i < which_.size(); ++i)
    for (std::uint32_t role = 0; role < roles; ++role) {
      auto legal = choices_.moves(which_[i], role);
      if (simulator_.nature() == role || legal.size() == 1 || random.unit() < settings_.random) continue;
      some.assign(legal.begin(), legal.end());
      std::size_t count = std::min<std::size_t>(some.size(), settings_.candidates);
      for (std::uint32_t k = 0; k < count; ++k) {
        std::swap(some[k], some[k + random.below(static_cast<std::uint32_t>(some.size()) - k)]);
        trials_.push_back({i, role, some[k]});
        from_.push_back(which_[i]);
        joints_.insert(joints_.end(), moves_.begin() + static_cast<std::ptrdiff_t>(i * roles),
                       moves_.begin() + static_cast<std::ptrdiff_t>((i + 1) * roles));
        joints_[joints_.size() - roles + role] = some[k];
      }
    }
  if (trials_.empty()) return;
  simulator_.step(now_, from_, joints_, tried_);
  simulator_.look(tried_, tried_choices_);
  value.evaluate(tried_, values_);
  // Where a move ends the match, its goals are known.
  lanes::Rows last(tried_.words());
  std::vector<std::uint32_t> whose;
  for (std::uint32_t t = 0; t < trials_.size(); ++t)
    if (tried_choices_.terminal(t)) {
      last.push(tried_.row(t));
      whose.push_back(t);
    }
  if (!whose.empty()) {
    simulator_.play(last, std::vector<std::uint32_t>(whose.size(), round + 1), {}, goals_);
    for (std::size_t i = 0; i < whose.size(); ++i)
      std::copy_n(goals_.begin() + static_cast<std::ptrdiff_t>(i * roles), roles,
                  values_.begin() + static_cast<std::ptrdiff_t>(whose[i] * roles));
  }
  for (std::size_t begin = 0, end = 0; begin < trials_.size(); begin = end) {
    const Trial& first = trials_[begin];
    while (end < trials_.size() && trials_[end].place == first.place && trials_[end].role == first.role) ++end;
    double range = std::max(1e-6, simulator_.highest(first.role) - simulator_.lowest(first.role));
    auto worth = [&](std::size_t t) { return values_[t * roles + first.role] / (range * settings_.temperature); };
    double most = -HUGE_VAL, sum = 0;
    for (std::size_t t = begin; t < end; ++t) most = std::max<double>(most, worth(t));
    for (std::size_t t = begin; t < end; ++t) sum += std::exp(worth(t) - most);
    double turn = random.unit() * sum;
    std::size_t chosen = begin;
    while (chosen + 1 < end && (turn -= std::exp(worth(chosen) - most)) >= 0) ++chosen;
    moves_[first.place * roles + first.role] = trials_[chosen].move;
  }
}

}  // namespace percept::search
