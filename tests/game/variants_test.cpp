// SPDX-License-Identifier: MIT
//
// A game can be played on its circuit as it was built, without any simplification, and on one made for three values.
#include "game/playing.h"
#include "game/twins.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using game::Game;

namespace {

void check_variant(const ground::Options& grounding) {
  for (const auto& file : own_games()) {
    CAPTURE(file.string());
    Game prover = game_of_file(file, Game::Choice::kProver);
    Game::Options options;
    options.engine = Game::Choice::kCircuit;
    options.grounding = grounding;
    options.grounding.max_rules = 300'000;
    auto circuit = Game::make(got(gdl::read_file(file.string())), options);
    if (!circuit) continue;  // too large when it is not split
    Twins twins(prover, *circuit);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Random random(seed);
      Match match = play(twins, random, 30);
      if (match.differs()) FAIL_CHECK(describe(shrunk(twins, match)));
    }
  }
}

}  // namespace

TEST_CASE("games run on circuits that were not simplified") {
  ground::Options options;
  options.simplify = false;
  check_variant(options);
}

TEST_CASE("games run on circuits of rules that were not split") {
  ground::Options options;
  options.split = false;
  check_variant(options);
}

TEST_CASE("games run on circuits made for three values") {
  ground::Options options;
  options.logic = circuit::Logic::kKleene;
  check_variant(options);
}
