// SPDX-License-Identifier: MIT
//
// Information sets sampled by answer set programming, as in "Evaluating Reactive Answer Set Solving for General Game
// Playing" (asp/translation.h). A model is a history.
//
//   asp           one program for the rounds so far, made and grounded anew each round (Definitions 3 and 4)
//   asp-reactive  one program that is grounded and solved step by step (Definitions 5 and 6). Options::facts: moves and
//                 percepts are facts of the program, known before their step is grounded. Options::forget: what the
//                 solver has learnt is forgotten after each round.
//
// A draw consists of different histories. The first after an update is the solver's first model; for others it chooses
// at random, from a new seed each time. That is far from uniform, so the weights, which are the chances of the
// histories among those found, promise nothing, except when these are all there are: then they are exact.
//
// What clingo does each round grows with the rounds before, so that a match takes the square of its rounds.
//
// A budget that runs out in grounding costs the program, which is made again at the next call.
#pragma once

#include "sample/sampler.h"

namespace percept::sample {

Result<std::unique_ptr<Sampler>> make_asp(std::shared_ptr<Rules> rules, RoleId role, const Options& options);
Result<std::unique_ptr<Sampler>> make_asp_reactive(std::shared_ptr<Rules> rules, RoleId role, const Options& options);

}  // namespace percept::sample
