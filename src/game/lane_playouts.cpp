// SPDX-License-Identifier: MIT
#include "game/lane_playouts.h"

#include <fmt/format.h>

namespace percept::game {

using lanes::Backend;
using lanes::Plan;

std::optional<LanePlayouts> LanePlayouts::make(const Game& game, unsigned lanes) {
  if (!game.whole()) return {};
  return LanePlayouts(game, Backend::with(lanes), game.whole()->playouts());
}

LanePlayouts::LanePlayouts(const Game& game, const Backend& backend, std::shared_ptr<const Plan> plan)
    : game_(&game), backend_(&backend), plan_(std::move(plan)), constant_(plan_->row_words()) {
  const auto& fluents = game.whole()->game.fluents;
  for (std::size_t f = 0; f < fluents.size(); ++f)
    if (fluents[f].constant) constant_[f / 64] |= std::uint64_t{1} << (f % 64);
}

LanePlayouts LanePlayouts::share() const { return {*game_, *backend_, plan_}; }

Result<lanes::Ends> LanePlayouts::play(lanes::Batch& batch, const lanes::PlayoutOptions& options,
                                       const Limits& limits) const {
  lanes::PlayoutOptions all = options;
  all.max_rounds = limits.max_rounds;
  all.budget = limits.budget;
  lanes::Ends ends;
  batch.play_out(all, ends);
  if (ends.stopped.why == lanes::Stop::kDone) return ends;
  State state(ends.stopped.position, game_->lexicon().number());
  if (ends.stopped.why == lanes::Stop::kEndless) return tl::unexpected(game_->not_ended(state, limits.max_rounds));
  return tl::unexpected(game_->no_move(state, RoleId{static_cast<std::uint32_t>(ends.stopped.role)}));
}

Result<lanes::PlayoutResult> LanePlayouts::run(std::uint64_t seed, const Limits& limits) {
  if (!batch_) batch_ = backend_->batch(plan_);
  batch_->load(plan_->initial(), plan_->row_words());
  auto ends = play(*batch_, {.each = limits.playouts, .seed = seed}, limits);
  if (!ends) return tl::unexpected(ends.error());
  return lanes::result_of(*plan_, *ends);
}

Result<lanes::Ends> LanePlayouts::run_from(std::span<const State> states, std::optional<std::uint64_t> round,
                                           std::uint64_t each, std::uint64_t seed, const Limits& limits,
                                           const lanes::Weights* weights) {
  std::unique_ptr<lanes::Batch>& batch = round ? batch_ : without_phases_;
  if (!batch) batch = backend_->batch(round ? plan_ : game_->whole()->playouts(false));
  rows_.clear(plan_->row_words());
  for (const State& state : states) {
    game_->lexicon().expect(state);
    std::span<const std::uint64_t> words = state.words();
    if (words.size() > rows_.words())
      return failure(fmt::format("the circuit of the game does not know every fluent of {}", game_->text(state)));
    for (std::size_t w = 0; w < constant_.size(); ++w)
      if ((constant_[w] & ~(w < words.size() ? words[w] : 0)) != 0)
        return failure(fmt::format("no state that can be reached is without {}: {}",
                                   game_->text(*game_->missing(state)), game_->text(state)));
    rows_.push(words);
  }
  batch->load(rows_);
  return play(*batch, {.round = round.value_or(0), .each = each, .seed = seed, .weights = weights}, limits);
}

}  // namespace percept::game
