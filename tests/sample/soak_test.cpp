// SPDX-License-Identifier: MIT
//
// A match of a thousand rounds takes no more memory than one of a hundred, when past rounds are not wanted.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <fstream>

#include "game/playing.h"
#include "sample/engines.h"
#include "sample/sampling.h"
#include "support/support.h"

namespace percept::sample {
namespace {

using test::got;

// A coin is tossed each round and shown the next; a counter of eleven bits lets no position come twice.
std::string coins() {
  std::string text = R"(
(role player) (role random)
(legal player noop)
(<= (legal random (toss ?side)) (side ?side)) (side heads) (side tails)
(init (coin heads))
(<= (next (coin ?side)) (does random (toss ?side)))
(<= (sees player ?side) (true (coin ?side)))
(carry 0)
(<= (carry ?i) (follows ?h ?i) (carry ?h) (true (bit ?h)))
(<= (next (bit ?i)) (true (bit ?i)) (not (carry ?i)))
(<= (next (bit ?i)) (digit ?i) (not (true (bit ?i))) (carry ?i))
(<= terminal (true (bit 10)))
(goal player 50)
(digit 0)
)";
  for (int i = 0; i < 10; ++i) text += fmt::format("(digit {1}) (follows {0} {1})\n", i, i + 1);
  return text;
}

std::size_t resident_bytes() {
  std::size_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST_CASE("a thousand rounds take the memory of a hundred") {
  test::Sheet sheet = test::Sheet::of_text(coins());
  RoleId player = *sheet.rules->role("player");
  test::Match match = test::play(sheet, player, 1, 1000);
  REQUIRE(match.experiences.size() == 1000);
  struct Configuration {
    Engine engine;
    std::size_t worlds;
  };
  for (Configuration with :
       {Configuration{Engine::kNative, 1000}, Configuration{Engine::kHyperplay, 1000},
        Configuration{Engine::kWorlds, 1000}, Configuration{Engine::kWorlds, 1}, Configuration{Engine::kAuto, 1}}) {
    CAPTURE(static_cast<int>(with.engine));
    CAPTURE(with.worlds);
    Options options;
    options.histories = false;
    options.worlds = with.worlds;
    options.particles = 100;
    auto sampler = got(make_sampler(with.engine, sheet.rules, player, options));
    Random random(1);
    std::size_t early = 0;
    for (std::size_t round = 1; round <= 1000; ++round) {
      REQUIRE(sampler->update(match.experiences[round - 1]));
      Draw draw = sampler->draw(50, random);
      CHECK(test::state_weights(*sheet.rules, draw).size() == 2);
      if (round == 100) early = resident_bytes();
    }
    std::size_t late = resident_bytes();
    MESSAGE(fmt::format("{}, {} worlds: {} bytes after round 100, {} after round 1000", sampler->name(), with.worlds,
                        early, late));
#ifndef __SANITIZE_ADDRESS__  // which keeps what was given back
    CHECK(static_cast<double>(late) < 1.1 * static_cast<double>(early));
#endif
  }
}

}  // namespace
}  // namespace percept::sample
