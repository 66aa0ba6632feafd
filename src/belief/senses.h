// SPDX-License-Identifier: MIT
//
// What a referee tells a role, in the numbers of the role's belief. The referee's game and the belief's rules are two
// different things on purpose: all that passes from one to the other is the role's own move and its percepts.
//
// One thread at a time.
#pragma once

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "belief/belief.h"
#include "game/game.h"

namespace percept::belief {

class Senses {
 public:
  // Both have to live as long; the role is one of the game's.
  Senses(const game::Game& game, Rules& rules, RoleId role) : game_(game), rules_(rules), role_(role) {}

  Result<Experience> experience(MoveId move, const Percepts& percepts) {
    auto own = this->move(move);
    if (!own) return tl::unexpected(own.error());
    Experience out{*own, Percepts()};
    for (PerceptId percept : percepts) {
      auto seen = percepts_.find(percept);
      if (seen == percepts_.end()) {
        auto known = rules_.percept(game_.text(percept));
        if (!known) return tl::unexpected(known.error());
        seen = percepts_.insert({percept, *known}).first;
      }
      out.percepts->push_back(seen->second);
    }
    return out;
  }

  // A move of the role's own, as the belief numbers it.
  Result<MoveId> move(MoveId move) {
    auto own = own_moves_.find(move);
    if (own != own_moves_.end()) return own->second;
    auto known = rules_.move(role_, game_.text(role_, move));
    if (known) own_moves_.insert({move, *known});
    return known;
  }

 private:
  const game::Game& game_;
  Rules& rules_;
  RoleId role_;
  tsl::robin_map<MoveId, MoveId, MixedHash> own_moves_;
  tsl::robin_map<PerceptId, PerceptId, MixedHash> percepts_;
};

}  // namespace percept::belief
