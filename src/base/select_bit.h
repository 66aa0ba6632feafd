// SPDX-License-Identifier: MIT
//
// The n-th bit of a word.
//
// Any thread may call these.
#pragma once

#include <array>
#include <cstdint>

namespace percept {

// The place of the bit that has `before` set bits below it; the word must have more of them. Without branches, which a
// random choice would mislead: bytes are counted all at once (Vigna 2008), the rest is in a table.
inline unsigned select_bit(std::uint64_t word, unsigned before) {
  static constexpr auto kInByte = [] {
    std::array<std::array<std::uint8_t, 8>, 256> out{};
    for (unsigned byte = 0; byte < 256; ++byte)
      for (unsigned bit = 0, count = 0; bit < 8; ++bit)
        if ((byte >> bit & 1) != 0) out[byte][count++] = static_cast<std::uint8_t>(bit);
    return out;
  }();
  constexpr std::uint64_t kOnes = 0x0101010101010101u, kHighest = 0x8080808080808080u;
  std::uint64_t sums = word - (word >> 1 & 0x5555555555555555u);
  sums = (sums & 0x3333333333333333u) + (sums >> 2 & 0x3333333333333333u);
  sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * kOnes;  // up to each byte
  std::uint64_t passed = ((before * kOnes | kHighest) - sums) & kHighest;
  auto shift = static_cast<unsigned>((passed >> 7) * kOnes >> 56) * 8;
  auto rest = before - static_cast<unsigned>(sums << 8 >> shift & 0xFF);
  return shift + kInByte[word >> shift & 0xFF][rest];
}

}  // namespace percept
