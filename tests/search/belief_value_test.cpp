// SPDX-License-Identifier: MIT
#include "search/belief_value.h"

#include <map>

#include "game/playing.h"
#include "search/information_trees.h"
#include "search/simulators.h"
#include "support/support.h"

using namespace percept;
using namespace percept::search;
using percept::test::simulator_of_own;

TEST_CASE("sixteen numbers take four questions, and then the guess is sure") {
  auto simulator = simulator_of_own("number_guessing");
  BeliefValue search(*simulator, simulator->lexicon().role("guesser")->value);
  REQUIRE(BeliefValue::fits(*simulator));
  SearchModel start{simulator->initial()};
  std::vector<ValuedMove> moves = search.best({&start, 1}, 0);
  REQUIRE_FALSE(moves.empty());
  CHECK(moves.front().value == doctest::Approx(1));
}

TEST_CASE("too much to try is said to be so") {
  auto simulator = simulator_of_own("number_guessing");
  BeliefValue search(*simulator, 0, 100);
  SearchModel start{simulator->initial()};
  CHECK(search.best({&start, 1}, 0).empty());
  CHECK_FALSE(BeliefValue::fits(*simulator_of_own("kuhn_poker")));
}

TEST_CASE("histories lead to worlds in which roles that saw the same have the same view") {
  auto simulator = simulator_of_own("kuhn_poker");
  const game::Lexicon& words = simulator->lexicon();
  std::size_t random = *simulator->nature();
  lanes::Rows rows(simulator->words());
  rows.push(simulator->initial().words());
  Choices choices;
  simulator->look(rows, choices);
  std::vector<std::vector<game::JointMove>> deals;
  for (std::uint32_t deal : choices.moves(0, random)) {
    game::JointMove joint;
    for (std::size_t role = 0; role < simulator->roles(); ++role)
      joint.push_back(game::MoveId{role == random ? deal : choices.moves(0, role)[0], words.number()});
    deals.push_back({joint});
  }
  REQUIRE(deals.size() == 6);
  std::vector<SearchWorld> worlds = replayed(*simulator, deals, 0);
  for (std::size_t role = 0; role < simulator->roles(); ++role) {
    if (role == random) continue;
    std::map<std::uint64_t, int> views;
    for (const SearchWorld& world : worlds) ++views[world.views[role]];
    CHECK(views.size() == 3);  // one of three cards, whatever the other has
    for (const auto& [view, count] : views) CHECK(count == 2);
  }
}
