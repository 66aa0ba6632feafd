// SPDX-License-Identifier: MIT
//
// Matches in which a role has nothing but an incomplete description.
#include "match/incomplete.h"

#include <doctest/doctest.h>

#include "gdl/reader.h"
#include "gdl/writer.h"
#include "match/local_seat.h"
#include "play/strategies.h"
#include "support/support.h"

using namespace percept;
using namespace percept::match;
using namespace percept::record;
using namespace percept::test;

namespace {

std::string sheet(const std::string& name) { return read(project_root() / "games" / "igdl" / name); }

Result<game::Game> game_of(const std::string& text) {
  return game::Game::make(gdl::read_text("game", text), {.engine = game::Game::Choice::kCircuit});
}

OwnDescription described(const std::string& role, const std::string& text) {
  return {role, gdl::read_text("description", text), {}};
}

// A match between local players, by role.
Record played(const std::string& rules, std::vector<OwnDescription> descriptions,
              const std::vector<std::string>& players) {
  auto original = game_of(rules);
  REQUIRE(original);
  auto prepared = with_descriptions(*original, descriptions);
  INFO((prepared ? std::string() : prepared.error().message));
  REQUIRE(prepared);
  auto game = game::Game::make(prepared->rules, {.engine = game::Game::Choice::kCircuit});
  REQUIRE(game);
  Setup setup;
  setup.descriptions = prepared->descriptions;
  setup.descriptions.insert(setup.descriptions.begin(), described("nobody", "role(nobody)"));  // nobody is given it
  std::vector<std::unique_ptr<Seat>> seats;
  for (const std::string& player : players)
    seats.push_back(std::make_unique<LocalSeat>(std::move(*play::make_player(player, 1)),
                                                PlayerOnRecord{player, player, "", false}));
  Referee referee(*game, rules_on_record(game->description(), "game"), setup);
  auto record = referee.play(seats);
  REQUIRE(record);
  REQUIRE(record->status == Status::kCompleted);
  for (const Round& round : record->rounds)
    for (const auto& fault : round.faults) CHECK_FALSE(fault);
  return std::move(*record);
}

}  // namespace

TEST_CASE("igdl wins Buttons and Lights from every first position that its description allows, in six moves") {
  std::string rules = sheet("buttons_and_lights.kif"), own = sheet("buttons_and_lights.robot.igdl");
  for (const char* lights : {"", "(init r)", "(init p) (init q)", "(init p) (init q) (init r)"}) {
    CAPTURE(lights);
    Record record = played(rules + lights, {described("robot", own)}, {"igdl"});
    CHECK(record.rounds.size() == 6);
    CHECK(record.goals[0] == 100);
    REQUIRE(record.descriptions.size() == 1);
    CHECK(record.descriptions[0] == own);
  }
}

TEST_CASE("the referee tells what is seen of the position, from the first on") {
  auto game = game_of(sheet("buttons_and_lights.kif") + "(init q) (init p)");
  REQUIRE(game);
  auto prepared = with_descriptions(*game, {described("robot", sheet("buttons_and_lights.robot.igdl"))});
  REQUIRE(prepared);
  REQUIRE(prepared->descriptions[0].first_percepts);
  CHECK(*prepared->descriptions[0].first_percepts == std::vector<std::string>{"q"});
  CHECK(gdl::to_kif(*prepared->rules).find("(<= (sees robot q) (next q))") != std::string::npos);
  // What stands between `sees` and the position is said of the next one, too.
  auto rooms = seeing_next(*gdl::read_text("rooms", sheet("secret_room.kif")));
  REQUIRE(rooms);
  std::string text = gdl::to_kif(**rooms);
  CHECK(text.find("(<= (sees robot chime) (next_goal robot 100))") != std::string::npos);
  CHECK(text.find("(<= (next_goal robot 100)") != std::string::npos);
}

TEST_CASE("a game that is not a model of a description is refused before the start, with the sentences") {
  auto game = game_of(sheet("false_belief.kif"));
  REQUIRE(game);
  auto prepared = with_descriptions(*game, {described("robot", sheet("false_belief.robot.igdl"))});
  REQUIRE_FALSE(prepared);
  CHECK(prepared.error().message.find("the game is not a model of description") == 0);
  CHECK(prepared.error().message.find("description:") != std::string::npos);
  auto buttons = game_of(sheet("buttons_and_lights.kif") + "(init p)");
  REQUIRE(buttons);
  auto other = with_descriptions(*buttons, {described("robot", sheet("buttons_and_lights.robot.igdl"))});
  REQUIRE_FALSE(other);
  CHECK(other.error().message.find("in round 1") != std::string::npos);
  CHECK(other.error().message.find("init(p) <=> init(q)") != std::string::npos);
  CHECK_FALSE(with_descriptions(*buttons, {described("nobody", sheet("buttons_and_lights.robot.igdl"))}));
}

TEST_CASE("two roles have different descriptions, and legal players need no more") {
  Record record = played(sheet("cups.kif"),
                         {described("left", sheet("cups.left.igdl")), described("right", sheet("cups.right.igdl"))},
                         {"igdl", "random:seed=3"});
  REQUIRE(record.goals[0]);
  CHECK(*record.goals[0] >= 50);  // which is sure
}
