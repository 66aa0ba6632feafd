// SPDX-License-Identifier: MIT
//
// `percept lab figure2` and `figure3`: rows on the terminal, the files of the report, JSON, wrong usage.
#include <nlohmann/json.hpp>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace test = percept::test;
namespace fs = std::filesystem;

TEST_CASE("lab figure2 --json: times of each engine by round") {
  Output output = test::percept("lab figure2 --json --matches 1 --budget 20 --engines native,asp-reactive --games " +
                                own("transit"));
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
  json result = json::parse(output.out);
  CHECK(result["experiment"] == "figure2");
  CHECK(result["matches"] == 1);
  CHECK(result["budget_cpu_s"] == 20);
  CHECK(result["interrupted"] == false);
  REQUIRE(result["games"].size() == 1);
  const json& game = result["games"][0];
  CHECK(game["roles"] == 2);
  CHECK(game["native_times_faster"].get<double>() > 0);
  REQUIRE(game["engines"].size() == 2);
  for (const json& engine : game["engines"]) {
    CHECK(engine["problem"].is_null());
    CHECK(engine["median_cpu_s"].get<double>() > 0);
    CHECK(engine["by_round"].size() > 3);
    CHECK(engine["by_round"][0]["count"] == 2);
  }
}

TEST_CASE("lab figure3: rows to read, and a report with a chart for each game") {
  TemporaryFolder folder;
  fs::path report = folder.path() / "deep" / "report";
  Output output = test::percept("lab figure3 --matches 1 --rounds 3 --budget 20 --engines worlds,native --output '" +
                                report.string() + "' --games " + own("monty_hall") + " " + own("krieg_tictactoe_3x3"));
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
  CHECK(has(output.out, "median s"));
  CHECK(has(output.out, "krieg_tictactoe_3x3  native"));
  CHECK(has(output.out, "monty_hall           worlds"));
  CHECK(has(output.out, "written: "));
  CHECK_FALSE(has(output.out, "\x1b"));
  CHECK(has(read(report / "figure3.md"), "# Figure 3 of"));
  CHECK(has(read(report / "figure3.csv"), "monty_hall,candidate,1,3,worlds,"));
  CHECK(json::parse(read(report / "figure3.json"))["games"].size() == 2);
  CHECK(read(report / "figure3_monty_hall.svg").starts_with("<svg "));
  CHECK(read(report / "figure3_krieg_tictactoe_3x3.svg").starts_with("<svg "));
  CHECK_FALSE(fs::exists(report / "figure3_average.svg"));
}

TEST_CASE("lab figures: wrong usage, files that cannot be read or written") {
  CHECK(test::percept("lab figure4").exit_code == 2);
  CHECK(test::percept("lab figure2 --matches 0 --games " + own("monty_hall")).exit_code == 2);
  CHECK(test::percept("lab figure2 --budget 0 --games " + own("monty_hall")).exit_code == 2);
  Output engine = test::percept("lab figure2 --engines native,best --games " + own("monty_hall"));
  CHECK(engine.exit_code == 2);
  CHECK(has(engine.err, "no engine best"));
  CHECK(has(engine.err, "asp-reactive-facts"));
  CHECK(test::percept("lab figure3 --corpus /no/such/folder").exit_code == 2);
  Output missing = test::percept("lab figure3 --json --games /no/such/file.kif");
  CHECK(missing.exit_code == 1);
  CHECK(has(missing.err, "/no/such/file.kif"));
  Output unwritable =
      test::percept("lab figure3 --matches 1 --engines native --output /dev/null/x --games " + own("monty_hall"));
  CHECK(unwritable.exit_code == 2);
  CHECK(has(unwritable.err, "/dev/null/x"));
}

TEST_CASE("lab figure2 --help teaches") {
  CHECK(has(test::percept("lab --help").out, "figure2"));
  for (const std::string name : {"figure2", "figure3"}) {
    std::string text = test::percept("lab " + name + " --help").out;
    for (const std::string word :
         {"--matches", "--games", "--rounds", "--seed", "--output", "--budget", "--engines", "--corpus", "--json",
          "asp-reactive-forget", "Exit code", "Examples", "Ctrl-C", "lab/figure"})
      CHECK_MESSAGE(has(text, word), word);
  }
}
