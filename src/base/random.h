// SPDX-License-Identifier: MIT
//
// Random numbers that are the same on every machine for the same seed: xoshiro256** (Blackman and Vigna 2018), seeded
// through SplitMix64, with a bounded draw without bias (Lemire 2019). The distributions of the standard library are not
// portable.
//
// One thread at a time.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/hash.h"

namespace percept {

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = mixed(seed += 0x9E3779B97F4A7C15u);
  }

  std::uint64_t bits() {
    std::uint64_t out = std::rotl(state_[1] * 5, 7) * 9;
    std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return out;
  }

  // Uniform in 0 ... bound-1; the bound is at least 1.
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (bits() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      std::uint32_t threshold = -bound % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = (bits() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  // uniform in [0, 1)

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace percept
