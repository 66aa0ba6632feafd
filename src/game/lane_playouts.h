// SPDX-License-Identifier: MIT
//
// Bit-parallel playouts of a game that runs on a circuit (circuit/playouts.h), with errors that name the state.
#pragma once

#include <optional>

#include "circuit/playouts.h"
#include "game/game.h"

namespace percept::game {

class LanePlayouts {
 public:
  // Nothing when the game runs on the prover. The game must outlive this. `lanes` 0 takes the widest that the CPU has.
  static std::optional<LanePlayouts> make(const Game& game, unsigned lanes = 0);

  unsigned lanes() const { return playouts_->lanes(); }
  // Fails where a role has no legal move, and when a match does not end within the limit of rounds.
  Result<circuit::PlayoutResult> run(std::uint64_t seed, const circuit::Playouts::Limits& limits);

 private:
  explicit LanePlayouts(const Game& game) : game_(&game) {}

  const Game* game_;
  std::unique_ptr<circuit::Playouts> playouts_;
};

}  // namespace percept::game
