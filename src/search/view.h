// SPDX-License-Identifier: MIT
//
// What a role did and saw since the game began, as one number: equal for what it cannot tell apart.
//
// Any thread.
//
// Internal to search/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/hash.h"

namespace percept::search {

inline std::uint64_t view_at_start(std::size_t role) { return mixed(role + 1); }
inline std::uint64_t view_after(std::uint64_t view, std::uint32_t move, std::uint64_t seen) {
  return mixed(mixed(view ^ (std::uint64_t{move} + 1)) + seen);
}
// Of views of several roles in one table.
inline std::uint64_t key_of(std::size_t role, std::uint64_t view) { return mixed(view + role * 0x9E3779B97F4A7C15u); }

}  // namespace percept::search
