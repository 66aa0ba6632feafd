// SPDX-License-Identifier: MIT
//
// What a role is told of a round, as texts in KIF: the move that was made for it, and its percepts. This is all that
// passes from a referee, a record or a wire to whoever plays or follows the role; nothing in it can hold the true
// state.
//
// A value; threads share it as they share any other. Whoever makes one of a game uses it as its thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "game/state.h"

namespace percept::game {

class Game;

struct Told {
  std::optional<std::string> move;  // nothing where it is not known
  std::optional<std::vector<std::string>> percepts;

  friend bool operator==(const Told&, const Told&) = default;
};

// In a game without `sees` everybody's percepts are the moves made, by role: (does role move).
std::vector<std::string> moves_seen(const std::vector<std::string>& roles, const std::vector<std::string>& moves);

// What the role is told of the joint move, made in the state.
Result<Told> told_of(Game& game, const State& state, const JointMove& moves, RoleId role);
// The percepts sorted as people expect.
std::vector<std::string> texts_of(const Game& game, const Percepts& percepts);

}  // namespace percept::game
