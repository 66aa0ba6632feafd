// SPDX-License-Identifier: MIT
//
// The engine `worlds`. While the positions a role may be in are few enough to be tracked one by one, samples are
// independent draws with exactly the probabilities of their histories. Beyond the limit particles go on (particles.h):
// draws are by their weights, which are not exact, and a draw says so.
//
// Samples without histories cost a look into a table. For histories the layers of all rounds are kept (backward.h);
// without, only the last one, and of particles those that are 1, 2, 4, 8 ... rounds back, about, to refill them.
#pragma once

#include "sample/sampler.h"

namespace percept::sample {

Result<std::unique_ptr<Sampler>> make_worlds(std::shared_ptr<Rules> rules, RoleId role, const Options& options);

}  // namespace percept::sample
