// SPDX-License-Identifier: MIT
//
// What is said when no history explains what a role did and saw.
//
// Any thread may call these.
#pragma once

#include "belief/belief.h"

namespace percept::belief {

tl::unexpected<Error> unexplained(const Rules& rules, RoleId role, std::size_t round, const Experience& experience);

}  // namespace percept::belief
