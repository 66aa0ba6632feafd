// SPDX-License-Identifier: MIT
//
// SHA-256, for names that say what is in a thing, and for seeds that say nothing of where they come from.
//
// Any thread may call these.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace percept {

std::array<unsigned char, 32> sha256(std::string_view text);
std::string sha256_hex(std::string_view text);

}  // namespace percept
