// SPDX-License-Identifier: MIT
//
// Figures of a game in which some playouts cannot go on.
#include <nlohmann/json.hpp>

#include "cli/texts.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;

namespace {

// One move of two leads to the end, the other to a position without moves.
const std::string kHalf =
    "(role a) (init p) (<= (legal a left) (true p)) (<= (legal a right) (true p))"
    "(<= (next end) (does a left)) (<= (next stuck) (does a right)) (<= terminal (true end)) (goal a 50)";

}  // namespace

TEST_CASE("bench: playouts that end are measured, and those that do not are counted") {
  for (const std::string engine : {"", "--engine prover ", "--single "}) {
    CAPTURE(engine);
    Output output = test::percept("bench --json --seconds 0.1 " + engine + "-", kHalf);
    REQUIRE(output.exit_code == 0);
    nlohmann::json row = nlohmann::json::parse(output.out)[0];
    CHECK(row["mean_length"] == 1.0);
    double ended = row["playouts"].get<double>(), others = row["playouts_without_end"].get<double>();
    REQUIRE(ended + others > 100);
    CHECK(others / (ended + others) > 0.3);
    CHECK(others / (ended + others) < 0.7);
    CHECK(row["why_without_end"] == "a has no legal move in the state (stuck)");
  }
  CHECK(
      has(test::percept("bench --seconds 0.1 -", kHalf).out, "did not end: a has no legal move in the state (stuck)"));
}

TEST_CASE("bench: a game that never ends has no figures") {
  Output output = test::percept("bench -",
                                "(role a) (init p) (<= (legal a m) (true p)) (<= (next q) (does a m))"
                                "(<= terminal (true r)) (goal a 0)");
  CHECK(output.exit_code == 1);
  CHECK(has(output.err, "a has no legal move in the state (q)"));
}
