// SPDX-License-Identifier: MIT
//
// Where chance comes from: a seed that nobody finds by trying, and streams of it that say nothing of each other, so
// that who is given one stream of a match cannot tell another.
//
// Any thread may call these.
#pragma once

#include <cstdint>
#include <string_view>

namespace percept {

// A number for the stream of this name; nobody can tell the seed from it. Names in use: "nature", "replace ROLE",
// "player ROLE", "scramble".
std::uint64_t stream_seed(std::uint64_t seed, std::string_view name);
// One that nobody finds by trying, and that every JSON reader keeps exactly: 53 bits from the system's source.
std::uint64_t drawn_seed();

}  // namespace percept
