// SPDX-License-Identifier: MIT
//
// What searches ask of the rules, the same of lanes and of the prover.
#include "search/simulator.h"

#include <set>

#include "search/simulators.h"

using namespace percept;
using namespace percept::search;
using percept::test::got;
using percept::test::own_game;

namespace {

std::unique_ptr<Simulator> simulator_on(bool lanes, const std::string& name) {
  ground::Options none;
  none.max_rules = 1;
  auto model = got(game::Model::make(got(gdl::read_file(own_game(name).string()))));
  return got(Simulator::make(std::move(model), lanes ? ground::Options{} : none));
}

}  // namespace

TEST_CASE("playouts repeat with their seed, are others with another, and a row is worth the mean of its own") {
  for (bool lanes : {true, false}) {
    CAPTURE(lanes);
    auto simulator = simulator_on(lanes, "noughts_and_crosses");
    REQUIRE(simulator->in_lanes() == lanes);
    lanes::Rows rows(simulator->words());
    for (int i = 0; i < 40; ++i) rows.push(simulator->initial().words());
    std::vector<std::uint32_t> rounds(rows.size(), 0);
    auto played = [&](std::uint64_t seed, std::uint32_t each) {
      std::vector<float> out;
      CHECK(simulator->play(rows, rounds, {.each = each, .seed = seed}, out) == each * rows.size());
      CHECK(out.size() == 2 * rows.size());
      return out;
    };
    std::vector<float> once = played(1, 1);
    CHECK(played(1, 1) == once);
    CHECK(played(2, 1) != once);
    CHECK(std::set<float>(once.begin(), once.end()) == std::set<float>{0, 0.5f, 1});
    // Of eight playouts: most are neither won nor lost altogether.
    std::size_t between = 0;
    for (float value : played(3, 8)) {
      CHECK(std::abs(16 * value - std::round(16 * value)) < 1e-4);
      between += value > 0.01 && value < 0.99 && value != 0.5f ? 1 : 0;
    }
    CHECK(between > rows.size());
  }
}

TEST_CASE("all see all moves where the rules do not say what is seen, else what they say") {
  for (bool lanes : {true, false}) {
    CAPTURE(lanes);
    for (const char* name : {"noughts_and_crosses", "phantom_tictactoe"}) {
      auto simulator = simulator_on(lanes, name);
      lanes::Rows row(simulator->words()), next;
      row.push(simulator->initial().words());
      Choices choices;
      simulator->look(row, choices);
      std::vector<std::uint32_t> which, joints;
      for (std::uint32_t first : choices.moves(0, 0)) {
        which.push_back(0);
        joints.insert(joints.end(), {first, choices.moves(0, 1)[0]});
      }
      REQUIRE(which.size() == 9);
      std::vector<std::uint64_t> views;
      simulator->step(row, which, joints, next, &views);
      std::set<std::uint64_t> others;
      for (std::size_t i = 0; i < which.size(); ++i) others.insert(views[2 * i + 1]);
      CHECK(others.size() == (std::string_view(name) == "noughts_and_crosses" ? 9 : 1));
    }
  }
}
