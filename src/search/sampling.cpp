// SPDX-License-Identifier: MIT
#include "search/sampling.h"

#include <algorithm>

#include "base/check.h"
#include "base/hash.h"

namespace percept::search {

Sampling::Sampling(std::shared_ptr<const game::WholeGame> whole, const Options& options)
    : whole_(std::move(whole)), options_(options), walker_(game::make_circuit_walker(whole_)), random_(options.seed) {
  const game::Lexicon& lexicon = *whole_->lexicon;
  auto nature = whole_->imperfect ? lexicon.role("random") : std::nullopt;
  for (std::uint32_t role = 0; role < lexicon.roles(); ++role)
    if (!nature || nature->value != role) players_.push_back(role);
  PERCEPT_CHECK(players_.size() == 2, "sampling is for two players");
}

std::uint64_t Sampling::start_key(std::size_t player) { return mixed(player + 1); }

std::uint64_t Sampling::next_key(std::uint64_t key, game::MoveId move, const game::Percepts& seen) {
  key = mixed(key * 0x9E3779B97F4A7C15u + move.value + 1);
  for (game::PerceptId percept : seen) key = mixed(key ^ (percept.value + 0x100000001u));
  return key;
}

Result<bool> Sampling::iterate(const Budget& budget) {
  budget_ = budget;
  stopped_ = false;
  ++iterations_;
  for (std::size_t player = 0; player < 2 && !stopped_; ++player) {
    std::uint64_t keys[2] = {start_key(0), start_key(1)};
    walker_->start();
    walk(player, 0, keys);
  }
  if (error_) return tl::unexpected(*error_);
  return !stopped_;
}

std::optional<std::uint64_t> Sampling::find(std::uint64_t key, std::size_t moves) {
  auto known = sets_.find(key);
  if (known != sets_.end()) {
    if (known->second.moves != moves) error_ = Error{"a role cannot tell its legal moves from what it did and saw", ""};
    return known->second.first;
  }
  constexpr std::size_t kBytesOfSet = 64;
  if (full_ || sets_.size() * kBytesOfSet + regrets_.size() * 8 > options_.bytes) {
    full_ = true;
    return {};
  }
  Set set{regrets_.size(), static_cast<std::uint32_t>(moves)};
  sets_.emplace(key, set);
  regrets_.resize(regrets_.size() + moves);
  sums_.resize(regrets_.size());
  return set.first;
}

void Sampling::match_regrets(std::optional<std::uint64_t> at, std::size_t moves, std::vector<double>& out) const {
  out.assign(moves, 1.0 / static_cast<double>(moves));
  if (!at) return;
  double sum = 0;
  for (std::size_t i = 0; i < moves; ++i) sum += std::max(0.0f, regrets_[*at + i]);
  if (sum <= 0) return;
  for (std::size_t i = 0; i < moves; ++i) out[i] = std::max(0.0f, regrets_[*at + i]) / sum;
}

std::size_t Sampling::draw(const std::vector<double>& chances) {
  double at = random_.unit();
  for (std::size_t i = 0; i + 1 < chances.size(); ++i)
    if ((at -= chances[i]) < 0) return i;
  return chances.size() - 1;
}

// The player's goal from where the walker stands, with the policies of the moment; keys are the views of both.
double Sampling::walk(std::size_t player, std::size_t depth, std::span<const std::uint64_t> keys) {
  ++nodes_;
  if (nodes_ % 256 == 0 && budget_.out_of_time()) stopped_ = true;
  if (stopped_ || error_) return 0;
  if (walker_->terminal()) {
    walker_->goals(game::RoleId{players_[player]}, goal_);
    if (goal_.size() != 1) error_ = Error{"a role has no goal value, or several, at an end", ""};
    return goal_.empty() ? 0 : goal_.front();
  }
  if (depth == plies_.size()) {
    plies_.push_back(std::make_unique<Ply>());
    plies_.back()->legal.resize(walker_->lexicon().roles());
  }
  Ply& ply = *plies_[depth];
  ply.state = walker_->state();
  std::size_t roles = ply.legal.size();
  ply.joint.resize(roles);
  ply.keys.resize(2);
  for (std::uint32_t role = 0; role < roles; ++role) {
    walker_->legal(game::RoleId{role}, ply.legal[role]);
    if (ply.legal[role].empty()) {
      error_ = Error{"a role has no legal move in some position", ""};
      return 0;
    }
    ply.joint[role] = ply.legal[role][random_.below(static_cast<std::uint32_t>(ply.legal[role].size()))];
  }
  // The other's move, by its policy of the moment, which is part of its average.
  std::size_t other = 1 - player;
  const auto& of_other = ply.legal[players_[other]];
  if (of_other.size() > 1) {
    auto at = find(keys[other], of_other.size());
    match_regrets(at, of_other.size(), others_);
    if (at)
      for (std::size_t i = 0; i < of_other.size(); ++i)
        sums_[*at + i] += static_cast<float>(others_[i] * static_cast<double>(iterations_));
    ply.joint[players_[other]] = of_other[draw(others_)];
  }
  const auto& own = ply.legal[players_[player]];
  auto at = own.size() > 1 ? find(keys[player], own.size()) : std::nullopt;
  match_regrets(at, own.size(), ply.chances);
  ply.values.assign(own.size(), 0);
  double value = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (i > 0) walker_->go(ply.state);
    ply.joint[players_[player]] = own[i];
    for (std::size_t p = 0; p < 2; ++p) {
      walker_->percepts(ply.joint, game::RoleId{players_[p]}, ply.seen);
      ply.keys[p] = next_key(keys[p], ply.joint[players_[p]], ply.seen);
    }
    walker_->step(ply.joint);
    ply.values[i] = walk(player, depth + 1, ply.keys);
    value += ply.chances[i] * ply.values[i];
  }
  // Regrets never fall below zero (as in CFR+), in steps that count t as the averages do.
  if (at && !stopped_)
    for (std::size_t i = 0; i < own.size(); ++i)
      regrets_[*at + i] = std::max(0.0f, regrets_[*at + i] + static_cast<float>(ply.values[i] - value));
  if (depth == 0 && player == 0) {
    goals_ += value;
    ++matches_;
  }
  return value;
}

void Sampling::chances(std::uint64_t key, std::size_t moves, std::vector<double>& out) const {
  out.assign(moves, 1.0 / static_cast<double>(moves));
  auto known = sets_.find(key);
  if (known == sets_.end() || known->second.moves != moves) return;
  double sum = 0;
  for (std::size_t i = 0; i < moves; ++i) sum += sums_[known->second.first + i];
  if (sum <= 0) return;
  for (std::size_t i = 0; i < moves; ++i) out[i] = sums_[known->second.first + i] / sum;
}

}  // namespace percept::search
