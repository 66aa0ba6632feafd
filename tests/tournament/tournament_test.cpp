// SPDX-License-Identifier: MIT
//
// Configurations of tournaments: what is read, every mistake with its place, and what is to be played.
#include "tournament/tournament.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "game/playing.h"
#include "support/support.h"

using namespace percept;
using namespace percept::record;
using namespace percept::tournament;
using test::got;

namespace {

// As service/seating.h does it, with two strategies.
Seating seating() {
  Seating out;
  out.remote = [](const std::string& spec) { return spec.starts_with("http://"); };
  out.check = [](const Entrant& entrant) -> Result<void> {
    if (entrant.spec == "legal" || entrant.spec == "random" || entrant.spec.starts_with("http://")) return {};
    return failure("there is no strategy " + entrant.spec, "there are legal, random");
  };
  return out;
}

const std::string kTwoGames = R"(  // a comment
  "games": ["noughts_and_crosses.kif", "meier.kif"],)";

struct Folder : test::TemporaryFolder {
  Folder() {
    for (const char* name : {"noughts_and_crosses", "meier", "pacman_3p", "monty_hall", "buttons_and_lights"})
      write(fmt::format("{}.kif", name), test::read(test::project_root() / "games" / fmt::format("{}.kif", name)));
    write("broken.kif", "(role white) (<= (legal white ?x))");
    write("nature.kif",
          "(role random) (init s) (legal random noop) (<= (sees random s) (true s)) (<= (next s) (true s)) terminal");
  }
  Result<Tournament> read(const std::string& text) const {
    return read_tournament(write("cup.json", text).string(), seating());
  }
  // The error for a configuration, without the folder.
  Error error(const std::string& text) const {
    auto result = read(text);
    REQUIRE_MESSAGE(!result, "no error for ", text);
    Error out = result.error();
    while (out.message.find(path().string() + "/") != std::string::npos)
      out.message.erase(out.message.find(path().string() + "/"), path().string().size() + 1);
    return out;
  }
};

std::string with(const std::string& more) {
  return R"({"name": "cup", "games": ["meier.kif"], "players": {"a": "legal", "b": "random"})" + more + "}";
}

}  // namespace

TEST_CASE("a configuration with comments is read, players in their order") {
  Folder folder;
  Tournament cup = got(folder.read(R"({ /* the first
 of many */
  "name": "spring-cup_1", "type": "paired",
)" + kTwoGames + R"(
  "players": {"zoe": "legal", "alice": {"spec": "http://localhost:9147", "dialect": "dresden-2013"}, "bob": "random"},
  "seeds": [7, 3], "clocks": {"start": 10, "play": 2.5}, "scramble": true, "max_rounds": 99
})"));
  CHECK(cup.name == "spring-cup_1");
  CHECK(cup.pairing == Pairing::kPaired);
  REQUIRE(cup.games.size() == 2);
  CHECK(cup.games[0].name == "noughts_and_crosses");
  CHECK(cup.games[0].model);
  CHECK(cup.games[0].hash.size() == 64);
  CHECK(cup.games[1].roles.size() == 2);  // without nature
  REQUIRE(cup.players.size() == 3);
  CHECK(cup.players[0].name == "zoe");
  CHECK(cup.players[1].spec == "http://localhost:9147");
  CHECK(cup.players[1].dialect == "dresden-2013");
  CHECK(cup.seeds == std::vector<std::uint64_t>{7, 3});
  CHECK(cup.clocks == Clocks{10, 2.5});
  CHECK(cup.scramble);
  CHECK(cup.max_rounds == 99);

  Tournament plain = got(folder.read(with(R"(, "repetitions": 3, "first_seed": 10)")));
  CHECK(plain.pairing == Pairing::kRoundRobin);
  CHECK(plain.seeds == std::vector<std::uint64_t>{10, 11, 12});
  CHECK(plain.clocks == Clocks{});
  CHECK_FALSE(plain.scramble);
  CHECK(got(folder.read(with(""))).seeds == std::vector<std::uint64_t>{1});
}

