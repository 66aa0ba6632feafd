// SPDX-License-Identifier: MIT
//
// What is said when no history explains what a role did and saw.
//
// One thread at a time, as the rules.
#pragma once

#include "belief/belief.h"

namespace percept::belief {

tl::unexpected<Error> unexplained(const Rules& rules, RoleId role, std::size_t round, const Experience& experience);

}  // namespace percept::belief
