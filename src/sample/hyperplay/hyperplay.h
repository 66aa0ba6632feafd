// SPDX-License-Identifier: MIT
//
// The engine `hyperplay` (Schofield, Cerexhe and Thielscher 2012): hypergames are histories that explain all the role
// did and saw. Each round every hypergame plays forward with moves of the others drawn by their chances among those
// that explain the round; where none does it is dead, and when too many are dead, others are drawn from the hypergames
// of an earlier round and played forward again, from further back each time this fails, up to the first round. What was
// found to lead nowhere is not entered again (positions.h), so the search is complete: the last hypergame is never
// lost, and when the initial position is dead, nothing explains the experience.
//
// Weights. A hypergame's weight is multiplied, round by round, with the chance of all joint moves that explain the
// round where it is, known exactly when all were tried, else estimated (explainer.h). Hypergames are resampled by what
// they weigh then, before they move, when the effective number falls below half. Those drawn again from an earlier
// round are proposals like the first ones and weigh what the population they were drawn from weighed, with all that is
// known to be dead left out. Guaranteed is that estimates are consistent as the number of hypergames grows; nothing
// more: what is drawn is never called exact.
#pragma once

#include "sample/sampler.h"

namespace percept::sample {

Result<std::unique_ptr<Sampler>> make_hyperplay(std::shared_ptr<Rules> rules, RoleId role, const Options& options);

}  // namespace percept::sample