TEST_CASE("mistakes in a configuration are named with their place and a hint") {
  Folder folder;
  struct Mistake {
    std::string text, message, hint;
  };
  const std::string players = R"("players": {"a": "legal", "b": "random"})";
  for (const Mistake& each : std::vector<Mistake>{
           {"", "cup.json:1:1: this is not JSON", "--help"},
           {"{\n  \"name\": \"x\",\n  \"games\": [],\n}", "cup.json:4:1: this is not JSON: unexpected '}'", "comma"},
           {"{\n  \"name\": \"ü\" 1}", "cup.json:2:15: this is not JSON", "--help"},
           {"[1]", "cup.json: a configuration is an object", "--help"},
           {R"({"name": "a", "name": "b"})", "the key \"name\" is there twice", "leave one"},
           {R"({"name": "cup", "games": ["meier.kif"], "players": {"a": "legal", "a": "random"}})",
            "the key \"a\" is there twice", "leave one"},
           {"{}", "cup.json: \"name\" is missing", "--help"},
           {R"({"name": "cup", "games": ["meier.kif"]})", "\"players\" is missing", "--help"},
           {with(R"(, "seed": [1])"), "cup.json: seed: there is no such key", "did you mean seeds?"},
           {with(R"(, "colour": 1)"), "colour: there is no such key", "there are name, type"},
           {with(R"(, "type": "swiss")"), "type: there is no type \"swiss\"", "paired"},
           {with(R"(, "seeds": 3)"), "seeds: must be a list", "[1, 2, 3]"},
           {with(R"(, "seeds": [])"), "seeds: must be a list", ""},
           {with(R"(, "seeds": [1, -2])"), "seeds[1]: must be a whole number", "from 0 to 9007199254740991"},
           {with(R"(, "seeds": [1, 2.5])"), "seeds[1]", ""},
           {with(R"(, "seeds": [1, 99999999999999999])"), "seeds[1]", ""},
           {with(R"(, "seeds": [4, 5, 4])"), "seeds[2]: 4 is there twice", "the same"},
           {with(R"(, "seeds": [4], "repetitions": 2)"), "seeds: stands beside", "the one or the other"},
           {with(R"(, "repetitions": 0)"), "repetitions: must be", "from 1"},
           {with(R"(, "repetitions": "3")"), "repetitions: must be", ""},
           {with(R"(, "repetitions": 1000000, "type": "paired")"), "that would be 2000000 matches", "fewer"},
           {with(R"(, "first_seed": -1)"), "first_seed: must be", ""},
           {with(R"(, "clocks": 5)"), "clocks: must be an object", "\"play\": 5"},
           {with(R"(, "clocks": {"strat": 5})"), "clocks.strat: there is no such key", "did you mean start?"},
           {with(R"(, "clocks": {"play": -1})"), "clocks.play: must be a number", "0 for no limit"},
           {with(R"(, "clocks": {"start": "10"})"), "clocks.start", ""},
           {with(R"(, "scramble": 1)"), "scramble: must be true or false", ""},
           {with(R"(, "max_rounds": 0)"), "max_rounds: must be a whole number", ""},
           {R"({"name": "my cup", "games": ["meier.kif"], )" + players + "}", "name: \"my cup\" cannot be", "letters"},
           {R"({"name": "a.b", "games": ["meier.kif"], )" + players + "}", "name: \"a.b\" cannot be", "NAME.NUMBER"},
           {R"({"name": 3, "games": ["meier.kif"], )" + players + "}", "name: must be a text", ""},
           {R"({"name": "c", "games": "meier.kif", )" + players + "}", "games: must be a list", "relative"},
           {R"({"name": "c", "games": [], )" + players + "}", "games: must be a list", ""},
           {R"({"name": "c", "games": [1], )" + players + "}", "games[0]: must be the name of a file", ""},
           {R"({"name": "c", "games": ["meier.kif", "no.kif"], )" + players + "}", "games[1]: ", "relative"},
           {R"({"name": "c", "games": ["broken.kif"], )" + players + "}", "games[0]: ", ""},
           {R"({"name": "c", "games": ["nature.kif"], )" + players + "}", "games[0]: only nature", ""},
           {R"({"name": "c", "games": ["meier.kif", "meier.kif"], )" + players + "}", "games[1]: there is another", ""},
           {R"({"name": "c", "games": ["pacman_3p.kif"], )" + players + "}",
            "games[0]: pacman_3p has 3 roles, and there are 2 players", "two names"},
           {R"({"name": "c", "games": ["pacman_3p.kif"], "type": "paired", )" + players + "}",
            "games[0]: pacman_3p has 3 roles, and pairs play games of two", "round-robin"},
           {R"({"name": "c", "games": ["meier.kif"], "players": {}})", "players: must be an object", "random"},
           {R"({"name": "c", "games": ["meier.kif"], "players": ["legal"]})", "players: must be an object", ""},
           {R"({"name": "c", "games": ["meier.kif"], "players": {"a": 1}})", "players.a: must be a player", "dialect"},
           {R"({"name": "c", "games": ["meier.kif"], "players": {"a b": "legal"}})", "players.a b: this cannot", ""},
           {R"({"name": "c", "games": ["meier.kif"], "players": {"a": "legl", "b": "random"}})",
            "cup.json: players.a: there is no strategy legl", "there are legal, random"},
           {R"({"name": "c", "games": ["meier.kif"], "players": {"a": {"spec": "legal", "dialect": "dresden-2013"}}})",
            "players.a.dialect: only a player somewhere else", ""},
           {R"({"name": "c", "games": ["meier.kif"], "players": {"a": {"spec": "legal", "seed": 1}}})",
            "players.a.seed: there is no such key", "spec, dialect"},
           {R"({"name": "c", "games": ["meier.kif"], "type": "paired", "players": {"a": "legal"}})",
            "players: a paired tournament needs two", ""},
           {R"({"name": "c", "games": ["meier.kif"], "players": {"a": "legal", "b": "http://h:1"}})",
            "players.b: a player somewhere else needs clocks", "\"play\": 5"},
       }) {
    Error error = folder.error(each.text);
    CHECK_MESSAGE(error.message.starts_with("cup.json"), error.message);
    CHECK_MESSAGE(error.message.find(each.message) != std::string::npos, error.message, " has no ", each.message);
    CHECK_MESSAGE(error.hint.find(each.hint) != std::string::npos, error.hint, " has no ", each.hint);
  }
  CHECK_FALSE(read_tournament("/no/such/cup.json", seating()));
}

