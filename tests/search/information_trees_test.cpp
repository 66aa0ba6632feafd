// SPDX-License-Identifier: MIT
//
// Search on what each role knows: what it plans, and what that says about where others are.
#include "search/information_trees.h"

#include "game/playing.h"
#include "search/simulators.h"
#include "support/support.h"

using namespace percept;
using namespace percept::search;
using percept::test::got;
using percept::test::simulator_of_own;

namespace {

// The worlds behind all deals of Kuhn poker, and then a round in which player1 makes this move.
std::vector<std::vector<game::JointMove>> after_first_move(Simulator& simulator, std::string_view move) {
  const game::Lexicon& words = simulator.lexicon();
  std::vector<std::vector<game::JointMove>> out;
  lanes::Rows start(simulator.words()), next;
  start.push(simulator.initial().words());
  Choices choices, later;
  simulator.look(start, choices);
  for (std::uint32_t deal : choices.moves(0, *simulator.nature())) {
    std::vector<std::uint32_t> joint, which = {0};
    for (std::size_t role = 0; role < simulator.roles(); ++role)
      joint.push_back(role == *simulator.nature() ? deal : choices.moves(0, role)[0]);
    simulator.step(start, which, joint, next);
    simulator.look(next, later);
    std::vector<game::JointMove>& history = out.emplace_back(2);
    for (std::uint32_t role = 0; role < simulator.roles(); ++role) {
      history[0].push_back(game::MoveId{joint[role], words.number()});
      std::uint32_t chosen = later.moves(0, role)[0];
      for (std::uint32_t one : later.moves(0, role))
        if (words.text(game::RoleId{role}, game::MoveId{one, words.number()}) == move) chosen = one;
      history[1].push_back(game::MoveId{chosen, words.number()});
    }
  }
  return out;
}

}  // namespace

TEST_CASE("what others plan weighs the worlds they steer into") {
  auto simulator = simulator_of_own("kuhn_poker");
  std::size_t first = simulator->lexicon().role("player1")->value, second = simulator->lexicon().role("player2")->value;
  auto histories = after_first_move(*simulator, "bet");
  REQUIRE(histories.size() == 6);
  std::uint32_t bet = histories[0][1][first].value;
  // Player1's views behind the deal.
  std::vector<std::vector<game::JointMove>> deals;
  for (const auto& history : histories) deals.push_back({history[0]});
  std::vector<SearchWorld> dealt = replayed(*simulator, deals, second);
  Steering steering;
  CHECK(steering.favour(first, dealt[0].views[first], bet) == 1);
  for (const SearchWorld& world : replayed(*simulator, histories, second, steering)) CHECK(world.weight == 1);
  // With the first card it bets three times of four, with others it would never.
  for (const SearchWorld& world : dealt)
    steering.set(first, world.views[first],
                 world.views[first] == dealt[0].views[first]
                     ? std::vector<Steering::Chance>{{bet, 0.75f}, {bet + 1, 0.25f}}
                     : std::vector<Steering::Chance>{{bet, 0}, {bet + 1, 1}});
  std::size_t likely = 0;
  std::vector<SearchWorld> worlds = replayed(*simulator, histories, second, steering);
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    bool so = dealt[i].views[first] == dealt[0].views[first];
    CHECK(worlds[i].weight == doctest::Approx(so ? 1 : 0.01 / 1.5));  // nobody is as sure as that
    likely += so ? 1 : 0;
  }
  CHECK(likely == 2);
  // Its own plans are no news to it.
  for (const SearchWorld& world : replayed(*simulator, histories, first, steering)) CHECK(world.weight == 1);
}

TEST_CASE("where it is smooth the plan of rock, paper, scissors is to mix, and it is left behind") {
  auto simulator = simulator_of_own("rock_paper_scissors");
  SearchWorld start = replayed(*simulator, std::vector<std::vector<game::JointMove>>(1), 0).front();
  InformationTrees smooth(*simulator, 0, {.seed = 3, .smooth = true});
  smooth.aim({start}, 0);
  smooth.run(20'000);
  std::vector<ValuedMove> moves = smooth.valued();
  REQUIRE(moves.size() == 3);
  double sum = 0;
  for (const ValuedMove& move : moves) {
    CHECK(move.value == doctest::Approx(0.5).epsilon(0.1));
    sum += move.chance;
  }
  CHECK(sum == doctest::Approx(1));
  CHECK(moves[1].chance > 0.1);
  Steering steering;
  smooth.leave(steering);
  double all = 0;
  for (const ValuedMove& move : moves) {
    double favour = steering.favour(0, start.views[0], move.move);
    CHECK(favour > 0.4);
    CHECK(favour < 1.8);
    all += favour;
  }
  CHECK(all == doctest::Approx(3));
  // By averages alone nothing is mixed.
  InformationTrees plain(*simulator, 0, {.seed = 3});
  plain.aim({start}, 0);
  plain.run(1000);
  for (const ValuedMove& move : plain.valued()) CHECK(move.chance == 0);
}

TEST_CASE("what roles were thought to do is kept of the last searches, and takes no more room in a long match") {
  Steering steering;
  for (std::uint64_t view = 0; view < 2'000'000; ++view) steering.set(0, view, {{7, 0.25f}, {8, 0.75f}});
  CHECK(steering.plans() <= 1'000'000);
  CHECK(steering.favour(0, 0, 8) == 1);
  for (std::uint64_t view = 1'500'000; view < 2'000'000; view += 999) CHECK(steering.favour(0, view, 8) == 1.5);
  steering.set(0, 1'999'999, {{7, 1.0f}});
  CHECK(steering.favour(0, 1'999'999, 7) == 1);
  steering.clear();
  CHECK(steering.plans() == 0);
}
