// SPDX-License-Identifier: MIT
#include "lanes/cpu/cpu_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace percept::lanes {
namespace {

constexpr std::uint64_t kValuesOfLook = 2'000'000;  // that are computed between two looks at the clock, about

constexpr std::uint64_t kFewMatches = 6;    // of a row that are not worth a turn of several (Start)
constexpr std::uint64_t kManyMatches = 64;  // of a turn, when time may run out

std::uint64_t times(std::uint64_t a, std::uint64_t b) { return a > UINT64_MAX / b ? UINT64_MAX : a * b; }

}  // namespace

void CpuBatch::load(std::span<const std::uint64_t> rows, std::size_t words) {
  PERCEPT_CHECK(words > 0 && rows.size() % words == 0,
                fmt::format("{} words are no rows of {} words", rows.size(), words));
  std::size_t used = std::min(words, plan_->row_words());
  rows_.clear(plan_->row_words());
  for (std::size_t at = 0; at < rows.size(); at += words) {
    for (std::size_t w = used; w < words; ++w)
      PERCEPT_CHECK(rows[at + w] == 0, fmt::format("row {} is wider than the plan: it has {} words, the plan {}",
                                                   at / words, w + 1, plan_->row_words()));
    rows_.push(rows.subspan(at, used));
  }
  period_ = 0;
}

// ---- legal moves and successors

void CpuBatch::find_legal(Legal& out) {
  PERCEPT_CHECK(plan_->expands(), "a plan for playouts only knows no legal moves");
  Streams streams = plan_->whole_state();
  out.begins.assign(1, 1);
  for (std::size_t role = 0; role < plan_->roles(); ++role)
    out.begins.push_back(out.begins.back() + (plan_->moves(role) + 63) / 64);
  std::size_t stride = out.begins.back();
  out.rows = rows_.size();
  out.bits.assign(out.rows * stride, 0);
  for (std::size_t first = 0; first < out.rows; first += state_values_.lanes()) {
    const Kernels& kernels = kernels_for(out.rows - first, kernels_.lanes);
    state_values_.prepare(kernels, streams);
    std::size_t count = std::min<std::size_t>(kernels.lanes, out.rows - first);
    state_values_.set_fluents(rows_, first, count);
    state_values_.run(streams.state());
    for (unsigned g = 0; 64 * std::size_t{g} < count; ++g) {
      std::uint64_t lanes = lanes_of_group(count, g);
      std::uint64_t* of_group = out.bits.data() + (first + 64 * std::size_t{g}) * stride;
      std::uint32_t terminal = streams.terminal();
      state_values_.read_rows({&terminal, 1}, g, lanes, of_group, stride);
      for (std::size_t role = 0; role < plan_->roles(); ++role)
        state_values_.read_rows(streams.legal(role), g, lanes, of_group + out.begins[role], stride);
    }
  }
}

void CpuBatch::expand(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> joint_moves,
                      Successors& out) {
  PERCEPT_CHECK(plan_->expands(), "a plan for playouts only knows no successors");
  std::size_t roles = plan_->roles();
  PERCEPT_CHECK(joint_moves.size() == rows.size() * roles,
                fmt::format("{} moves for {} rows of a game of {} roles", joint_moves.size(), rows.size(), roles));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    PERCEPT_CHECK(rows[i] < rows_.size(), fmt::format("row {} of {}", rows[i], rows_.size()));
    for (std::size_t role = 0; role < roles; ++role)
      PERCEPT_CHECK(
          joint_moves[i * roles + role] < plan_->moves(role),
          fmt::format("move {} of role {}, which has {}", joint_moves[i * roles + role], role, plan_->moves(role)));
  }
  out.begins.assign(1, 0);
  for (std::size_t role = 0; role < roles; ++role)
    out.begins.push_back(out.begins.back() + (plan_->percepts(role) + 63) / 64);
  out.bits.assign(rows.size() * out.begins.back(), 0);
  out.rows.clear(plan_->row_words());
  for (std::size_t first = 0; first < rows.size(); first += move_values_.lanes()) {
    move_values_.prepare(kernels_for(rows.size() - first, kernels_.lanes), plan_->whole_moves());
    std::size_t count = std::min<std::size_t>(move_values_.lanes(), rows.size() - first);
    expand_some(rows.subspan(first, count), joint_moves.subspan(first * roles, count * roles), first, out);
  }
}

void CpuBatch::expand_some(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> joint_moves,
                           std::size_t first, Successors& out) {
  const Streams& streams = move_values_.streams();
  std::size_t roles = plan_->roles(), count = rows.size();
  move_values_.set_pairs(rows_, rows, joint_moves);
  move_values_.run(streams.sees());
  std::size_t stride = out.begins.back(), words = plan_->row_words();
  next_.resize(64 * words);
  for (unsigned g = 0; 64 * std::size_t{g} < count; ++g)
    for (std::size_t role = 0; role < roles; ++role)
      move_values_.read_rows(streams.percepts(role), g, lanes_of_group(count, g),
                             out.bits.data() + (first + 64 * std::size_t{g}) * stride + out.begins[role], stride);
  move_values_.run(streams.next());
  for (unsigned g = 0; 64 * std::size_t{g} < count; ++g) {
    move_values_.read_next(g, lanes_of_group(count, g), next_.data(), words);
    for (std::size_t i = 0; i < std::min<std::size_t>(64, count - 64 * std::size_t{g}); ++i)
      out.rows.push({next_.data() + i * words, words});
  }
}

