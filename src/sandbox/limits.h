// SPDX-License-Identifier: MIT
//
// What a worker takes from itself before it looks at a rule sheet: memory beyond a bound, files beyond a few, and the
// right to call anybody, to make or change files, or to look into other processes. A limit that this system does not
// know is left out; those that are there hold for all that the worker starts, too.
//
// Called once, before there are threads.
//
// Internal to sandbox/.
#pragma once

#include <cstddef>

namespace percept::sandbox {

inline constexpr int kOutOfMemory = 77;  // a worker's exit code

void limit_this_process(std::size_t megabytes);

}  // namespace percept::sandbox
