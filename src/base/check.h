// SPDX-License-Identifier: MIT
//
// What a caller must not do. A failed check is a mistake of the program, not of its input (that is a Result): it says
// where and what, and ends the process, in every build.
//
//   PERCEPT_CHECK(row < size(), fmt::format("row {} of {}", row, size()));
//
// The message is made only when the check fails.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace percept {

[[noreturn]] inline void check_failed(const char* file, int line, const std::string& message) {
  std::fprintf(stderr, "%s:%d: %s\n", file, line, message.c_str());
  std::abort();
}

}  // namespace percept

#define PERCEPT_CHECK(condition, message) \
  ((condition) ? static_cast<void>(0) : ::percept::check_failed(__FILE__, __LINE__, (message)))
