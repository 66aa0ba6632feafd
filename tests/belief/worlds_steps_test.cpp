// SPDX-License-Identifier: MIT
//
// Worlds as samplers use them: the steps of a round, layers to come back to, a model of the others, and budgets.
#include <cmath>

#include "belief/believing.h"
#include "belief/senses.h"
#include "belief/worlds.h"
#include "game/playout.h"
#include "lanes/cpu/kernels.h"

using namespace percept;
using namespace percept::test;
using belief::Outcome;
using belief::Rules;
using belief::Worlds;
using belief::WorldSet;
using game::Game;
using game::MoveId;
using game::RoleId;
using game::State;

namespace {

// What a role experiences in a random match.
std::vector<belief::Experience> experiences_of(Game& game, Rules& rules, RoleId role, std::uint64_t seed,
                                               std::size_t rounds) {
  std::vector<belief::Experience> out;
  belief::Senses senses(game, rules, role);
  Random random(seed);
  State state = game.initial();
  while (out.size() < rounds && !got(game.terminal(state))) {
    game::JointMove moves = got(game::random_joint_move(game, state, random));
    out.push_back(got(senses.experience(moves[role.value], got(game.percepts(state, moves, role)))));
    state = got(game.next(state, moves));
  }
  return out;
}

std::map<std::vector<std::uint64_t>, double> row_weights_of(const WorldSet& worlds) {
  std::map<std::vector<std::uint64_t>, double> out;
  for (std::size_t w = 0; w < worlds.size(); ++w)
    out[std::vector<std::uint64_t>(worlds.row(w), worlds.row(w) + worlds.words())] += worlds.weight(w);
  return out;
}

void check_near(const std::map<std::vector<std::uint64_t>, double>& found,
                const std::map<std::vector<std::uint64_t>, double>& expected) {
  REQUIRE(found.size() == expected.size());
  for (const auto& [row, weight] : expected) {
    auto at = found.find(row);
    REQUIRE(at != found.end());
    CHECK(std::abs(at->second - weight) < 1e-9);
  }
}

// Prefers moves with high numbers, and remembers which roles it was asked about.
class Preference : public belief::Opponents {
 public:
  explicit Preference(double strength) : strength_(strength) {}
  void weigh(RoleId role, const State& position, std::span<const MoveId> legal,
             std::span<double> weights) const override {
    asked_.insert(role.value);
    CHECK(position.size() > 0);
    CHECK(legal.size() == weights.size());
    for (std::size_t i = 0; i < legal.size(); ++i) weights[i] = 2 + strength_ * legal[i].value;
  }
  const std::set<std::uint32_t>& asked() const { return asked_; }

 private:
  double strength_;
  mutable std::set<std::uint32_t> asked_;
};

struct Table {
  explicit Table(const std::string& name)
      : game(game_of_file(own_game(name), Game::Choice::kAuto)), rules(rules_of_file(own_game(name))) {}
  Game game;
  std::shared_ptr<Rules> rules;
};

}  // namespace

TEST_CASE("the steps of a round lead to its worlds, with their weights") {
  std::size_t rounds = 0;
  for (const char* name : {"monty_hall", "krieg_tictactoe_3x3", "krieg_tictactoe_5x5", "leduc_poker", "meier",
                           "two_generals", "transit", "battleships_in_fog", "blind_breakthrough_5x5"}) {
    CAPTURE(name);
    Table table(name);
    for (bool modelled : {false, true}) {
      for (unsigned lanes : {64u, 0u}) {
        RoleId role{0};
        if (role == table.game.random()) role = RoleId{1};
        Worlds worlds = worlds_of(*table.rules, role, 1'000'000, lanes);
        if (modelled) worlds.expect(std::make_shared<Preference>(0.7), table.game.random());
        for (belief::Experience experience : experiences_of(table.game, *table.rules, role, 5, 6)) {
          if (rounds % 5 == 4) experience.move.reset();
          if (rounds % 7 == 6) experience.percepts.reset();
          auto before = row_weights_of(worlds.all());
          std::map<std::vector<std::uint64_t>, double> led;
          double total = 0;
          REQUIRE(worlds.for_each_step(experience.move, experience.percepts, [&](const Worlds::Step& step) {
            REQUIRE(step.world < before.size());
            REQUIRE(step.moves.size() == table.game.roles());
            if (experience.move) CHECK(step.moves[role.value] == *experience.move);
            led[std::vector<std::uint64_t>(step.row.begin(), step.row.end())] += step.weight;
            total += step.weight;
          }));
          for (auto& entry : led) entry.second /= total;
          // Whatever is done and seen, something is: all steps of a world weigh as much as it does.
          std::vector<double> of_world(before.size());
          REQUIRE(worlds.for_each_step(std::nullopt, std::nullopt,
                                       [&](const Worlds::Step& step) { of_world[step.world] += step.weight; }));
          if (!worlds.terminal().some)
            for (std::size_t w = 0; w < of_world.size(); ++w)
              REQUIRE(std::abs(of_world[w] - worlds.weight(w)) < 1e-9 * worlds.weight(w));
          CHECK(row_weights_of(worlds.all()).size() == before.size());
          REQUIRE(worlds.advance(experience.move, experience.percepts) == Outcome::kDone);
          check_near(led, row_weights_of(worlds.all()));
          ++rounds;
        }
      }
    }
  }
  CHECK(rounds > 100);
}