// ---- playouts

// The rows as planes, in turn and on: from any bit on there are 64 that follow each other (Start).
void CpuBatch::make_planes() {
  std::size_t rows = rows_.size();
  period_ = (63 + rows) / rows * rows;
  std::size_t words = period_ / 64 + 2, fluents = plan_->head().fluents;
  planes_.assign(fluents * words, 0);
  std::span<const Bit> inputs = plan_->inputs();
  for (std::size_t w = 0; w < words; ++w)
    for (std::size_t i = 0; i < inputs.size();) {
      std::uint32_t word = inputs[i].word;
      std::uint64_t block[64];
      for (std::size_t r = 0; r < 64; ++r) block[r] = rows_[(64 * w + r) % period_ % rows][word];
      transpose(block);
      for (; i < inputs.size() && inputs[i].word == word; ++i)
        planes_[w * fluents + inputs[i].code] = block[inputs[i].bit];
    }
}

const std::uint8_t* const* CpuBatch::weights_of(const Weights* weights) {
  if (weights == nullptr) return nullptr;
  PERCEPT_CHECK(weights->size() == plan_->roles(),
                fmt::format("weights for {} roles of {}", weights->size(), plan_->roles()));
  weights_.clear();
  weights_by_role_.clear();
  std::size_t room = 0;
  for (std::size_t phase = 0; phase < plan_->phases(); ++phase)
    for (std::size_t role = 0; role < plan_->roles(); ++role) room += plan_->move_numbers(phase, role).size();
  weights_.reserve(room);
  for (std::size_t phase = 0; phase < plan_->phases(); ++phase)
    for (std::size_t role = 0; role < plan_->roles(); ++role) {
      const std::vector<std::uint8_t>& of_role = (*weights)[role];
      PERCEPT_CHECK(of_role.empty() || of_role.size() == plan_->moves(role),
                    fmt::format("{} weights for the {} moves of role {}", of_role.size(), plan_->moves(role), role));
      bool all_equal = std::ranges::adjacent_find(of_role, std::not_equal_to<>()) == of_role.end();
      weights_by_role_.push_back(all_equal ? nullptr : weights_.data() + weights_.size());
      if (all_equal) continue;
      for (std::uint32_t move : plan_->move_numbers(phase, role)) weights_.push_back(of_role[move]);
    }
  return weights_by_role_.data();
}

void CpuBatch::play_out(const PlayoutOptions& options, Ends& out) {
  const PlanBlock& head = plan_->head();
  out.rows = rows_.size();
  out.goal_count = head.goal_count;
  out.counts.assign(out.rows * (out.goal_count + 2), 0);
  out.stopped.why = Stop::kDone;
  if (out.rows == 0 || options.each == 0) return;
  PERCEPT_CHECK(out.counts.size() <= UINT32_MAX, "more rows than can be counted at once");
  if (period_ == 0) make_planes();
  const std::uint32_t* plan = plan_->words().data();
  if (!matches_) matches_ = {kernels_.make(plan), kernels_.free};
  std::uint64_t limit = times(options.each, out.rows);
  auto phase = static_cast<std::uint32_t>(options.round % head.phases);
  // Rows that are all played to the end need not take turns.
  bool limited =
      options.stop != nullptr || options.budget.seconds_left() < HUGE_VAL || options.budget.stop().stop_possible();
  std::uint64_t of_turn = options.each < kFewMatches ? 1
                          : limited                  ? std::min(options.each, kManyMatches)
                                                     : options.each;
  std::uint64_t turns = options.each / of_turn + (options.each % of_turn == 0 ? 0 : 1);
  kernels_.start(plan, *matches_,
                 {planes_.data(), period_, static_cast<std::uint32_t>(out.rows), phase, options.each, of_turn,
                  times(turns, out.rows), options.seed, limit, options.max_rounds, out.counts.data(),
                  weights_of(options.weights)});
  std::size_t words = head.fluents + 1;
  for (std::size_t p = 0; p < head.phases; ++p) words += plan_->round(p).state().size() + plan_->round(p).next().size();
  std::uint64_t rounds = std::clamp<std::uint64_t>(kValuesOfLook * head.phases / words, 1, 10'000);
  auto no_more = [&] {
    return options.budget.out_of_time() || (options.stop != nullptr && options.stop->load(std::memory_order_relaxed));
  };
  while (kernels_.play(plan, *matches_, rounds, limit))
    if (limit > matches_->started && no_more()) limit = matches_->started;
  out.stopped.why = matches_->stop;
  if (out.stopped.why == Stop::kDone) return;
  out.stopped.role = matches_->role;
  out.stopped.row = matches_->row;
  out.stopped.position.assign(plan_->row_words(), 0);
  for (const Bit& input : plan_->inputs())
    if (kernels_.fluent(*matches_, input.code, matches_->lane))
      out.stopped.position[input.word] |= std::uint64_t{1} << input.bit;
}

}  // namespace percept::lanes
