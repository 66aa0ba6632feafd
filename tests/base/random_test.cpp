// SPDX-License-Identifier: MIT
//
// Seeds stand in records, tournaments and figures: what they give must never change. The numbers below were worked out
// beside the code, from the published generators (xoshiro256** of a state that SplitMix64 fills, Lemire's bounded
// draw).
#include "base/random.h"

#include <doctest/doctest.h>

#include <vector>

using percept::Random;

namespace {

template <class Draw>
auto drawn(std::uint64_t seed, std::size_t count, const Draw& draw) {
  Random random(seed);
  std::vector<decltype(draw(random))> out;
  while (out.size() < count) out.push_back(draw(random));
  return out;
}

std::vector<std::uint32_t> below(std::uint32_t bound) {
  return drawn(7, 8, [bound](Random& random) { return random.below(bound); });
}

}  // namespace

TEST_CASE("random: words") {
  auto words = [](std::uint64_t seed) { return drawn(seed, 4, [](Random& random) { return random.bits(); }); };
  using Words = std::vector<std::uint64_t>;
  CHECK(words(0) == Words{0x99EC5F36CB75F2B4, 0xBF6E1F784956452A, 0x1A5F849D4933E6E0, 0x6AA594F1262D2D2C});
  CHECK(words(1) == Words{0xB3F2AF6D0FC710C5, 0x853B559647364CEA, 0x92F89756082A4514, 0x642E1C7BC266A3A7});
  CHECK(words(UINT64_MAX) == Words{0x8F5520D52A7EAD08, 0xC476A018CAA1802D, 0x81DE31C0D260469E, 0xBF658D7E065F3C2F});
  CHECK(drawn(1, 1000, [](Random& random) { return random.bits(); }).back() == 0xB8517C33C344D153);
}

TEST_CASE("random: below a bound") {
  using Numbers = std::vector<std::uint32_t>;
  CHECK(below(1) == Numbers{0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(below(2) == Numbers{1, 0, 1, 1, 1, 1, 0, 0});
  CHECK(below(6) == Numbers{4, 1, 5, 5, 5, 5, 0, 0});
  CHECK(below(1000) == Numbers{700, 278, 839, 981, 990, 872, 60, 104});
  // A quarter of the words is refused here: the fifth number is of the sixth word.
  CHECK(below(3u << 30) ==
        Numbers{2256714809, 897920560, 2704629366, 3160336982, 2811401642, 195696145, 336411224, 1300429744});
  CHECK(below(UINT32_MAX) ==
        Numbers{3008953078, 1197227413, 3606172488, 4213782642, 4255712491, 3748535522, 260928193, 448548298});
}

TEST_CASE("random: fractions") {
  CHECK(drawn(7, 4, [](Random& random) { return random.unit(); }) ==
        std::vector<double>{0x1.66b1f5ee9df2ep-1, 0x1.1d70f6593d20ap-2, 0x1.ade3a6932a58fp-1, 0x1.f65270e63d00ep-1});
}

TEST_CASE("random: every draw takes its words from one sequence") {
  Random random(3);
  CHECK(random.below(6) == 4);
  CHECK(random.bits() == 0xA3FD1DEA5E1864EE);
  CHECK(random.unit() == 0x1.bf0057d9914fcp-3);
  CHECK(random.below(3u << 30) == 1720010792);
  CHECK(random.bits() == 0x6CB24C8FB224980A);
}
