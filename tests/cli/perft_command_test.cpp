// SPDX-License-Identifier: MIT
//
// `percept perft`: a table of numbers that depend on the rules alone.
#include <nlohmann/json.hpp>

#include "cli/texts.h"

using namespace percept::test;
using nlohmann::json;
namespace test = percept::test;

namespace {

std::vector<std::uint64_t> column(const json& result, const std::string& name) {
  std::vector<std::uint64_t> out;
  for (const json& row : result["depths"]) out.push_back(row[name].get<std::uint64_t>());
  return out;
}

}  // namespace

TEST_CASE("perft: a row for each depth") {
  Output output = test::percept("perft " + own("noughts_and_crosses") + " 5");
  CHECK(output.exit_code == 0);
  CHECK(output.err.empty());
  CHECK(has(output.out, "depth            sequences       states      ended sequences ended states    seconds\n"));
  CHECK(has(output.out, "    1                    9            9                    0            0      "));
  CHECK(has(output.out, "    5                15120         1260                 1440          120      "));
}

TEST_CASE("perft --json: the same for tools, and for every engine") {
  std::vector<std::uint64_t> known = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
  for (const std::string engine : {"auto", "circuit", "prover"}) {
    CAPTURE(engine);
    Output output = test::percept("perft --json --engine " + engine + " " + own("noughts_and_crosses") + " 9");
    CHECK(output.exit_code == 0);
    json result = json::parse(output.out);
    CHECK(result["file"].get<std::string>().ends_with("noughts_and_crosses.kif"));
    CHECK((engine == "auto" || result["engine"] == engine));
    CHECK(column(result, "sequences") == known);
    CHECK(column(result, "states") == std::vector<std::uint64_t>{1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78});
    CHECK(column(result, "ended_sequences").back() == 127872);
    CHECK(column(result, "ended_states").back() == 78);
  }
}

TEST_CASE("perft: rules from the standard input, and games that end before") {
  Output output = test::percept("perft --json - 9",
                                "(role a)\n(init p)\n(legal a m)\n(legal a n)\n(<= (next q) (true p))\n"
                                "(<= terminal (true q))\n(goal a 0)\n");
  CHECK(output.exit_code == 0);
  CHECK(column(json::parse(output.out), "sequences") == std::vector<std::uint64_t>{1, 2});
}

TEST_CASE("perft: a role without a legal move, with the state") {
  Output output = test::percept("perft - 5",
                                "(role a)\n(init p)\n(<= (legal a m) (true p))\n(<= (next q) (true p))\n"
                                "(<= terminal (true r))\n(<= (next r) (does a n))\n(goal a 0)\n");
  CHECK(output.exit_code == 1);
  CHECK(has(output.err, "a has no legal move"));
  CHECK(has(output.err, "(q)"));
}

TEST_CASE("perft: more sequences than can be counted") {
  Output output = test::percept("perft - 70",
                                "(role a)\n(init p)\n(legal a m)\n(legal a n)\n(<= (next p) (true p))\n"
                                "(<= terminal (true q))\n(<= (next q) (does a o))\n(goal a 0)\n");
  CHECK(output.exit_code == 1);
  CHECK(has(output.err, "2^64"));
}

TEST_CASE("perft: errors in the rules, files that cannot be read, wrong usage") {
  CHECK(test::percept("perft - 3", "(role a)\n").exit_code == 1);
  CHECK(test::percept("perft /no/such/file.kif 3").exit_code == 2);
  CHECK(test::percept("perft " + own("monty_hall")).exit_code == 2);
  CHECK(test::percept("perft " + own("monty_hall") + " many").exit_code == 2);
  CHECK(test::percept("perft " + own("monty_hall") + " -1").exit_code == 2);
}

TEST_CASE("perft --help teaches") {
  std::string text = test::percept("perft --help").out;
  for (const std::string word : {"FILE", "DEPTH", "--engine", "--json", "Exit code", "Example"})
    CHECK_MESSAGE(has(text, word), word);
}