TEST_CASE("round-robin: every seating of distinct players once for each seed, each with its own chance") {
  Folder folder;
  Tournament cup = got(folder.read(R"({"name": "cup", "games": ["meier.kif", "pacman_3p.kif", "buttons_and_lights.kif"],
    "players": {"a": "legal", "b": "random", "c": "random", "d": "legal"}, "seeds": [5, 6]})"));
  auto matches = schedule(cup);
  CHECK(matches.size() == 2 * (4 * 3 + 4 * 3 * 2 + 4));
  CHECK(matches.size() == schedule_size(cup));
  std::set<std::uint64_t> seeds;
  std::map<std::pair<std::size_t, std::vector<std::size_t>>, int> seatings;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    CHECK(matches[i].number == i + 1);
    CHECK(matches[i].seating.size() == cup.games[matches[i].game].roles.size());
    CHECK(std::set(matches[i].seating.begin(), matches[i].seating.end()).size() == matches[i].seating.size());
    seeds.insert(matches[i].seed);
    ++seatings[{matches[i].game, matches[i].seating}];
  }
  CHECK(seeds.size() == matches.size());
  CHECK(seatings.size() == matches.size() / 2);
  for (const auto& [seating, count] : seatings) CHECK(count == 2);
  CHECK(match_id(cup, 17, 1) == "cup.17");
  CHECK(match_id(cup, 17, 3) == "cup.17.3");
  // What a seating is played with does not change when games, players or seeds are added behind.
  Tournament more = cup;
  more.players.push_back({"e", "random", ""});
  more.seeds.push_back(9);
  for (const ScheduledMatch& match : schedule(more))
    for (const ScheduledMatch& before : matches)
      if (match.game == before.game && match.seating == before.seating && match.number == before.number)
        CHECK(match.seed == before.seed);
}

