// SPDX-License-Identifier: MIT
//
// `percept sample`: samples of a random match and of a recorded one, as JSON and for people, and what can go wrong.
#include <nlohmann/json.hpp>
#include <set>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace test = percept::test;

namespace {

std::string sample_monty(const std::string& options) {
  return "sample --role candidate " + options + " " + own("monty_hall");
}

json sampled(const std::string& arguments, const std::string& input = {}) {
  Output output = test::percept(arguments, input);
  CAPTURE(arguments);
  CHECK(output.err == "");
  REQUIRE(output.exit_code == 0);
  return json::parse(output.out);
}

// Without what the clock says.
json timeless(json result) {
  result.erase("first_cpu_s");
  result.erase("rate_per_cpu_s");
  return result;
}

}  // namespace

TEST_CASE("sample --json: states, moves and weights, by every engine") {
  TemporaryFolder folder;
  std::string match = "--json -n 200 --match " + quoted(folder.write("rounds.json", kMontyRounds));
  for (const std::string engine : {"asp", "asp-reactive", "native", "hyperplay", "worlds", "auto"}) {
    CAPTURE(engine);
    json result = sampled(sample_monty(match + " --engine " + engine));
    CHECK(keys_of(result) == std::set<std::string>{"file", "role", "round", "seed", "asked", "engine", "first_cpu_s",
                                                   "rate_per_cpu_s", "exact_weights", "all", "gave_up", "samples"});
    CHECK(result["asked"] == engine);
    if (engine != "auto") CHECK(result["engine"] == engine);
    CHECK(result["role"] == "candidate");
    CHECK(result["round"] == 2);
    CHECK(result["seed"] == 1);  // of the draws
    CHECK(result["first_cpu_s"].get<double>() > 0);
    CHECK(result["gave_up"] == false);
    REQUIRE(result["samples"].size() > 0);
    double sum = 0, behind_three = 0;
    for (const json& sample : result["samples"]) {
      CHECK(keys_of(sample) == std::set<std::string>{"weight", "state", "moves"});
      REQUIRE(sample["moves"].size() == 2);
      CHECK(sample["moves"][0]["candidate"] == "(choose 2)");
      CHECK(sample["moves"][1]["monty"] == "(open_door 1)");
      bool three = sample["moves"][0]["monty"] == "(hide_car 3)";
      CHECK(sample["state"] ==
            json({three ? "(car 3)" : "(car 2)", "(chosen 2)", "(closed 2)", "(closed 3)", "(step 3)"}));
      sum += sample["weight"].get<double>();
      if (three) behind_three += sample["weight"].get<double>();
    }
    CHECK(sum == doctest::Approx(1));
    if (result["exact_weights"] == true) CHECK(behind_three == doctest::Approx(2.0 / 3).epsilon(0.2));
  }
}

TEST_CASE("sample: equal positions are one, and what they share is shown once") {
  TemporaryFolder folder;
  std::string match = "--engine native --match " + quoted(folder.write("rounds.json", kMontyRounds));
  Output output = test::percept(sample_monty(match));
  CHECK(output.exit_code == 0);
  CHECK(output.err == "");
  CHECK(has(output.out, "where candidate may be after 2 rounds, engine native\n"));
  CHECK(has(output.out, "  weights    exact: every history with its probability\n"));
  CHECK(has(output.out, "  samples    2, 2 positions: there are no others\n"));
  CHECK(has(output.out, "samples a CPU second\n"));
  CHECK(has(output.out,
            "\nThe same in all\nchosen    2\nclosed    2, 3\nstep      3\n\n67 %\ncar       3\n\n33 %\ncar       2\n"));
  Output history = test::percept(sample_monty(match + " --history"));
  CHECK(has(history.out, "  samples    2, 2 histories: there are no others\n"));
  CHECK(has(history.out,
            "33 %\ncar       2\n  round  monty          candidate\n      1  (hide_car 2)   (choose 2)\n      2  "
            "(open_door 1)  noop\n"));
  CHECK_FALSE(has(history.out, "\x1b"));
  CHECK(has(test::percept(sample_monty(match + " --round 0")).out, "100 %\nclosed    1, 2, 3\n"));
}

TEST_CASE("sample: boards where there are some") {
  const std::string rounds =
      R"~([{"move": "(mark 2 2)", "percepts": ["moved"]}, {"move": "noop", "percepts": ["moved"]}])~";
  TemporaryFolder folder;
  Output output = test::percept("sample --role crosses --engine native --match " +
                                quoted(folder.write("rounds.json", rounds)) + " " + own("krieg_tictactoe_3x3"));
  CHECK(output.exit_code == 0);
  CHECK(has(output.out, "8, 8 positions"));
  CHECK(has(output.out, "The same in all\ncontrol   crosses\n"));
  CHECK(has(output.out, "12 %\n"));
  CHECK(has(output.out, "2  n c ."));
}

