// SPDX-License-Identifier: MIT
//
// `percept lab table1`: the table on the terminal, the files of the report, JSON for tools.
#include <nlohmann/json.hpp>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace test = percept::test;
namespace fs = std::filesystem;

TEST_CASE("lab table1 --json: marks and times of both filters") {
  Output output = test::percept("lab table1 --json --matches 2 --games " + own("monty_hall") + " " + own("transit"));
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
  json result = json::parse(output.out);
  CHECK(result["matches"] == 2);
  CHECK(result["interrupted"] == false);
  REQUIRE(result["rows"].size() == 4);
  for (const json& row : result["rows"]) {
    CHECK(row["game"].is_string());
    CHECK(row["role"].is_string());
    CHECK(row["paper"].is_null());
    CHECK(row["baseline"].is_null());
    for (const char* filter : {"two_set", "exact"}) {
      for (const char* mark : {"legal", "terminal", "goal"}) CHECK(row[filter][mark].is_boolean());
      CHECK(row[filter]["cpu_s_per_1000_rounds"].get<double>() > 0);
      CHECK(row[filter]["matches"] == 2);
      CHECK(row[filter]["rounds"].get<int>() > 0);
      CHECK(row[filter]["counts"]["legal"] == 2);
    }
  }
  const json& candidate = result["rows"][1];
  CHECK(candidate["role"] == "candidate");
  for (const char* mark : {"legal", "terminal", "goal"}) CHECK(candidate["exact"][mark] == true);
}

TEST_CASE("lab table1: a table to read, and the report in four files") {
  TemporaryFolder folder;
  fs::path report = folder.path() / "deep" / "report";
  Output output =
      test::percept("lab table1 --matches 2 --output '" + report.string() + "' --games " + own("krieg_tictactoe_3x3"));
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
  CHECK(has(output.out, "two-set L T G"));
  CHECK(has(output.out, "krieg_tictactoe_3x3, noughts"));
  CHECK(has(output.out, "✓"));
  CHECK(has(output.out, "written: "));
  CHECK_FALSE(has(output.out, "\x1b"));
  CHECK(has(read(report / "table1.md"), "krieg\\_tictactoe\\_3x3, crosses"));
  CHECK(has(read(report / "table1.csv"), "krieg_tictactoe_3x3,crosses,"));
  CHECK(json::parse(read(report / "table1.json"))["rows"].size() == 2);
  CHECK(read(report / "table1.svg").starts_with("<svg "));
}

TEST_CASE("lab table1: one filter alone, a seed that repeats, rounds that are cut") {
  std::string arguments = "lab table1 --json --matches 2 --filter two-set --seed 5 --games " + own("kuhn_poker");
  json once = json::parse(test::percept(arguments).out), again = json::parse(test::percept(arguments).out);
  CHECK(once["rows"][0]["exact"].is_null());
  CHECK(once["rows"][0]["two_set"]["counts"] == again["rows"][0]["two_set"]["counts"]);
  CHECK(once["rows"][0]["two_set"]["rounds"] == again["rows"][0]["two_set"]["rounds"]);
  json cut = json::parse(test::percept(arguments + " --rounds 1").out);
  CHECK(cut["rows"][0]["two_set"]["rounds"] == 2);
  CHECK(cut["rows"][0]["two_set"]["ended"] == 0);
  CHECK(cut["rows"][0]["two_set"]["goal"].is_null());
  json exact = json::parse(
      test::percept("lab table1 --json --matches 1 --filter exact --worlds 150 --games " + own("mastermind_448")).out);
  CHECK(exact["rows"][0]["two_set"].is_null());
  CHECK(exact["rows"][0]["exact"]["symbolic_rounds"].get<int>() > 0);
}

TEST_CASE("lab: wrong usage, files that cannot be read or written") {
  CHECK(test::percept("lab").exit_code == 2);
  CHECK(test::percept("lab table7").exit_code == 2);
  CHECK(test::percept("lab table1 --matches 0 --games " + own("monty_hall")).exit_code == 2);
  CHECK(test::percept("lab table1 --matches many").exit_code == 2);
  CHECK(test::percept("lab table1 --filter best").exit_code == 2);
  CHECK(test::percept("lab table1 --games /no/such/file.kif").exit_code == 2);
  Output nowhere = test::percept("lab table1 --corpus /no/such/folder");
  CHECK(nowhere.exit_code == 2);
  CHECK(has(nowhere.err, "/no/such/folder"));
  Output unwritable = test::percept("lab table1 --matches 1 --output /dev/null/x --games " + own("monty_hall"));
  CHECK(unwritable.exit_code == 2);
  CHECK(has(unwritable.err, "/dev/null/x"));
}

TEST_CASE("lab --help teaches") {
  CHECK(has(test::percept("lab --help").out, "table1"));
  std::string text = test::percept("lab table1 --help").out;
  for (const std::string word : {"--matches", "--games", "--rounds", "--seed", "--output", "--filter", "--worlds",
                                 "--seconds", "--corpus", "--json", "Exit code", "Examples", "Ctrl-C"})
    CHECK_MESSAGE(has(text, word), word);
}
