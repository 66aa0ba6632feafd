// SPDX-License-Identifier: MIT
//
// The widths of lanes that this CPU has, and positions of hand-made games as rows.
#pragma once

#include <vector>

#include "lanes/backend.h"

namespace percept::test {

inline std::vector<unsigned> available_lanes() {
  std::vector<unsigned> out;
  for (unsigned lanes : {64u, 256u, 512u})
    if (lanes::Backend::find(lanes)) out.push_back(lanes);
  return out;
}

inline std::vector<std::uint64_t> row_of(const std::vector<bool>& position) {
  std::vector<std::uint64_t> out((position.size() + 63) / 64);
  for (std::size_t f = 0; f < position.size(); ++f) out[f / 64] |= std::uint64_t{position[f]} << (f % 64);
  return out;
}

}  // namespace percept::test