TEST_CASE("sample --seed: the match of percept know, and the same samples again") {
  std::string game = own("krieg_tictactoe_3x3");
  std::string arguments = "sample --json --role noughts --seed 9 --round 6 -n 5 " + game;
  json once = sampled(arguments);
  CHECK(once["seed"] == 9);
  CHECK(once["round"] == 6);
  CHECK(timeless(once) == timeless(sampled(arguments)));
  json known = json::parse(test::percept("know --json --role noughts --seed 9 " + game).out);
  for (const json& sample : once["samples"]) {
    REQUIRE(sample["moves"].size() == 6);
    for (std::size_t i = 0; i < 6; ++i) CHECK(sample["moves"][i]["noughts"] == known["rounds"][i]["move"]);
    for (const json& fluent : known["rounds"][6]["fluents"]["known"])
      CHECK(std::find(sample["state"].begin(), sample["state"].end(), fluent) != sample["state"].end());
  }
  json whole = sampled("sample --json --role noughts --seed 9 " + game);
  CHECK(whole["round"] == known["rounds"].size() - 1);
}

TEST_CASE("sample --match: what percept play prints, and other draws of it") {
  std::string game = own("krieg_tictactoe_3x3");
  std::string record = test::percept("play --json --seed 9 " + game).out;
  json result = sampled("sample --json --role noughts --round 6 --match - " + game, record);
  CHECK(result["round"] == 6);
  std::string draws = "sample --json --role noughts --round 6 -n 3 --engine worlds --match - " + game + " --seed ";
  CHECK(timeless(sampled(draws + "1", record)) == timeless(sampled(draws + "1", record)));
  CHECK(timeless(sampled(draws + "1", record))["samples"] != timeless(sampled(draws + "2", record))["samples"]);
}

TEST_CASE("sample --opponents: a model of the others changes the weights") {
  TemporaryFolder folder;
  std::string match = "--json --engine native --round 1 --match " + quoted(folder.write("rounds.json", kMontyRounds));
  std::string model = quoted(folder.write("model.txt", "monty (hide_car 2) 3 ; the middle\n"));
  json one_model = sampled(sample_monty(match + " --opponents " + model));
  for (const json& sample : one_model["samples"])
    CHECK(sample["weight"].get<double>() == doctest::Approx(sample["moves"][0]["monty"] == "(hide_car 2)" ? 0.6 : 0.2));
  Output wrong =
      test::percept(sample_monty(match + " --opponents " + quoted(folder.write("wrong.txt", "\nnobody noop 1\n"))));
  CHECK(wrong.exit_code == 2);
  CHECK(has(wrong.err, "wrong.txt:2: the game has no role nobody"));
  CHECK(test::percept(sample_monty(match + " --opponents /no/such/file")).exit_code == 2);
}

TEST_CASE("sample: what can go wrong, where, and what to do") {
  TemporaryFolder folder;
  Output role = test::percept("sample --role nobody --seed 1 " + own("monty_hall"));
  CHECK(role.exit_code == 2);
  CHECK(has(role.err, "has no role nobody"));
  CHECK(has(role.err, "its roles are monty candidate"));
  CHECK(test::percept("sample " + own("monty_hall")).exit_code == 2);
  CHECK(test::percept(sample_monty("--engine best")).exit_code == 2);
  CHECK(test::percept(sample_monty("-n 0")).exit_code == 2);
  CHECK(test::percept(sample_monty("--seconds 0")).exit_code == 2);
  CHECK(test::percept("sample --role x /no/such/file.kif").exit_code == 2);
  CHECK(test::percept(sample_monty("--match /no/such/record")).exit_code == 2);
  Output late = test::percept(sample_monty("--seed 1 --round 9"));
  CHECK(late.exit_code == 1);
  CHECK(has(late.err, "there is no position after 9 rounds"));
  CHECK(has(late.err, "the match has 3 rounds"));
  // Door 2 is the one that was chosen, and is not opened.
  std::string impossible = quoted(
      folder.write("wrong.json", R"~([{"move": "(choose 2)", "percepts": []}, {"move": "noop", "percepts": ["2"]}])~"));
  for (const std::string engine : {"asp", "asp-reactive", "native", "hyperplay", "worlds", "auto"}) {
    CAPTURE(engine);
    Output unexplained = test::percept(sample_monty("--engine " + engine + " --match " + impossible));
    CHECK(unexplained.exit_code == 1);
    CHECK(unexplained.out == "");
    CHECK(has(unexplained.err, "round 2"));
    CHECK(test::percept(sample_monty("--round 1 --engine " + engine + " --match " + impossible)).exit_code == 0);
  }
  Output unknown = test::percept(
      sample_monty("--match " + quoted(folder.write("odd.json", R"~([{"move": "(choose 7)", "percepts": []}])~"))));
  CHECK(unknown.exit_code == 1);
  CHECK(has(unknown.err, "round 1"));
}

TEST_CASE("sample --help teaches") {
  std::string text = test::percept("sample --help").out;
  for (const std::string word : {"--role", "--match", "--seed", "--round", "--count", "-n", "--engine", "--seconds",
                                 "--history", "--opponents", "--forget", "--facts", "--worlds", "--particles", "--json",
                                 "asp-reactive", "hyperplay", "Exit code", "Examples"})
    CHECK_MESSAGE(has(text, word), word);
  CHECK(has(test::percept("--help").out, "sample"));
}
