// SPDX-License-Identifier: MIT
//
// True records agree with their rules; a record that was tampered with is named at the round where it was.
#include "record/verify.h"

#include <fmt/format.h>

#include <sstream>

#include "game/playing.h"
#include "record/import.h"
#include "record/recording.h"
#include "support/support.h"

using namespace percept;
using namespace percept::record;
using namespace percept::test;

namespace {

// "3: the state differs …", or nothing.
std::string found(const Record& record) {
  auto result = got(verify(record));
  return result ? fmt::format("{}: {}", result->round, result->what) : "";
}

bool begins(const std::string& text, const std::string& with) {
  if (!text.starts_with(with)) MESSAGE(text);
  return text.starts_with(with);
}

}  // namespace

TEST_CASE("true records agree with their rules") {
  for (const char* game : {"monty_hall", "noughts_and_crosses", "krieg_tictactoe_3x3", "kuhn_poker", "meier"})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      CHECK(found(random_record(game, seed)) == "");
      CHECK(found(random_record(game, seed, 2)) == "");
      CHECK(found(random_record(game, seed, 0)) == "");
    }
}

TEST_CASE("true records without percepts agree, too") {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) CHECK(found(random_record(countdown(), seed)) == "");
}

TEST_CASE("a record that was tampered with is named at its round") {
  const Record good = random_record("krieg_tictactoe_3x3", 1);
  const std::size_t last = good.rounds.size();
  REQUIRE(last > 4);
  REQUIRE(found(good) == "");
  Record bad = good;
  SUBCASE("an illegal move") {
    bad.rounds[2].moves[0] = "(mark 9 9)";
    CHECK(begins(found(bad), fmt::format("3: {} has no legal move (mark 9 9)", bad.roles[0])));
    bad.rounds[2].moves[0] = "((";
    CHECK(begins(found(bad), "3: "));
    bad.rounds[2].moves = {"noop"};
    CHECK(begins(found(bad), "3: 1 move for 2 roles"));
  }
  SUBCASE("percepts") {
    bad.rounds[3].percepts[1].push_back("(made up)");
    CHECK(begins(found(bad), fmt::format("4: the percepts of {} differ; only recorded: (made up); only by the rules: "
                                         "nothing",
                                         bad.roles[1])));
    bad = good;
    bad.rounds[3].percepts.clear();
    CHECK(begins(found(bad), "4: the percepts of "));
    bad = good;
    std::swap(bad.rounds[3].state[0], bad.rounds[3].state[1]);  // an order is not a difference
    CHECK(found(bad) == "");
  }
  SUBCASE("a state") {
    std::string gone = bad.rounds[1].state.back();
    bad.rounds[1].state.back() = "(cell 9 9 x)";
    CHECK(found(bad) == fmt::format("2: the state differs; only recorded: (cell 9 9 x); only by the rules: {}", gone));
    bad = good;
    bad.initial.pop_back();
    CHECK(begins(found(bad), "0: the initial state differs"));
  }
  SUBCASE("an end too early or too late") {
    bad.rounds.pop_back();
    CHECK(begins(found(bad), fmt::format("{}: it is completed, and by the rules the game is not over", last - 1)));
    bad = good;
    bad.rounds.push_back(bad.rounds.back());
    CHECK(begins(found(bad), fmt::format("{}: the game was over before", last + 1)));
  }
  SUBCASE("goals") {
    bad.goals[0] = 42;
    CHECK(begins(found(bad), fmt::format("{}: the goal of {} is recorded as 42", last, bad.roles[0])));
    bad.goals[0] = std::nullopt;
    CHECK(begins(found(bad), fmt::format("{}: the goal of {} is recorded as none", last, bad.roles[0])));
    bad = good;
    bad.rounds.pop_back();
    bad.status = Status::kAborted;
    CHECK(begins(found(bad), fmt::format("{}: it has goals", last - 1)));
  }
  SUBCASE("the rules") {
    bad.rules.hash[0] = bad.rules.hash[0] == 'a' ? 'b' : 'a';
    CHECK(begins(found(bad), "0: the hash of the rules"));
    bad = good;
    bad.rules.text += "\n; a comment changes nothing";
    CHECK(found(bad) == "");
    bad.roles[0] = "nobody";
    CHECK(begins(found(bad), "0: the roles are "));
    bad = good;
    bad.rules.gdl_version = 1;
    CHECK(begins(found(bad), "0: the rules are GDL-II"));
    bad = good;
    bad.rules.text = "(role";
    CHECK(!verify(bad));
  }
}

TEST_CASE("matches of others are imported and agree") {
  REQUIRE_CORPUS();
  auto folder = corpus() / "games/matches";
  TemporaryFolder temporary;
  auto some_of = [&](const std::string& name, std::size_t step) {
    std::istringstream lines(read(folder / name));
    std::string line;
    std::size_t number = 0, agree = 0;
    while (std::getline(lines, line)) {
      if (number++ % step != 0) continue;
      // From a folder in which the rule sheets are found as from the matches' own.
      std::filesystem::create_directories(temporary.path() / "matches");
      std::error_code ignored;
      for (const auto& entry : std::filesystem::directory_iterator(corpus() / "games"))
        std::filesystem::create_directory_symlink(entry.path(), temporary.path() / entry.path().filename(), ignored);
      auto file = temporary.write("matches/one.jsonl", line + "\n");
      auto records = import_records(file.string());
      CAPTURE(line.substr(0, 200));
      if (!records && records.error().message.find("must be a move") != std::string::npos) continue;  // some lack moves
      REQUIRE_MESSAGE(records, records.error().message);
      REQUIRE(records->records.size() == 1);
      const Record& record = records->records[0];
      // Othello-fourway was recorded by a reading of its rules that nobody shares (see the corpus), which is found out.
      bool othello = record.id.starts_with("othello-fourway");
      CHECK(begins(found(record), othello ? "2: the state differs" : ""));
      if (!othello) CHECK(found(record) == "");
      agree += othello ? 0 : 1;
    }
    return agree;
  };
  CHECK(some_of("aaai2008.jsonl", effort() > 1 ? 1 : 16) > 5);
  CHECK(some_of("uwa_gdl2_2020.jsonl", effort() > 1 ? 1 : 12) > 2);
  CHECK(some_of("dresden_gamecontroller_traces.jsonl", 1) == 3);
}

TEST_CASE("what percept play prints is imported") {
  TemporaryFolder folder;
  auto sheet = project_root() / "games/meier.kif";
  Output played = percept::test::percept("play --json --seed 3 " + sheet.string());
  REQUIRE(played.exit_code == 0);
  auto records = got(import_records(folder.write("match.json", played.out).string())).records;
  REQUIRE(records.size() == 1);
  CHECK(records[0].status == Status::kCompleted);
  CHECK(found(records[0]) == "");
}
