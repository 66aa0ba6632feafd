// SPDX-License-Identifier: MIT
#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace percept {

void check_failed(const char* file, int line, const char* condition, std::string_view message) {
  std::fprintf(stderr, "%s:%d: check failed: %.*s (%s)\n", file, line, static_cast<int>(message.size()), message.data(),
               condition);
  std::abort();
}

}  // namespace percept
