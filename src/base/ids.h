// SPDX-License-Identifier: MIT
//
// Strong ids: a dense number that says what it numbers, so that a symbol is never passed where a term is meant.
// Declare with `using Symbol = Id<struct SymbolTag>;`. Ids hash, compare and index like the number they hold.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace percept {

template <class Tag>
struct Id {
  std::uint32_t value = 0;

  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace percept

template <class Tag>
struct std::hash<percept::Id<Tag>> {
  std::size_t operator()(percept::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>{}(id.value); }
};
