// SPDX-License-Identifier: MIT
//
// Grounding ends with its budget of time and memory, also in a join that finds no rule, and nothing is left behind.
#include <sys/wait.h>

#include <cerrno>

#include "gdl/reader.h"
#include "ground/grounded.h"
#include "ground/instantiate.h"
#include "ground/local.h"
#include "support/ending.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;

namespace {

const std::string kEnd = "(role a) (legal a w) (init x) (<= terminal (true (step 9)))";

// A clique of 20 in a graph that has none of more than twelve: a join of many candidates, and no rule.
std::string clique() {
  std::string text = kEnd, body;
  for (int i = 0; i < 48; ++i)
    for (int j = 0; j < 48; ++j)
      if (i % 12 != j % 12) text += fmt::format("(edge {} {})", i, j);
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < i; ++j) body += fmt::format(" (edge ?n{} ?n{})", j, i);
  return text + "(<= (next y) (true x)" + body + ")";
}

// The rest is of no use to anybody: 300 to the third rules.
std::string too_many() {
  std::string text = kEnd;
  for (int i = 0; i < 300; ++i) text += fmt::format("(d {})", i);
  return text + "(<= (next (f ?x ?y ?z)) (d ?x) (d ?y) (d ?z) (true x))";
}

bool has_children() { return waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD; }

void check_grounding_ends(const char* what, program::Program& program) {
  ground::SplitProgram rules = ground::unsplit(program);
  check_ends(what, [&](const Budget& budget) {
    auto refused = ground::instantiate(rules, program.terms(), budget);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.starts_with("grounding takes too long: "));
    CHECK_FALSE(has_children());
  });
}

}  // namespace

TEST_CASE("a join that finds nothing ends with its budget") {
  program::Program program = program_of(clique());
  check_grounding_ends("a join that finds nothing", program);
}

TEST_CASE("rules without end are ended with their budget") {
  program::Program program = program_of(too_many());
  check_grounding_ends("27 million rules", program);
  // The terms that were met are still terms.
  program::Program small = program_of("(d 1)" + kEnd);
  auto again = ground::instantiate(ground::unsplit(small), small.terms(), Budget());
  REQUIRE(again);
  CHECK(again->facts().size() > 0);
}

TEST_CASE("amazons ends with its budget, split or not, and so does a circuit of it") {
  REQUIRE_CORPUS();
  auto read = [] {
    auto description = gdl::read_file((corpus() / "games/gdl1/amazons.kif").string());
    REQUIRE(description);
    auto program = program::normalise(**description);
    REQUIRE(program);
    return std::move(*program);
  };
  program::Program program = read();
  check_grounding_ends("amazons", program);
  check_ends("a circuit of amazons", [&](const Budget& budget) {
    ground::Options options;
    options.budget = budget;
    auto game = ground::make_circuit(program, options);
    REQUIRE_FALSE(game);
    CHECK(game.error().message.starts_with("grounding takes too long: "));
  });
}

TEST_CASE("memory is bounded, in the grounder and here") {
  program::Program program = program_of(too_many());
  for (std::size_t megabytes : {50u, 200u}) {
    auto refused = ground::instantiate(ground::unsplit(program), program.terms(), Budget(), {}, megabytes);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.starts_with("the rules are too many to ground: "));
    CHECK(refused.error().message.find(fmt::format("{} MB", megabytes)) != std::string::npos);
    CHECK_FALSE(has_children());
  }
}

TEST_CASE("what the grounder uses is paid for by the thread that waits for it") {
  program::Program program = program_of(too_many());
  double before = cpu_seconds();
  auto refused = ground::instantiate(ground::unsplit(program), program.terms(), Budget(0.3, 0));
  CHECK_FALSE(refused);
  CHECK(cpu_seconds() - before >= 0.29);
}

TEST_CASE("a circuit of the moment ends with its budget, and others are made") {
  program::Program program = program_of(clique());
  auto constant = [&](const char* name) { return program.terms().make(program.terms().symbols().intern(name), {}); };
  std::vector<program::TermId> roles = {constant("a")}, known = {constant("x")};
  ground::LocalGrounder grounder(program, roles, circuit::Logic::kTwoValued);
  check_ends("a circuit of the moment", [&](const Budget& budget) {
    auto none = grounder.make({known, {}}, budget);
    REQUIRE_FALSE(none);
    CHECK(none.error().message.ends_with("takes longer than there is time"));
  });
  auto made = grounder.make({{}, {}});  // without x there is nothing to join
  auto fresh = ground::LocalGrounder(program, roles, circuit::Logic::kTwoValued).make({{}, {}});
  REQUIRE(made);
  REQUIRE(fresh);
  CHECK(made->circuit.size() == fresh->circuit.size());
  CHECK(made->outputs() == fresh->outputs());
}
