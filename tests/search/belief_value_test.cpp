// SPDX-License-Identifier: MIT
#include "search/belief_value.h"

#include <map>
#include <set>

#include "search/information_trees.h"
#include "search/simulators.h"
#include "support/support.h"

using namespace percept;
using namespace percept::search;
using percept::test::got;
using percept::test::simulator_of_own;
using percept::test::simulator_of_text;

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
  std::set<std::pair<std::uint64_t, std::uint64_t>> together;  // both cards are the deal
  REQUIRE(random == 2);
  for (const SearchWorld& world : worlds) together.emplace(world.views[0], world.views[1]);
  CHECK(together.size() == 6);
}

TEST_CASE("sets of worlds count by their weights") {
  // A coin is fair or biased. It is cast in every round, and the role may wait once before it says which.
  auto simulator = simulator_of_text(R"(
    (role a) (role random) (init (at 0)) (succ 0 1) (succ 1 2) (kind fair) (kind biased)
    (<= (legal random (take ?k)) (true (at 0)) (kind ?k)) (<= (legal random (toss ?i)) (not (true (at 0))) (cast ?i ?_k))
    (cast 1 heads) (cast 2 heads) (cast 3 tails)
    (<= (legal a wait) (true (at ?n)) (distinct ?n 2)) (<= (legal a (name ?k)) (not (true (at 0))) (kind ?k))
    (<= (next (at ?n)) (true (at ?m)) (succ ?m ?n)) (<= (next (is ?k)) (does random (take ?k))) (<= (next (is ?k)) (true (is ?k)))
    (<= fell_heads (does random (toss ?i)) (true (is biased)) (cast ?i heads))
    (<= fell_heads (does random (toss 1)) (true (is fair)))
    (<= (sees a heads) fell_heads) (<= (next right) (does a (name ?k)) (true (is ?k))) (<= (next named) (does a (name ?_k)))
    (<= terminal (true named)) (<= (goal a 100) (true right)) (<= (goal a 0) (not (true right))))");
  const game::Lexicon& lexicon = simulator->lexicon();
  auto number = [&](const char* move) { return got(lexicon.find_move(game::RoleId{0}, move)).value; };
  std::vector<SearchModel> models;
  for (const char* kind : {"(is fair)", "(is biased)"}) {
    models.push_back({game::State({}, lexicon.number()), 1});
    for (const char* fluent : {"(at 1)", kind}) models.back().state.insert(got(lexicon.find_fluent(fluent)));
  }
  // Heads is seen in one of three casts of the fair coin and in two of three of the biased one: two of three are right
  // behind one more cast.
  BeliefValue search(*simulator, 0);
  auto values = [&](double fair, double biased, std::vector<std::uint32_t> candidates = {}) {
    models[0].weight = fair;
    models[1].weight = biased;
    std::map<std::uint32_t, double> out;
    for (const ValuedMove& move : search.best(models, 1, candidates)) out[move.move] = move.value;
    return out;
  };
  auto even = values(1, 1);
  CHECK(even.size() == 3);
  CHECK(even[number("wait")] == doctest::Approx(2.0 / 3));
  CHECK(even[number("(name fair)")] == doctest::Approx(0.5));
  auto biased = values(1, 3);
  CHECK(biased[number("wait")] == doctest::Approx(0.75));  // whatever is seen
  CHECK(biased[number("(name fair)")] == doctest::Approx(0.25));
  CHECK(biased[number("(name biased)")] == doctest::Approx(0.75));
  CHECK(values(3, 2)[number("wait")] == doctest::Approx(2.0 / 3));
  CHECK(values(1, 1, {number("(name fair)")}).size() == 1);
}

TEST_CASE("a world that may be over pays what it pays, the others go on; every first move is valued") {
  // To press ends the game one time in four, for half, or goes on to a sure win; the handle may be missing.
  auto simulator = simulator_of_text(R"(
    (role a) (role random) (init start) (init handle) (<= (legal random (draw ?k)) (true start) (number ?k))
    (number 1) (number 2) (number 3) (number 4) (<= (legal random noop) (not (true start)))
    (legal a sure) (<= (legal a press) (true start)) (<= (legal a pull) (true start) (true handle))
    (<= (next done) (does a sure)) (<= (next done) (does a pull)) (<= (next half) (does a press) (does random (draw 1)))
    (<= (next pressed) (does a press)) (<= (sees a x) (does a pull))
    (<= terminal (true done)) (<= terminal (true half))
    (<= (goal a 100) (true done)) (<= (goal a 50) (true half)) (<= (goal a 0) (not (true done)) (not (true half))))");
  const game::Lexicon& lexicon = simulator->lexicon();
  auto number = [&](const char* move) { return got(lexicon.find_move(game::RoleId{0}, move)).value; };
  std::vector<SearchModel> models(1, {simulator->initial()});
  BeliefValue search(*simulator, 0);
  std::map<std::uint32_t, double> values;
  for (const ValuedMove& move : search.best(models, 0)) values[move.move] = move.value;
  CHECK(values.size() == 3);
  CHECK(values[number("press")] == doctest::Approx(0.875));
  CHECK(values[number("sure")] == 1);
  CHECK(values[number("pull")] == 1);
  // Without the handle nobody can pull it: what may be missing is not relied on.
  models.push_back({game::State({}, lexicon.number()), 1});
  models.back().state.insert(got(lexicon.find_fluent("start")));
  CHECK(search.best(models, 0).size() == 2);
}
