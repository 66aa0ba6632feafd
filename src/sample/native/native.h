// SPDX-License-Identifier: MIT
//
// The native engine: the circuit of the game unrolled round by round into a SAT solver (belief/histories.h). Nothing is
// grounded again; a round costs a copy of the circuit in which everything known is folded away. In a game too large to
// ground each round has a circuit for the positions that are possible then.
//
// A draw consists of different histories. For each, moves are chosen at random round by round, as far as the solver
// finds that they go together, and histories found before are excluded. Weights are the chances of the histories among
// those found: exact when these are all there are, which the draw then says. Otherwise nothing is promised of them:
// solvers do not find histories uniformly.
//
// When a formula has become long and the position at some round of its later half is known for sure, a new one begins
// there, so that a long match does not mean a large formula. Histories of the rounds before it are then drawn
// independently by weight, unless all together are no more than wanted.
#pragma once

#include "sample/sampler.h"

namespace percept::sample {

Result<std::unique_ptr<Sampler>> make_native(std::shared_ptr<Rules> rules, RoleId role, const Options& options);

}  // namespace percept::sample