TEST_CASE("worlds can come back to an earlier layer") {
  Table table("krieg_tictactoe_3x3");
  RoleId role{0};
  std::vector<belief::Experience> experiences = experiences_of(table.game, *table.rules, role, 2, 6);
  Worlds worlds = worlds_of(*table.rules, role);
  std::vector<Worlds::Layer> layers{worlds.layer()};
  for (const belief::Experience& experience : experiences) {
    REQUIRE(worlds.advance(experience.move, experience.percepts) == Outcome::kDone);
    layers.push_back(worlds.layer());
  }
  Random random(1);
  worlds.thin(2, random);
  for (std::size_t i = layers.size() - 1; i-- > 0;) {
    worlds.restore(layers[i]);
    CHECK(worlds.complete());
    check_near(row_weights_of(worlds.all()), row_weights_of(layers[i].worlds));
    CHECK(worlds.terminal().weight == 0);
    REQUIRE(worlds.advance(experiences[i].move, experiences[i].percepts) == Outcome::kDone);
    check_near(row_weights_of(worlds.all()), row_weights_of(layers[i + 1].worlds));
  }
}

TEST_CASE("a model that prefers nothing changes nothing, and is asked about the others only") {
  for (const char* name : {"krieg_tictactoe_3x3", "leduc_poker", "meier", "pacman_3p"}) {
    CAPTURE(name);
    Table table(name);
    auto none = std::make_shared<Preference>(0);
    RoleId role{0};
    if (role == table.game.random()) role = RoleId{1};
    Worlds plain = worlds_of(*table.rules, role), modelled = worlds_of(*table.rules, role);
    modelled.expect(none, table.game.random());
    for (const belief::Experience& experience : experiences_of(table.game, *table.rules, role, 3, 5)) {
      REQUIRE(plain.advance(std::nullopt, experience.percepts) == Outcome::kDone);
      REQUIRE(modelled.advance(std::nullopt, experience.percepts) == Outcome::kDone);
      check_near(row_weights_of(modelled.all()), row_weights_of(plain.all()));
    }
    CHECK(none->asked().size() > 0);
    CHECK_FALSE(none->asked().contains(role.value));
    if (table.game.random()) CHECK_FALSE(none->asked().contains(table.game.random()->value));
  }
}

TEST_CASE("worlds stay as they are when the budget runs out in a round") {
  Table table("krieg_tictactoe_5x5");
  RoleId role{0};
  Worlds worlds = worlds_of(*table.rules, role, 1'000'000, 64);
  bool gave_up = false;
  for (const belief::Experience& experience : experiences_of(table.game, *table.rules, role, 2, 10)) {
    auto before = row_weights_of(worlds.all());
    Outcome outcome = worlds.advance(experience.move, experience.percepts, Budget(1e-9, 0));
    if (outcome == Outcome::kGaveUp) {
      gave_up = true;
      check_near(row_weights_of(worlds.all()), before);
      CHECK_FALSE(worlds.for_each_step(
          experience.move, experience.percepts, [](const Worlds::Step&) {}, Budget(1e-9, 0)));
      outcome = worlds.advance(experience.move, experience.percepts);
    }
    REQUIRE(outcome == Outcome::kDone);
  }
  CHECK(gave_up);
}

TEST_CASE("a set finds the rows it has") {
  WorldSet set;
  set.clear(2, 1);
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    std::uint64_t row[] = {i * 64, i % 7};
    set.add(row, WorldSet::hash(row, 2), 1);
  }
  for (std::uint64_t i = 0; i < 1'100; ++i) {
    std::uint64_t row[] = {i * 64, i % 7};
    CHECK(set.find(row, WorldSet::hash(row, 2)) == std::min<std::size_t>(i, 1'000));
  }
  // A copy without its table finds equal rows, too, when some are added.
  WorldSet copy = set.without_table();
  std::uint64_t row[] = {64, 1};
  copy.add(row, WorldSet::hash(row, 2), 2);
  CHECK(copy.size() == 1'000);
  CHECK(copy.weight(1) == 3);
  CHECK(set.weight(1) == 1);
}
