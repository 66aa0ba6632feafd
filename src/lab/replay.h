// SPDX-License-Identifier: MIT
//
// Whether a referee could have played a sample: its moves are legal and none comes after the end, the role's own are
// those it made, its percepts are exactly those it had, and the last position is the sample's.
//
// Internal to lab/.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "game/game.h"
#include "sample/sampler.h"

namespace percept::lab {

// What a role did and saw in a round, as the referee numbers it.
struct OwnRound {
  game::MoveId move;
  game::Percepts percepts;
};

class Replay {
 public:
  // All have to live as long.
  Replay(game::Game& referee, const belief::Rules& rules, game::RoleId role)
      : referee_(referee), rules_(rules), role_(role), moves_(referee.roles()) {}

  // An error says in which round it fails, and why.
  Result<void> check(const sample::Sample& sample, const std::vector<OwnRound>& own, std::size_t rounds);

 private:
  Result<game::MoveId> move(game::RoleId role, game::MoveId move);

  game::Game& referee_;
  const belief::Rules& rules_;
  game::RoleId role_;
  std::vector<std::map<game::MoveId, game::MoveId>> moves_;  // of the rules, as the referee numbers them
};

}  // namespace percept::lab
