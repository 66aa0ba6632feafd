// SPDX-License-Identifier: MIT
//
// The circuit and the prover agree on rule sheets that nobody would write.
#include "support/random_rules.h"
#include "check/check.h"
#include "game/playing.h"
#include "game/twins.h"

using namespace percept;
using namespace percept::test;
using game::Game;

namespace {

// The match on which both engines differ, if there is one.
std::optional<Match> difference_on(const std::string& rules) {
  Game prover = game_of_text(rules, Game::Choice::kProver), circuit = game_of_text(rules, Game::Choice::kCircuit);
  Twins twins(prover, circuit);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Random random(seed);
    Match match = play(twins, random, 10);
    if (match.differs()) return shrunk(twins, match);
  }
  return {};
}

bool is_valid(const std::string& rules) {
  return count(check::check(*gdl::read_text("test", rules)), gdl::Severity::kError) == 0;
}

// The rules without those that are not needed for a difference.
std::string shrunk(std::string rules) {
  for (bool shorter = true; shorter;) {
    shorter = false;
    for (std::size_t begin = 0; begin < rules.size();) {
      std::size_t end = rules.find('\n', begin) + 1;
      std::string without = rules.substr(0, begin) + rules.substr(end);
      bool still = is_valid(without) && difference_on(without);
      still ? void(rules = without) : void(begin = end);
      shorter |= still;
    }
  }
  return rules;
}

void check_seeds(std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t seed = from; seed < to; ++seed) {
    std::string rules = RandomRules(seed).text();
    CAPTURE(seed);
    REQUIRE_MESSAGE(is_valid(rules), rules);
    if (!difference_on(rules)) continue;
    rules = shrunk(rules);
    FAIL(describe(*difference_on(rules)), "\n", rules);
  }
}

}  // namespace

TEST_CASE("both engines agree on random rule sheets") {
  check_seeds(1, 1 + static_cast<std::uint64_t>(150 * effort()));
}
