// SPDX-License-Identifier: MIT
//
// Lines for people at a terminal: colours, items that are wrapped, rows with a label. Pure functions, for any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace percept::show {

inline constexpr std::size_t kLineWidth = 100;  // characters
inline constexpr std::string_view kBold = "1";

std::string painted(std::string_view style, std::string_view text, bool color);
std::string blanks(std::size_t count);

// The items one behind the other, with commas, to go on from a column and to be wrapped back to it.
std::string wrapped(const std::vector<std::string>& items, std::size_t column);

// A line: a label of fixed width and the items, made printable, behind it; at most so many, and how many there are
// more. In the colour of what is open, or of what is known.
std::string row(std::string_view label, std::vector<std::string> items, bool color, bool open = false,
                std::size_t most = SIZE_MAX);
// "Round 3" behind an empty line.
std::string heading(std::string_view text, bool color);

}  // namespace percept::show
