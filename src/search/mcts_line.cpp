// SPDX-License-Identifier: MIT
//
// The best line of a role that is alone: nobody and nothing can keep it from being played again.
#include <algorithm>

#include "search/mcts.h"
#include "search/parts_plan.h"

namespace percept::search {
namespace {

constexpr std::uint32_t kTries = 256;
constexpr std::size_t kLongestLine = 2000;

}  // namespace

// Playouts do not remember their moves. When one of them came to more than the best line does, others are made from
// the same leaf, step by step, and the best of these is kept, if it is better.
void Mcts::look_for_line(Flock& flock, Simulator& simulator) const {
  const Descent* best = nullptr;
  for (const Descent& descent : flock.descents)
    if (descent.leaf != kNoNode && (best == nullptr || flock.values[descent.leaf] > flock.values[best->leaf]))
      best = &descent;
  if (best == nullptr || flock.values[best->leaf] <= flock.to_beat + 1e-6) return;
  Random random(flock.seed);
  lanes::Rows rows(flock.leaves.words()), next;
  std::vector<std::uint32_t> tries(kTries), which, going, rounds(kTries), moves;
  std::vector<std::vector<std::uint32_t>> made(kTries);
  lanes::Rows ends(flock.leaves.words());
  std::vector<std::uint32_t> ended, end_rounds;
  for (std::uint32_t i = 0; i < kTries; ++i) {
    tries[i] = i;
    rows.push(flock.leaves.row(best->leaf));
  }
  Choices choices;
  std::uint32_t round = flock.leaf_rounds[best->leaf];
  for (std::size_t step = 0; step < kLongestLine && !tries.empty(); ++step, ++round) {
    simulator.look(rows, choices);
    which.clear();
    going.clear();
    moves.clear();
    for (std::uint32_t row = 0; row < tries.size(); ++row) {
      auto legal = choices.moves(row, 0);
      if (choices.terminal(row)) {
        ends.push(rows.row(row));
        ended.push_back(tries[row]);
        end_rounds.push_back(round);
      } else if (!legal.empty()) {
        which.push_back(row);
        going.push_back(tries[row]);
        moves.push_back(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
        made[tries[row]].push_back(moves.back());
      }
    }
    if (which.empty()) break;
    simulator.step(rows, which, moves, next);
    std::swap(rows, next);
    std::swap(tries, going);
  }
  if (ended.empty()) return;
  std::vector<float> values;
  simulator.play(ends, end_rounds, {.each = 1}, values);
  auto most = static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
  if (values[most] <= flock.to_beat + 1e-6) return;
  // The same again, with the positions on the way.
  flock.better = {{}, made[ended[most]], values[most]};
  flock.found_by = static_cast<std::size_t>(best - flock.descents.data());
  rows.clear(flock.leaves.words());
  rows.push(flock.leaves.row(best->leaf));
  which.assign(1, 0);
  for (std::uint32_t move : flock.better.moves) {
    auto row = rows.row(0);
    flock.better.rows.emplace_back(row.begin(), row.end());
    moves.assign(1, move);
    simulator.step(rows, which, moves, next);
    std::swap(rows, next);
  }
}

// From the root on.
void Mcts::take_line(Flock& flock) {
  line_ = {};
  line_.value = flock.better.value;
  const Descent& descent = flock.descents[flock.found_by];
  for (std::size_t s = 0; s < descent.steps; ++s) {
    const std::uint32_t* step = flock.path.data() + descent.first_step + s * (1 + roles_);
    auto row = rows_.row(step[0]);
    line_.rows.emplace_back(row.begin(), row.end());
    line_.moves.push_back(actions(step[0], 0)[step[1]].move);
  }
  for (const auto& row : flock.better.rows) {
    auto as_kept = projected(row);
    line_.rows.emplace_back(as_kept.begin(), as_kept.end());
  }
  line_.moves.insert(line_.moves.end(), flock.better.moves.begin(), flock.better.moves.end());
}

void Mcts::plan_line(const Budget& budget) {
  if (!planning_ || !alone() || factors_ == nullptr || factors_->parts.empty() || roots_.size() != 1 || on_line())
    return;
  auto plan = plan_in_parts(simulator_, rows_.row(roots_[0]), nodes_[roots_[0]].round, budget);
  planning_ = plan.has_value();
  if (!plan) return;
  line_ = {{}, std::move(plan->moves), plan->value};
  for (const auto& row : plan->rows) {
    auto as_kept = projected(row);
    line_.rows.emplace_back(as_kept.begin(), as_kept.end());
  }
}

// Where the search aims, on the best line.
std::optional<std::size_t> Mcts::on_line() const {
  if (!alone() || roots_.size() != 1) return std::nullopt;
  auto root = rows_.row(roots_[0]);
  for (std::size_t i = line_.rows.size(); i-- > 0;)
    if (std::ranges::equal(line_.rows[i], root)) return i;
  return std::nullopt;
}

}  // namespace percept::search
