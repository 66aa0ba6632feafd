// SPDX-License-Identifier: MIT
//
// Words of 64 bits: sets of small numbers, and tables whose rows become columns, as for worlds that become lanes.
//
// Any thread may call these.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace percept {

namespace detail {

template <unsigned Width>
void swap_blocks(std::uint64_t* rows, std::uint64_t mask) {
  for (unsigned begin = 0; begin < 64; begin += 2 * Width)
    for (unsigned i = begin; i < begin + Width; ++i) {
      std::uint64_t differs = ((rows[i] >> Width) ^ rows[i + Width]) & mask;
      rows[i] ^= differs << Width;
      rows[i + Width] ^= differs;
    }
}

}  // namespace detail

// Bit j of word i becomes bit i of word j, for 64 words of 64 bits.
inline void transpose(std::uint64_t* rows) {
  detail::swap_blocks<32>(rows, 0x00000000FFFFFFFFu);
  detail::swap_blocks<16>(rows, 0x0000FFFF0000FFFFu);
  detail::swap_blocks<8>(rows, 0x00FF00FF00FF00FFu);
  detail::swap_blocks<4>(rows, 0x0F0F0F0F0F0F0F0Fu);
  detail::swap_blocks<2>(rows, 0x3333333333333333u);
  detail::swap_blocks<1>(rows, 0x5555555555555555u);
}

// Of the first `count` lanes those that are in a group of 64.
inline std::uint64_t lanes_of_group(std::size_t count, unsigned group) {
  std::size_t before = 64 * std::size_t{group};
  if (count <= before) return 0;
  return count - before >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (count - before)) - 1;
}

// Calls visit(bit) for each bit that is set, the lowest first.
template <class Visit>
void for_each_bit(std::uint64_t word, Visit&& visit) {
  for (; word != 0; word &= word - 1) visit(static_cast<unsigned>(std::countr_zero(word)));
}

}  // namespace percept
