// SPDX-License-Identifier: MIT
//
// Strong ids: a dense number that says what it numbers, so that a symbol is never passed where a term is meant.
// Declare with `using Symbol = Id<struct SymbolTag>;`. Ids compare like the number they
// hold; hash.h hashes them.
//
// Plain values: threads may read one together.
#pragma once

#include <compare>
#include <cstdint>

namespace percept {

template <class Tag>
struct Id {
  std::uint32_t value = 0;

  friend constexpr auto operator<=>(Id, Id) = default;
};

// An id that also says who gave the number, so that whoever is handed one of another's can notice. Zero stands for
// anybody. It counts as the number alone: in comparisons, and where it is an index.
template <class Tag>
struct GivenId {
  std::uint32_t value = 0;
  std::uint32_t giver = 0;

  friend constexpr bool operator==(GivenId a, GivenId b) { return a.value == b.value; }
  friend constexpr std::strong_ordering operator<=>(GivenId a, GivenId b) { return a.value <=> b.value; }
};

}  // namespace percept
