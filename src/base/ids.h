// SPDX-License-Identifier: MIT
//
// Strong ids: a dense number that says what it numbers, so that a symbol is never passed where a term is meant.
// Declare with `using Symbol = Id<struct SymbolTag>;`. Ids compare like the number they
// hold; hash.h hashes them.
#pragma once

#include <compare>
#include <cstdint>

namespace percept {

template <class Tag>
struct Id {
  std::uint32_t value = 0;

  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace percept
