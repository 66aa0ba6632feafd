// SPDX-License-Identifier: MIT
//
// What has to be known of a rule sheet before anything plays it, or reasons about it: whether it can be played, and who
// its roles are.
//
// Any thread may call these.
#pragma once

#include <vector>

#include "base/result.h"
#include "gdl/description.h"
#include "program/program.h"

namespace percept::game {

// Why the description cannot be played: errors that check() finds in it, or sentences instead of rules.
Result<void> playable(const gdl::Description& description);

// In the order of their facts; those that rules give come behind, sorted.
Result<std::vector<program::TermId>> roles_of(program::Program& program);

}  // namespace percept::game
