// SPDX-License-Identifier: MIT
//
// The words that GDL keeps for itself, in the order of their numbers (symbol.h), for those who look at texts alone.
//
// Constants; any thread may read them.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "gdl/symbol.h"

namespace percept::gdl {

inline constexpr std::array<std::string_view, 21> kKeywordNames = {
    "role", "init",   "true", "does", "next", "legal", "goal", "terminal", "distinct", "base",  "input",
    "sees", "random", "not",  "and",  "or",   "<=",    "=>",   "<=>",      "forall",   "exists"};

inline std::optional<Symbol> keyword_named(std::string_view folded) {
  auto known = std::ranges::find(kKeywordNames, folded);
  if (known == kKeywordNames.end()) return std::nullopt;
  return Symbol{static_cast<std::uint32_t>(known - kKeywordNames.begin())};
}

// Means something by itself, so that no renaming changes it: keywords, whole numbers, and the word for nothing.
inline bool is_fixed_name(std::string_view folded) {
  return keyword_named(folded) || folded == "nil" || folded.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace percept::gdl
