// SPDX-License-Identifier: MIT
//
// Hashing of small numbers for open-addressing tables, whose probing suffers when keys share their low bits (as packed
// pairs and dense ids do): every bit of the key reaches every bit of the hash (the finaliser of SplitMix64).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "base/ids.h"

namespace percept {

constexpr std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

struct MixedHash {
  std::size_t operator()(std::integral auto key) const { return mixed(static_cast<std::uint64_t>(key)); }
  template <class Tag>
  std::size_t operator()(Id<Tag> id) const {
    return mixed(id.value);
  }
};

}  // namespace percept
