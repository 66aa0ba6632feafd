// SPDX-License-Identifier: MIT
#include "lab/cheat_seat.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace percept::lab {
namespace {

constexpr double kShareOfClock = 0.85;

}  // namespace

std::optional<record::Fault> CheatSeat::start(const match::Opening& opening, std::stop_token) {
  auto fault = [](const Error& error) { return record::Fault{record::FaultKind::kInternal, "", error.message}; };
  auto model = opening.presentation ? opening.presentation->model() : game::Model::make(opening.rules);
  if (!model) return fault(model.error());
  auto game = game::Game::make(*model, {});
  if (!game) return fault(game.error());
  auto simulator = search::Simulator::make(*model);
  if (!simulator) return fault(simulator.error());
  game_.emplace(std::move(*game));
  simulator_ = std::move(*simulator);
  role_ = *game_->role(opening.role);
  clock_ = opening.clocks.play;
  mcts_ = std::make_unique<search::Mcts>(*simulator_, role_.value, search::MctsSettings{.seed = seed_});
  return std::nullopt;
}

match::Answer CheatSeat::play(const std::optional<match::News>&, std::stop_token stop) {
  match::Answer out;
  Clock::time_point begin = Clock::now();
  Budget budget = Budget().unless(stop);
  if (clock_ > 0) budget = budget.until(in_seconds(kShareOfClock * clock_));
  auto state = game_->parse_state(fmt::format("({})", fmt::join(truth_.facts(), " ")));
  auto own = state ? simulator_->own(*state, game_->lexicon()) : std::nullopt;
  if (!own) {
    out.fault = {record::FaultKind::kInternal, "", "the position is not one of the game"};
    return out;
  }
  search::SearchModel model{std::move(*own)};
  mcts_->aim({&model, 1}, static_cast<std::uint32_t>(truth_.round()));
  mcts_->run(clock_ > 0 ? UINT64_MAX : leaves_, budget);
  const game::Lexicon& lexicon = simulator_->lexicon();
  out.move = lexicon.text(role_, game::MoveId{mcts_->choose(random_), lexicon.number()});
  out.seconds = seconds_since(begin);
  return out;
}

}  // namespace percept::lab
