// SPDX-License-Identifier: MIT
//
// What a role is told of a round, as texts in KIF: the move that was made for it, and its percepts. This is all that
// passes from a referee, a record or a wire to whoever plays or follows the role; nothing in it can hold the true
// state. In a game without `sees` the percepts are the moves made, as (does role move).
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "belief/belief.h"

namespace percept::belief {

struct Told {
  std::optional<std::string> move;  // nothing where it is not known
  std::optional<std::vector<std::string>> percepts;

  friend bool operator==(const Told&, const Told&) = default;
};

// The experience that the texts stand for; an error when the game has no such move or percept.
Result<Experience> experience_of(Rules& rules, RoleId role, std::size_t round, const Told& told);
inline Result<Experience> experience_of(const Belief& belief, const Told& told) {
  return experience_of(belief.rules(), belief.role(), belief.round(), told);
}

// Tells the belief that something happened in this round, and as little as makes sense of it: no percepts, and if need
// be no move.
Result<void> go_on_without(Belief& belief, const Told& told, const Budget& budget = {});

}  // namespace percept::belief
