// SPDX-License-Identifier: MIT
//
// Tournaments in which roles have incomplete descriptions of their own: read, refused with the place, played, on
// record.
#include <fmt/format.h>

#include "game/playing.h"
#include "match/local_seat.h"
#include "play/strategies.h"
#include "support/support.h"
#include "tournament/run.h"

using namespace percept;
using namespace percept::tournament;
using test::got;

namespace {

Seating our_players() {
  Seating out;
  out.remote = [](const std::string&) { return false; };
  out.check = [](const Entrant& entrant) -> Result<void> { return play::check_strategy(entrant.spec); };
  out.make = [](const std::string& spec, const Seating::Options& options) -> Result<std::unique_ptr<match::Seat>> {
    auto player = play::make_player(spec, options.seed);
    if (!player) return tl::unexpected(player.error());
    return std::unique_ptr<match::Seat>(new match::LocalSeat(std::move(*player), {spec, spec, "", false}));
  };
  return out;
}

struct DescribedCup : test::TemporaryFolder {
  Result<Tournament> read(const std::string& game) const {
    std::string folder = (test::project_root() / "games" / "igdl").string();
    std::string text =
        R"({"name": "cup", "games": [)" + game + R"(], "players": {"planner": "igdl", "any": "random"}})";
    for (std::size_t at; (at = text.find("DIR")) != std::string::npos;) text.replace(at, 3, folder);
    return read_tournament(write("cup.json", text).string(), our_players());
  }
};

const std::string kCups =
    R"({"game": "DIR/cups.kif", "descriptions": {"left": "DIR/cups.left.igdl", "right": "DIR/cups.right.igdl"}})";

}  // namespace

TEST_CASE("a tournament gives each role its description, and the record has both") {
  DescribedCup folder;
  Tournament cup = got(folder.read(kCups));
  REQUIRE(cup.games[0].descriptions.size() == 2);
  auto store = got(store::Store::open((folder.path() / "cup.db").string()));
  REQUIRE(keep_configuration(*store, cup, false));
  TournamentStatus status = got(run_tournament(cup, *store, our_players(), {}, {}));
  CHECK(status.finished == 2);
  CHECK(status.failed == 0);
  for (std::size_t number : {1u, 2u}) {
    auto record = store->load(match_id(cup, number, 1));
    REQUIRE(record);
    REQUIRE(record->descriptions.size() == 2);
    CHECK(record->descriptions[0].find("shows") != std::string::npos);
    CHECK(record->descriptions[0] != record->descriptions[1]);
    bool planner_is_left = record->players[0].name == "planner";
    if (planner_is_left) CHECK(*record->goals[0] >= 50);  // which its description makes sure of
    for (const record::Round& round : record->rounds)
      for (const auto& fault : round.faults) CHECK_FALSE(fault);
  }
  // The descriptions are part of what the name stands for.
  Tournament plain = got(folder.read(R"("DIR/cups.kif")"));
  CHECK(difference(configuration_of(cup), configuration_of(plain)) == "games[0].descriptions is no longer there");
}

TEST_CASE("descriptions of a tournament that cannot be used are named with their place") {
  DescribedCup folder;
  auto message = [&](const std::string& game) {
    auto cup = folder.read(game);
    REQUIRE_FALSE(cup);
    return cup.error().message + " | " + cup.error().hint;
  };
  auto has = [](const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; };
  CHECK(has(message(R"({"game": "DIR/cups.kif", "descriptions": {"lefd": "DIR/cups.left.igdl"}})"),
            "games[0].descriptions.lefd: cups has no such role"));
  CHECK(has(message(R"({"game": "DIR/cups.kif", "descriptions": {"left": "DIR/none.igdl"}})"),
            "games[0].descriptions.left: "));
  CHECK(has(message(R"({"game": "DIR/cups.kif", "descriptions": ["DIR/cups.left.igdl"]})"), "must be files by role"));
  CHECK(has(message(R"({"game": "DIR/cups.kif", "description": {}})"), "games[0].description: there is no such key"));
  CHECK(has(message(R"({"game": 3})"), "games[0]: must be the name of a file"));
  // A game that is no model of a description.
  CHECK(has(message(R"({"game": "DIR/false_belief.kif", "descriptions": {"robot": "DIR/false_belief.robot.igdl"}})"),
            "games[0].descriptions: the game is not a model of"));
}
