// SPDX-License-Identifier: MIT
//
// Vectors of PERCEPT_LANES bits, and random ones. For kernels.cpp only, which is compiled once for each width: all of
// it has internal linkage, so that no code for one CPU stands in for that of another.
#pragma once

#include <cstdint>
#include <cstring>

namespace percept::lanes {
namespace {

#if PERCEPT_LANES == 64
using V = std::uint64_t;
#else
typedef std::uint64_t V __attribute__((vector_size(PERCEPT_LANES / 8)));
#endif
constexpr unsigned kWords = PERCEPT_LANES / 64;
constexpr unsigned kExtraBits = 16;
constexpr unsigned kMaxBits = 24;
constexpr unsigned kMaxWeightBits = 8;

inline V zero() { return V{}; }
inline V ones() { return ~V{}; }

inline std::uint64_t word(const V& v, unsigned i) {
  std::uint64_t out;
  std::memcpy(&out, reinterpret_cast<const char*>(&v) + 8 * i, 8);
  return out;
}

inline bool any(const V& v) {
#if PERCEPT_LANES == 64
  return v != 0;
#else
  std::uint64_t out = 0;
  for (unsigned i = 0; i < kWords; ++i) out |= v[i];
  return out != 0;
#endif
}

inline unsigned count(const V& v) {
  unsigned out = 0;
  for (unsigned i = 0; i < kWords; ++i) out += static_cast<unsigned>(__builtin_popcountll(word(v, i)));
  return out;
}

inline unsigned first_lane(const V& v) {
  for (unsigned i = 0; i < kWords; ++i)
    if (word(v, i) != 0) return 64 * i + static_cast<unsigned>(__builtin_ctzll(word(v, i)));
  return 0;
}

inline V value(const V* values, std::uint32_t code) {
  V v = values[code >> 1];
  return (code & 1) != 0 ? ~v : v;
}

// xoshiro256+ in every 64-bit word.
struct Noise {
  V s[4];

  V next() {
    V out = s[0] + s[3];
    V t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    // Its lowest bits are weak; here every bit decides alike.
    return out ^ (out >> 32);
  }
};

}  // namespace
}  // namespace percept::lanes
