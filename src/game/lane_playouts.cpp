// SPDX-License-Identifier: MIT
#include "game/lane_playouts.h"

#include "game/circuit_engine.h"

namespace percept::game {

std::optional<LanePlayouts> LanePlayouts::make(const Game& game, unsigned lanes) {
  if (!game.circuit()) return {};
  LanePlayouts out(game);
  out.playouts_ = std::make_unique<circuit::Playouts>(game.circuit()->automaton(), lanes);
  return out;
}

Result<circuit::PlayoutResult> LanePlayouts::run(std::uint64_t seed, const circuit::Playouts::Limits& limits) {
  circuit::PlayoutResult result = playouts_->run(seed, limits);
  if (result.stop == circuit::Stop::kDone) return result;
  State state;
  for (std::uint32_t f = 0; f < result.position.size(); ++f)
    if (result.position[f]) state.insert(FluentId{f});
  if (result.stop == circuit::Stop::kEndless) return tl::unexpected(game_->not_ended(state, limits.max_rounds));
  return tl::unexpected(game_->no_move(state, RoleId{static_cast<std::uint32_t>(result.role)}));
}

}  // namespace percept::game
