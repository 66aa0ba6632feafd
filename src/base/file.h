// SPDX-License-Identifier: MIT
//
// The bytes of a file, or of the standard input for "-", as far as they are no more than a limit.
//
// Any thread may call these.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace percept {

// `hint` is given when it is larger.
Result<std::string> contents_of(const std::string& path, std::size_t limit, const std::string& hint);

}  // namespace percept
