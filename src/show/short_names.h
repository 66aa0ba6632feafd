// SPDX-License-Identifier: MIT
//
// Names short enough for the squares of a board, and still different: of whiterook, whitepawn and blackpawn those are
// wr, wp and b. A short name has the letters at which a name parts from others: the first one of the rest wherever the
// names that were equal so far go on in different ways. Numbers and names of up to three letters stay as they are when
// all names are such.
//
// Internal to show/.
#pragma once

#include <map>
#include <set>
#include <string>

namespace percept::show {

inline constexpr std::size_t kShortEnough = 3;  // characters

// For each name its short one.
std::map<std::string, std::string> short_names(const std::set<std::string>& names);

}  // namespace percept::show
