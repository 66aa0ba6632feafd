// SPDX-License-Identifier: MIT
//
// One number for all that is done with a game. It stays the same while code is moved or made faster, and becomes
// another when behaviour does: the same rules, the same seeds, and something else is played, seen or won.
//
//   auto signature = signature_of(game);           // of a game on a circuit
//   signature->hash();
//
// A part of it is of matches one state at a time: every state, move, percept and goal by its text. The other is of
// playouts in lanes, from the initial position, and from positions of these matches in turn and with weights: what each
// position came to. There are always 64 lanes, and moves are drawn in the order of their names, so that neither the CPU
// nor the compiler nor the order in which the grounder happens to number things makes a difference.
//
// One thread at a time: the matches go through the game's walker.
#pragma once

#include <cstdint>
#include <span>

#include "game/game.h"

namespace percept::game {

struct Signature {
  struct Part {
    std::uint64_t hash = 0, playouts = 0, states = 0;  // in which a joint move was made
  };
  Part single, lanes;

  std::uint64_t hash() const;
};

// Fails when the prover runs the game, where a role has no legal move, and when a match does not end.
Result<Signature> signature_of(Game& game);

// Of several games, in this order.
std::uint64_t hash_of(std::span<const Signature> signatures);

}  // namespace percept::game
