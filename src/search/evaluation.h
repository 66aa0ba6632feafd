// SPDX-License-Identifier: MIT
//
// How good a policy is: what each player gets of a joint policy, what it could get at most while the others keep to
// theirs, and the sum of these gains, NashConv. Exact, for any number of players and any goals.
//
//   Profile profile = uniform_profile(layout);      // behaviour: by player and sequence, the chance of its last move
//   Evaluation e = evaluate(layout, profile, crew);
//
// In an equilibrium nash_conv is zero. For two players with a constant sum the first player's value of the game is
// within [value - gain of the second, value + gain of the first].
//
// Functions without state; a crew is one thread's.
#pragma once

#include "search/layout.h"

namespace percept::search {

using Behaviour = std::vector<double>;  // by sequence: the chance of its last move; 1 for the empty one
using Profile = std::vector<Behaviour>;

struct Evaluation {
  std::vector<double> values;  // by player: expected goal
  std::vector<double> best;    // at most, against the others
  double nash_conv = 0;
  double exploitability() const { return nash_conv / static_cast<double>(values.size()); }
};

Behaviour uniform_behaviour(const Forest& forest);
Profile uniform_profile(const Layout& layout);

Plan plan_of(const Forest& forest, const Behaviour& behaviour, Crew& crew);
Evaluation evaluate(const Layout& layout, const Profile& profile, Crew& crew);

// What the player can get at most, given what its ends are worth; and, if asked for, the moves that get it.
double best_response(const Forest& forest, const std::vector<double>& gradient, Crew& crew,
                     Behaviour* behaviour = nullptr);

}  // namespace percept::search
