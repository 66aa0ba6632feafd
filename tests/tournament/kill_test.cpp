// SPDX-License-Identifier: MIT
//
// Processes are killed at random moments, again and again: the manager of a tournament, and a player somewhere else. No
// round that was in the store is lost, the store opens each time, and in the end all is as if nothing had happened.
// PERCEPT_EFFORT=20 for some hundred kills.
#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "base/random.h"
#include "game/playing.h"
#include "record/verify.h"
#include "store/store.h"
#include "support/support.h"
#include "tournament/process.h"

using namespace percept;
using namespace percept::record;
using namespace percept::store;
using test::got;
using test::Process;
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

void sleep_ms(std::uint32_t time) { std::this_thread::sleep_for(std::chrono::milliseconds(time)); }

std::string checked(const fs::path& store) {
  sqlite3* database = nullptr;
  std::string out = "not opened";
  if (sqlite3_open(store.c_str(), &database) == SQLITE_OK)
    sqlite3_exec(
        database, "PRAGMA integrity_check; PRAGMA foreign_key_check",
        [](void* text, int, char** values, char**) {
          *static_cast<std::string*>(text) = values[0] ? values[0] : "null";
          return 0;
        },
        &out, nullptr);
  sqlite3_close(database);
  return out;
}

// How many rounds each match has.
using Rounds = std::map<std::string, std::size_t>;
Rounds rounds_in(const fs::path& path) {
  Rounds out;
  auto store = got(Store::open(path.string()));
  for (const Summary& match : got(store->list({{}, {}, {}, {}, 100'000, 0}))) out[match.id] = match.rounds;
  return out;
}

// What was played must be there still, and every record must be readable.
void check_store(const fs::path& path, const Rounds& noted) {
  CHECK(checked(path) == "ok");
  Rounds now = rounds_in(path);
  for (const auto& before : noted) CHECK_MESSAGE(now[before.first] >= before.second, before.first, " lost rounds");
  auto store = got(Store::open(path.string()));
  for (const Summary& match : got(store->list({{}, {}, {}, {}, 100'000, 0}))) {
    Record record = got(store->load(match.id));
    CHECK(record.rounds.size() == match.rounds);
    CHECK_FALSE(record.initial.empty());
    for (const Round& round : record.rounds) CHECK(round.moves.size() == record.roles.size());
    CHECK((match.status == Status::kCompleted || match.status == Status::kInterrupted));
  }
}

// Every record, cut off or not, is what the rules say.
void verify_all(const fs::path& path) {
  auto store = got(Store::open(path.string()));
  for (const Summary& match : got(store->list({{}, {}, {}, {}, 100'000, 0}))) {
    auto wrong = got(verify(got(store->load(match.id))));
    CHECK_MESSAGE(!wrong, match.id, ": ", wrong ? wrong->what : "");
  }
}

std::string table(const fs::path& config, const fs::path& store, const fs::path& output) {
  Process process({"tournament", config.string(), "--table", "--json", "--store", store.string()}, output);
  CHECK(process.wait() == 0);
  return test::read(output);
}

struct Kills : test::TemporaryFolder {
  fs::path games = test::project_root() / "games";
  fs::path output = path() / "output";
  Random random{std::random_device()()};  // the moments are different each time
  // Below the ports that others are given when they ask for any, so that nobody takes it while a player is away.
  std::string port = std::to_string(10'000 + below(20'000));

  std::uint32_t below(std::uint32_t bound) { return random.below(bound); }
};

// A player behind the fixture's port, listening.
std::unique_ptr<Process> start_player(const Kills& fixture, const std::string& strategy) {
  fs::path output = fixture.path() / "player";
  std::vector<std::string> arguments = {"player",     "--host",     "localhost", "--port",
                                        fixture.port, "--strategy", strategy,    "--quiet"};
  auto player = std::make_unique<Process>(arguments, output);
  std::string text;
  for (int tries = 0; text.find('\n') == std::string::npos && tries < 2000; ++tries) {
    sleep_ms(5);
    text = test::read(output);
  }
  REQUIRE_MESSAGE(text.find("http://") != std::string::npos, text);
  return player;
}

}  // namespace

TEST_CASE("kill -9 of a tournament: nothing is lost, and it ends with the same table") {
  Kills fixture;
  fs::path config = fixture.write("cup.json", fmt::format(R"({{"name": "cup", "type": "paired", "repetitions": 2,
    "games": ["{0}/meier.kif", "{0}/krieg_tictactoe_3x3.kif", "{0}/noughts_and_crosses.kif"],
    "players": {{"a": "legal", "b": "random", "c": "random:filter=two-set"}}}})",
                                                          fixture.games.string()));
  fs::path whole = fixture.path() / "whole.db";
  std::vector<std::string> command = {"tournament", config.string(), "--store"};
  auto run_in = [&](const fs::path& store) {
    std::vector<std::string> out = command;
    out.push_back(store.string());
    return out;
  };
  auto begin = Clock::now();
  CHECK(Process(run_in(whole), fixture.output).wait() == 0);
  // Within so many milliseconds, such that most processes are killed and some get on.
  double reach = std::chrono::duration<double, std::milli>(Clock::now() - begin).count() / 3;
  std::string expected = table(config, whole, fixture.output);
  REQUIRE(expected.find("\"completed\": 36") != std::string::npos);

  auto wanted = static_cast<std::size_t>(10 * test::effort());
  std::size_t kills = 0, attempts = 0, tournaments = 0;
  for (; kills < wanted; ++tournaments) {
    fs::path store = fixture.path() / fmt::format("killed{}.db", tournaments);
    Rounds noted;
    while (true) {
      Process process(run_in(store), fixture.output);
      bool enough = kills >= wanted && tournaments > 0;
      auto end = Clock::now() + std::chrono::milliseconds(fixture.below(static_cast<std::uint32_t>(reach) + 1));
      while (process.running() && (enough || Clock::now() < end)) {
        sleep_ms(5);
        if (!enough && fixture.below(4) == 0 && fs::exists(store)) noted = rounds_in(store);
      }
      if (!process.running()) {
        CHECK_MESSAGE(process.wait() == 0, test::read(fixture.output));
        if (!enough) reach *= 0.8;
        break;
      }
      process.kill();
      ++kills;
      reach *= 1.04;
      if (fs::exists(store)) check_store(store, noted);
    }
    check_store(store, noted);
    verify_all(store);
    CHECK(table(config, store, fixture.output) == expected);
    attempts += rounds_in(store).size() - 36;
  }
  MESSAGE(kills, " kills in ", tournaments, " tournaments; ", attempts, " matches were cut off and played again");
}

TEST_CASE("kill -9 of a match: every round that was printed is in the store") {
  Kills fixture;
  fs::path store = fixture.path() / "store.db";
  auto wanted = static_cast<std::size_t>(10 * test::effort());
  std::size_t kills = 0, printed = 0;
  for (std::size_t match = 0; kills < wanted; ++match) {
    std::string id = fmt::format("match{}", match);
    Process process({"match", (fixture.games / "blind_breakthrough_6x6.kif").string(), "--players", "random,random",
                     "--seed", std::to_string(match), "--id", id, "--store", store.string()},
                    fixture.output);
    sleep_ms(fixture.below(400));
    kills += process.running();
    process.kill();
    std::size_t rounds = 0;
    std::string text = test::read(fixture.output), next = "\n   1  ";
    for (std::size_t at = 0; (at = text.find(next, at)) != std::string::npos;) {
      if (text.find('\n', at + 1) == std::string::npos) break;
      next = fmt::format("\n{:4}  ", ++rounds + 1);
    }
    if (rounds > 0) CHECK(rounds_in(store)[id] >= rounds);
    printed += rounds;
  }
  check_store(store, {});
  verify_all(store);
  MESSAGE(kills, " kills; ", printed, " rounds were printed");
}

TEST_CASE("kill -9 of a tournament with a player elsewhere: it is freed, and the table is the same") {
  Kills fixture;
  auto player = start_player(fixture, "legal");
  fs::path config =
      fixture.write("cup.json", fmt::format(R"({{"name": "cup", "type": "paired", "repetitions": 2, "first_seed": 1,
    "games": ["{0}/krieg_tictactoe_3x3.kif", "{0}/nim.kif"], "clocks": {{"start": 10, "play": 10}},
    "players": {{"here": "random", "there": "http://localhost:{1}"}}}})",
                                            fixture.games.string(), fixture.port));
  fs::path whole = fixture.path() / "whole.db";
  CHECK(Process({"tournament", config.string(), "--store", whole.string()}, fixture.output).wait() == 0);
  std::string expected = table(config, whole, fixture.output);
  CHECK(expected.find("\"completed\": 8") != std::string::npos);
  auto wanted = static_cast<std::size_t>(6 * test::effort());
  std::size_t kills = 0, tournaments = 0;
  for (; kills < wanted; ++tournaments) {
    fs::path store = fixture.path() / fmt::format("killed{}.db", tournaments);
    for (bool done = false; !done;) {
      Process process({"tournament", config.string(), "--store", store.string()}, fixture.output);
      auto end = Clock::now() + std::chrono::milliseconds(fixture.below(300));
      while (process.running() && (kills >= wanted || Clock::now() < end)) sleep_ms(5);
      done = !process.running();
      kills += !done;
      if (done) CHECK_MESSAGE(process.wait() == 0, test::read(fixture.output));
    }
    check_store(store, {});
    CHECK(table(config, store, fixture.output) == expected);
  }
  MESSAGE(kills, " kills in ", tournaments, " tournaments");
}

TEST_CASE("kill -9 of a player: the match goes on, and the record says why") {
  Kills fixture;
  auto player = start_player(fixture, "random");
  auto wanted = static_cast<std::size_t>(6 * test::effort());
  std::size_t kills = 0, tournaments = 0;
  std::map<std::string, std::size_t> faults;
  for (; kills < wanted; ++tournaments) {
    fs::path store = fixture.path() / fmt::format("player{}.db", tournaments);
    fs::path config = fixture.write("cup.json", fmt::format(R"({{"name": "cup", "repetitions": 2,
      "games": ["{0}/meier.kif", "{0}/krieg_tictactoe_3x3.kif"], "clocks": {{"start": 5, "play": 5}},
      "players": {{"here": "random",
                   "there": {{"spec": "http://localhost:{1}", "dialect": "dresden-2013"}}}}}})",
                                                            fixture.games.string(), fixture.port));
    Process manager({"tournament", config.string(), "--store", store.string()}, fixture.output);
    while (manager.running()) {
      sleep_ms(fixture.below(300));
      if (!manager.running() || kills >= wanted) continue;
      player->kill();
      ++kills;
      sleep_ms(fixture.below(60));
      player = start_player(fixture, "random");
    }
    CHECK_MESSAGE(manager.wait() == 0, test::read(fixture.output));
    check_store(store, {});
    verify_all(store);
    auto opened = got(Store::open(store.string()));
    auto matches = got(opened->list({{}, {}, "cup", Status::kCompleted, 1000, 0}));
    CHECK(matches.size() == 8);
    for (const Summary& match : matches) {
      Record record = got(opened->load(match.id));
      for (std::size_t role = 0; role < record.roles.size(); ++role) {
        auto count = [&](const std::optional<Fault>& fault) {
          if (!fault) return;
          CHECK_MESSAGE(record.players[role].name == "there", name_of(fault->kind), ": ", fault->detail);
          ++faults[std::string(name_of(fault->kind))];
        };
        count(record.start_faults[role]);
        for (const Round& round : record.rounds) count(round.faults[role]);
      }
    }
  }
  for (const auto& [kind, count] : faults) MESSAGE(kind, ": ", count);
  CHECK(faults["io_error"] > 0);       // gone
  CHECK(faults["illegal_move"] == 0);  // what was played in its place was told to it
  MESSAGE(kills, " kills in ", tournaments, " tournaments");
}

