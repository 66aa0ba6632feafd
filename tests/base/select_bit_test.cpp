// SPDX-License-Identifier: MIT
#include "base/select_bit.h"

#include <doctest/doctest.h>

#include <vector>

#include "base/bits.h"
#include "base/random.h"

using namespace percept;

TEST_CASE("the bit with so many below it is found") {
  Random random(1);
  std::vector<std::uint64_t> words = {1, std::uint64_t{1} << 63, ~std::uint64_t{0}, 0xFF, 0x8000000000000001u};
  for (int i = 0; i < 1000; ++i) {
    words.push_back(random.bits());
    words.push_back(random.bits() & random.bits() & random.bits() & random.bits());
    words.push_back(random.bits() | random.bits() | random.bits());
  }
  for (std::uint64_t word : words) {
    CAPTURE(word);
    unsigned before = 0;
    for_each_bit(word, [&](unsigned bit) { CHECK(select_bit(word, before++) == bit); });
  }
}