TEST_CASE("paired: two players meet twice, roles swapped, with the same seed") {
  Folder folder;
  Tournament cup = got(folder.read(R"({"name": "cup", "type": "paired", "games": ["meier.kif"],
    "players": {"a": "legal", "b": "random", "c": "random"}, "seeds": [5, 6]})"));
  auto matches = schedule(cup);
  REQUIRE(matches.size() == 2 * 3 * 2);
  CHECK(matches.size() == schedule_size(cup));
  for (std::size_t i = 0; i < matches.size(); i += 2) {
    CHECK(matches[i].seed == (i < 6 ? 5 : 6));
    CHECK(matches[i + 1].seed == matches[i].seed);
    CHECK(matches[i + 1].seating == std::vector{matches[i].seating[1], matches[i].seating[0]});
  }
}

// Its own cards of the first match would be its opponent's in the second.
TEST_CASE("paired: a player somewhere else, which may remember, meets no chance twice") {
  Folder folder;
  Tournament cup = got(folder.read(R"({"name": "cup", "type": "paired", "games": ["meier.kif"], "first_seed": 1,
    "players": {"a": "legal", "b": "random", "guest": "http://h:1"}, "repetitions": 20,
    "clocks": {"start": 1, "play": 1}})"));
  CHECK(cup.players[2].remote);
  Tournament kept = got(tournament_of(configuration_of(cup)));
  std::vector<ScheduledMatch> matches = schedule(cup), again = schedule(kept);
  REQUIRE(matches.size() == 20 * 3 * 2);
  std::set<std::uint64_t> of_guest;
  std::size_t with_guest = 0;
  for (std::size_t i = 0; i < matches.size(); i += 2) {
    bool guest = std::ranges::find(matches[i].seating, 2) != matches[i].seating.end();
    CHECK((matches[i].seed == matches[i + 1].seed) == !guest);
    CHECK(matches[i + 1].seating == std::vector{matches[i].seating[1], matches[i].seating[0]});
    CHECK(again[i].seed == matches[i].seed);
    if (!guest) continue;
    with_guest += 2;
    of_guest.insert({matches[i].seed, matches[i + 1].seed});
  }
  CHECK(with_guest == 80);
  CHECK(of_guest.size() == with_guest);
}

TEST_CASE("the kept configuration gives the same schedule, and differences are said") {
  Folder folder;
  Tournament cup = got(folder.read(R"({"name": "cup", "games": ["meier.kif", "monty_hall.kif"], "clocks": {"play": 3},
    "players": {"z": "legal", "b": "random"}, "repetitions": 2})"));
  std::string kept = configuration_of(cup);
  Tournament again = got(tournament_of(kept));
  CHECK(configuration_of(again) == kept);
  auto before = schedule(cup), after = schedule(again);
  REQUIRE(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK(before[i].seed == after[i].seed);
    CHECK(before[i].seating == after[i].seating);
  }
  CHECK_FALSE(tournament_of("{}"));
  CHECK_FALSE(tournament_of("{"));

  auto changed = [&](const std::function<void(Tournament&)>& change) {
    Tournament other = cup;
    change(other);
    return difference(kept, configuration_of(other));
  };
  CHECK(changed([](Tournament&) {}) == "nothing");
  CHECK(changed([](Tournament& t) { t.players[0].spec = "random"; }) == "players.z.spec was legal and is random");
  CHECK(changed([](Tournament& t) { t.players.push_back({"y", "legal", ""}); }) == "players.y was not there");
  CHECK(changed([](Tournament& t) { t.players.pop_back(); }) == "players.b is no longer there");
  CHECK(changed([](Tournament& t) { std::swap(t.players[0], t.players[1]); }) == "players has another order");
  CHECK(changed([](Tournament& t) { t.seeds.push_back(9); }) == "seeds had 2 and has 3");
  CHECK(changed([](Tournament& t) { t.games[1].hash = "0"; }) ==
        "games[1].rules are not the same: the rule sheet was changed");
  CHECK(changed([](Tournament& t) { t.clocks.play = 4; }) == "clocks.play was 3.0 and is 4.0");
  CHECK(changed([](Tournament& t) { t.pairing = Pairing::kPaired; }) == "type was round-robin and is paired");
}