TEST_CASE("Ctrl-C: running matches are aborted, the table so far is printed, and the same command goes on") {
  Kills fixture;
  fs::path config = fixture.write("cup.json", fmt::format(R"({{"name": "cup", "repetitions": 5000,
    "games": ["{}/krieg_tictactoe_3x3.kif"], "players": {{"a": "random", "b": "random:filter=two-set"}}}})",
                                                          fixture.games.string()));
  fs::path store = fixture.path() / "store.db";
  std::vector<std::string> command = {"tournament", config.string(), "--store", store.string()};
  Process process(command, fixture.output);
  for (int tries = 0; tries < 2000 && (!fs::exists(store) || rounds_in(store).size() < 5); ++tries) sleep_ms(10);
  Process second(command, fixture.path() / "second");
  CHECK(second.wait() == 2);
  CHECK(test::read(fixture.path() / "second").find("is being played by process") != std::string::npos);
  process.interrupt();
  CHECK(process.wait() == 1);
  std::string text = test::read(fixture.output);
  for (const char* part : {"tournament cup: ", "Elo", "interrupted: ", " of 10000 matches done", "goes on from here"})
    CHECK_MESSAGE(text.find(part) != std::string::npos, text);
  auto opened = got(Store::open(store.string()));
  std::size_t completed = 0;
  for (const Summary& match : got(opened->list({{}, {}, "cup", {}, 10000, 0}))) {
    CHECK((match.status == Status::kCompleted || match.status == Status::kAborted));
    completed += match.status == Status::kCompleted;
  }
  CHECK(completed > 0);
  CHECK(completed < 10000);
  for (const auto& entry : fs::directory_iterator(fixture.path())) CHECK(entry.path().extension() != ".lock");
}
