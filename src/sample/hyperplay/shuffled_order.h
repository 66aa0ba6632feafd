// SPDX-License-Identifier: MIT
//
// The numbers 0 ... count-1 in an order that looks random, each once, without a table: a Feistel network on the
// smallest even number of bits that holds them all, applied again while the result is too large.
#pragma once

#include <bit>
#include <cstdint>

#include "base/hash.h"

namespace percept::sample {

class ShuffledOrder {
 public:
  // At most 2^62 numbers.
  ShuffledOrder(std::uint64_t count, std::uint64_t seed)
      : count_(count),
        seed_(seed),
        half_(count <= 1 ? 1 : (static_cast<unsigned>(std::bit_width(count - 1)) + 1) / 2) {}

  std::uint64_t operator[](std::uint64_t index) const {
    do index = permuted(index);
    while (index >= count_);
    return index;
  }

 private:
  std::uint64_t permuted(std::uint64_t index) const {
    std::uint64_t mask = (std::uint64_t{1} << half_) - 1, left = index >> half_, right = index & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
      std::uint64_t mixed_in = left ^ (mixed(seed_ + (right << 2) + round) & mask);
      left = right;
      right = mixed_in;
    }
    return left << half_ | right;
  }

  std::uint64_t count_, seed_;
  unsigned half_;  // of the bits
};

}  // namespace percept::sample
