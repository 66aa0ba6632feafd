// SPDX-License-Identifier: MIT
#include "cli/texts.h"

using namespace percept::test;
namespace test = percept::test;

TEST_CASE("check --explain: a code is explained with an example") {
  Output output = test::percept("check --explain GDL301");
  CHECK(output.exit_code == 0);
  CHECK(has(output.out, "GDL301"));
  CHECK(has(output.out, "(<="));
  CHECK(output.err.empty());
}

TEST_CASE("check --explain: case does not matter") {
  Output output = test::percept("check --explain gdl301");
  CHECK(output.exit_code == 0);
  CHECK(output.out == test::percept("check --explain GDL301").out);
}

TEST_CASE("check --explain: a code that does not exist gives exit code 2 and says how to see those that do") {
  for (const std::string code : {"GDL999", "301", "GDL", "GDL3011", "xyz", "''"}) {
    CAPTURE(code);
    Output output = test::percept("check --explain " + code);
    CHECK(output.exit_code == 2);
    CHECK(output.out.empty());
    CHECK_FALSE(output.err.empty());
  }
  CHECK(has(test::percept("check --explain GDL999").err, "--explain all"));
}

TEST_CASE("check --explain: all explains every code that a check can report") {
  Output output = test::percept("check --explain all");
  CHECK(output.exit_code == 0);
  for (const std::string code : {"GDL001", "GDL014", "GDL101", "GDL116", "GDL201", "GDL205", "GDL301", "GDL305",
                                 "GDL401", "GDL410", "GDL501", "GDL507"})
    CHECK_MESSAGE(has(output.out, code), code);
}

TEST_CASE("check --explain: a code and a file do not go together") {
  CHECK(test::percept("check --explain GDL301 -", "(role a)").exit_code == 2);
}
