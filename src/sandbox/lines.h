// SPDX-License-Identifier: MIT
//
// A worker's end of the line: what it is asked, and what it says, in JSON.
//
// One thread listens; any may speak.
//
// Internal to sandbox/.
#pragma once

#include <optional>

#include "sandbox/worker.h"

namespace percept::sandbox {

std::optional<Json> next_line();  // nothing when nobody asks any more
void say(const Json& json);

}  // namespace percept::sandbox
