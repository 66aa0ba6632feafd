// SPDX-License-Identifier: MIT
#include "show/domains.h"

#include <fmt/format.h>

#include <algorithm>

#include "game/playing.h"

using namespace percept;
using namespace percept::game;
using namespace percept::show;
using namespace percept::test;

namespace {

const std::string kRest = "(role a) (legal a m) (<= terminal (not (true (p x)))) (goal a 0)";

// "p: x y | 1 2" for each fluent: the values of its arguments.
std::string shapes(const std::string& rules) {
  auto description = gdl::read_text("test", kRest + rules);
  program::Program program = got(program::normalise(*description));
  std::vector<std::string> lines;
  for (const FluentShape& shape : fluent_shapes(program)) {
    std::string line(program.terms().text(shape.name));
    for (const Domain& domain : shape.arguments) {
      std::vector<std::string> values;
      for (program::TermId value : domain.constants) values.push_back(program.terms().to_kif(value));
      std::ranges::sort(values);
      line += fmt::format(" | {}{}", fmt::join(values, " "), domain.compounds ? " and more" : "");
    }
    lines.push_back(line);
  }
  std::ranges::sort(lines);
  return fmt::format("{}", fmt::join(lines, "\n"));
}

}  // namespace

TEST_CASE("domains: from the initial state and the rules that go on from there") {
  CHECK(shapes("(init (p x)) (init (q x 1)) (<= (next (q ?a 2)) (true (p ?a))) (<= (next r) (true (q y 1)))") ==
        "p | x\nq | x | 1 2");
  CHECK(shapes("(init (p x)) (<= (next r) (true (p x)))") == "p | x\nr");
}

TEST_CASE("domains: through relations, counters and moves") {
  CHECK(shapes("(init (p 1)) (succ 1 2) (succ 2 3) (<= (next (p ?n)) (true (p ?m)) (succ ?m ?n))") == "p | 1 2 3");
  CHECK(shapes("(init (p x)) (row 1) (row 2) (<= (legal a (go ?r)) (row ?r)) (<= (next (p ?r)) (does a (go ?r)))") ==
        "p | 1 2 x");
}

TEST_CASE("domains: a variable takes what all literals allow") {
  CHECK(shapes("(init (p x)) (init (q 1)) (init (q 2)) (even 2) (even 4) (<= (next (p ?n)) (true (q ?n)) (even ?n))") ==
        "p | 2 x\nq | 1 2");
}

TEST_CASE("domains: terms in terms, and rules for all fluents") {
  CHECK(shapes("(init (p (pair 1 2))) (<= (next ?f) (true ?f))") == "p |  and more");
  CHECK(shapes("(start (p x)) (start q) (<= (init ?f) (start ?f)) (<= (next ?f) (true ?f))") == "p | x\nq");
}

TEST_CASE("domains: terms that grow are not followed for ever") {
  CHECK(shapes("(init (p z)) (<= (next (p (s ?n))) (true (p ?n)))") == "p | z and more");
}
