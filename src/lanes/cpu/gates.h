// SPDX-License-Identifier: MIT
//
// The interpreter of streams (block.h); for kernels.cpp only (vectors.h).
#pragma once

#include "lanes/block.h"
#include "lanes/cpu/vectors.h"

namespace percept::lanes {
namespace {

void run_gates(const std::uint32_t* at, const std::uint32_t* end, V* values) {
  while (at < end) {
    std::uint32_t head = *at++;
    if (head == kLoopWord) {
      std::uint32_t loops = *at++;
      const std::uint32_t* slots = at;
      std::uint32_t size = at[loops];
      const std::uint32_t* block = at + loops + 1;
      const std::uint32_t* drivers = block + size;
      for (std::uint32_t i = 0; i < loops; ++i) values[slots[i]] = zero();
      for (bool repeat = true; repeat;) {
        run_gates(block, drivers, values);
        V difference = zero();
        for (std::uint32_t i = 0; i < loops; ++i) {
          V driven = value(values, drivers[i]);
          difference |= driven ^ values[slots[i]];
          values[slots[i]] = driven;
        }
        repeat = any(difference);
      }
      at = drivers + loops;
      continue;
    }
    V* destination = values + *at++;
    switch (head) {
      case 2:
        *destination = values[at[0]] & values[at[1]];
        at += 2;
        continue;
      case 3:
        *destination = values[at[0]] & values[at[1]] & values[at[2]];
        at += 3;
        continue;
      case 1 | 1 << 16:
        *destination = values[at[0]] & ~values[at[1]];
        at += 2;
        continue;
      case 2 | 1 << 16:
        *destination = values[at[0]] & values[at[1]] & ~values[at[2]];
        at += 3;
        continue;
      case 1 | 2 << 16:
        *destination = values[at[0]] & ~(values[at[1]] | values[at[2]]);
        at += 3;
        continue;
      case 2 << 16:
        *destination = ~(values[at[0]] | values[at[1]]);
        at += 2;
        continue;
      case 3 << 16:
        *destination = ~(values[at[0]] | values[at[1]] | values[at[2]]);
        at += 3;
        continue;
      default: break;
    }
    std::uint32_t positive = head & 0xFFFF, negative = head >> 16;
    V all = ones(), none = zero();
    for (std::uint32_t i = 0; i < positive; ++i) all &= values[at[i]];
    at += positive;
    for (std::uint32_t i = 0; i < negative; ++i) none |= values[at[i]];
    at += negative;
    *destination = all & ~none;
  }
}

}  // namespace
}  // namespace percept::lanes
