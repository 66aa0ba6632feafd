// SPDX-License-Identifier: MIT
//
// `percept tree`: what its arguments say, and the command, which returns the exit code.
//
// Internal to cli/.
#pragma once

#include <string>

namespace percept::cli {

struct TreeOptions {
  enum class Format : unsigned char { kText, kDot, kEfg, kJson };
  std::string file;
  Format format = Format::kText;
  std::size_t most = 20'000;  // nodes
};
int tree(const TreeOptions& options);

}  // namespace percept::cli
