// SPDX-License-Identifier: MIT
//
// Hashing of small numbers for open-addressing tables, whose probing suffers when keys share their low bits (as packed
// pairs and dense ids do): every bit of the key reaches every bit of the hash (the finaliser of SplitMix64).
//
// Any thread may call these.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/ids.h"

namespace percept {

constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// Of a set of small numbers, number n in bit n % 64 of word n / 64: equal for equal sets, however many empty words
// stand behind the last.
inline std::uint64_t row_hash(std::span<const std::uint64_t> row) {
  std::size_t words = row.size();
  while (words > 0 && row[words - 1] == 0) --words;
  std::uint64_t out = 1;  // empty words before the first count, too
  for (std::size_t i = 0; i < words; ++i) {
    out = (out ^ row[i]) * 0x9E3779B97F4A7C15u;
    out ^= out >> 32;
  }
  return mixed(out);
}

struct MixedHash {
  std::size_t operator()(std::integral auto key) const { return mixed(static_cast<std::uint64_t>(key)); }
  template <class Tag>
  std::size_t operator()(Id<Tag> id) const {
    return mixed(id.value);
  }
  template <class Tag>
  std::size_t operator()(GivenId<Tag> id) const {
    return mixed(id.value);
  }
};

}  // namespace percept
