// SPDX-License-Identifier: MIT
//
// The engine that picks: worlds while they are exact. When they are too many, the particles that go on serve, since
// they estimate probabilities best, and beside them a formula (native.h): it knows for sure whether a history is left,
// and serves when the particles have found none. `name` is that of the engine that served last.
//
// Internal to sample/.
#pragma once

#include "sample/sampler.h"

namespace percept::sample {

Result<std::unique_ptr<Sampler>> make_auto(std::shared_ptr<Rules> rules, RoleId role, const Options& options);

}  // namespace percept::sample
