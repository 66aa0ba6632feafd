// SPDX-License-Identifier: MIT
//
// `percept analyse` and `percept lab strength`: what they print and write.
#include <nlohmann/json.hpp>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace test = percept::test;

TEST_CASE("percept analyse: what kind of game it is") {
  Output run = test::percept("analyse --matches 64 --followed 1 " + own("krieg_tictactoe_3x3"));
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  for (const char* part : {"GDL-II", "imperfect", "Knuth", "crosses", "does not know"})
    CHECK_MESSAGE(has(run.out, part), part);
  json traits = json::parse(test::percept("analyse --json --matches 64 --followed 1 " + own("nim")).out);
  CHECK(traits["perfect_information"] == true);
  CHECK(traits["roles"].size() == 2);
  CHECK(test::percept("analyse nowhere.kif").exit_code == 2);
}

TEST_CASE("percept lab strength: a table, that goes on where it was") {
  TemporaryFolder folder;
  std::string files = " --results " + quoted(folder.path() / "results.jsonl") + " --output " +
                      quoted(folder.path() / "strength.md") + " --leaves 50 --games nim,number_guessing --sheets " +
                      quoted(project_root() / "games");
  CHECK(test::percept("lab strength --seeds 1" + files).exit_code == 0);
  std::string first = read(folder.path() / "results.jsonl");
  CHECK(std::ranges::count(first, '\n') == 7);  // two contests of nim, five of the other
  CHECK(test::percept("lab strength --seeds 2 --workers 2" + files).exit_code == 0);
  std::string second = read(folder.path() / "results.jsonl");
  CHECK(second.starts_with(first));
  CHECK(std::ranges::count(second, '\n') == 14);
  std::string table = read(folder.path() / "strength.md");
  CHECK(has(table, "| nim | mcts | random | "));
  CHECK(test::percept("lab strength --seeds 0" + files).exit_code == 0);  // plays nothing
  CHECK(read(folder.path() / "results.jsonl") == second);
  CHECK(read(folder.path() / "strength.md") == table);
  // A line that was cut off is written again, and whole.
  std::filesystem::resize_file(folder.path() / "results.jsonl", second.size() - 5);
  CHECK(test::percept("lab strength --seeds 2" + files).exit_code == 0);
  CHECK(read(folder.path() / "results.jsonl").size() == second.size());
  CHECK(read(folder.path() / "strength.md") == table);
  json rows = json::parse(test::percept("lab strength --json --seeds 2" + files).out);
  CHECK(rows["rows"].size() == 7);
  // A table of results that are not there would be an empty one.
  std::string none = (folder.path() / "none").string();
  for (const std::string& of : {"--seeds 0 --results " + none, "--seeds 0 --results " + folder.path().string(),
                                "--seeds 0 --before " + none + files}) {
    CAPTURE(of);
    auto run = test::percept("lab strength " + of);
    CHECK(run.exit_code == 2);
    CHECK(run.err.find("cannot be read") != std::string::npos);
  }
  CHECK(test::percept("lab strength --games chess").exit_code == 2);
  CHECK(test::percept("lab strength --players nobody").exit_code == 2);
}
