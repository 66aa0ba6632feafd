// SPDX-License-Identifier: MIT
//
// What a belief is told as texts (game/told.h), in the numbers of its rules.
//
// One thread at a time, as the belief or the rules that are given.
#pragma once

#include "belief/belief.h"
#include "game/told.h"

namespace percept::belief {

using game::Told;

// The experience that the texts stand for; an error when the game has no such move or percept.
Result<Experience> experience_of(Rules& rules, RoleId role, std::size_t round, const Told& told);
inline Result<Experience> experience_of(const Belief& belief, const Told& told) {
  return experience_of(belief.rules(), belief.role(), belief.round(), told);
}

// A round as the belief is told it.
inline Result<void> hear(Belief& belief, const Told& told, const Budget& budget = {}) {
  auto experience = experience_of(belief, told);
  return experience ? belief.update(*experience, budget) : tl::unexpected(experience.error());
}

// Tells the belief that something happened in this round, and as little as makes sense of it: no percepts, and if need
// be no move.
Result<void> go_on_without(Belief& belief, const Told& told, const Budget& budget = {});

}  // namespace percept::belief
