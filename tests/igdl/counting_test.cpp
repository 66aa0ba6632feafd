// SPDX-License-Identifier: MIT
//
// How many models there are: counted without listing them, estimated with an interval, drawn with equal chances; and
// what follows without a search.
#include <cmath>
#include <map>
#include <set>

#include "igdl/counter.h"
#include "igdl/estimate.h"
#include "igdl/expectations.h"
#include "igdl/theories.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
using percept::test::igdl::sheet;
using solve::Literal;

namespace {

const std::string kNoThings = R"(
role(robot)
base(p)
base(q)
input(robot,a)
~init(p)
~init(q)
)";

// Each of n things is red, round, or both: 3^n models.
std::string things(int n, const std::string& law = "") {
  std::string out = kNoThings + "red(X) => thing(X)\nround(X) => thing(X)\nthing(X) => red(X) | round(X)\n" + law,
              others;
  for (int i = 1; i <= n; ++i) {
    out += "thing(t" + std::to_string(i) + ")\n";
    others += (i > 1 ? " & X != t" : "X != t") + std::to_string(i);
  }
  return out + others + " => ~thing(X)\n";
}

using Clauses = std::vector<std::vector<Literal>>;

Clauses random_clauses(Random& random, int variables, std::size_t count) {
  Clauses out(count);
  for (std::vector<Literal>& clause : out) {
    std::size_t length = 2 + random.below(3);
    while (clause.size() < length) {
      Literal literal{static_cast<std::int32_t>(1 + random.below(static_cast<std::uint32_t>(variables)))};
      clause.push_back(literal ^ (random.below(2) == 1));
    }
  }
  return out;
}

// Rows that the first `wanted` variables have in some model, by trying everything.
std::set<std::uint32_t> listed(const Clauses& clauses, int variables, int wanted) {
  std::set<std::uint32_t> out;
  for (std::uint32_t all = 0; all < 1u << variables; ++all) {
    bool holds = std::ranges::all_of(clauses, [&](const std::vector<Literal>& clause) {
      return std::ranges::any_of(clause, [&](Literal literal) {
        return ((all >> (std::abs(literal.code) - 1) & 1) != 0) == (literal.code > 0);
      });
    });
    if (holds) out.insert(all & ((1u << wanted) - 1));
  }
  return out;
}

}  // namespace

TEST_CASE("rows are counted as a list of them has it, and drawn from nowhere else") {
  constexpr int kVariables = 11, kWanted = 6;
  Random random(7);
  std::size_t several = 0;
  for (int i = 0; i < 150; ++i) {
    Clauses clauses = random_clauses(random, kVariables, 8 + random.below(24));
    std::set<std::uint32_t> rows = listed(clauses, kVariables, kWanted);
    if (rows.empty()) continue;
    solve::Solver solver;
    std::vector<Literal> wanted;
    for (int v = 0; v < kVariables; ++v) wanted.push_back(solver.variable());
    wanted.resize(kWanted);
    for (const std::vector<Literal>& clause : clauses) solver.add(clause);
    engine::Counter counter(solver, wanted);
    auto count = counter.count({});
    REQUIRE(count);
    CHECK(static_cast<double>(*count) == static_cast<double>(rows.size()));
    several += rows.size() > 1 && rows.size() < 1u << kWanted;
    for (int k = 0; k < 5; ++k) {
      auto row = counter.draw(random, {});
      REQUIRE(row);
      std::uint32_t bits = 0;
      for (std::size_t b = 0; b < row->size(); ++b) bits |= static_cast<std::uint32_t>((*row)[b]) << b;
      CHECK(rows.contains(bits));
    }
  }
  CHECK(several > 50);
}

TEST_CASE("each row is drawn as often as any other, however unevenly the choices lead to them") {
  // a => (b, c, d all hold): 1 row with a, 8 without.
  solve::Solver solver;
  std::vector<Literal> wanted;
  for (int i = 0; i < 4; ++i) wanted.push_back(solver.variable());
  for (int i = 1; i < 4; ++i) solver.add({~wanted[0], wanted[static_cast<std::size_t>(i)]});
  engine::Counter counter(solver, wanted);
  CHECK(static_cast<double>(*counter.count({})) == 9);
  Random random(1);
  std::map<std::vector<bool>, int> drawn;
  constexpr int kDraws = 9000;
  for (int i = 0; i < kDraws; ++i) ++drawn[*counter.draw(random, {})];
  REQUIRE(drawn.size() == 9);
  double chi = 0;
  for (const auto& [row, count] : drawn) chi += std::pow(count - kDraws / 9, 2) / (kDraws / 9.0);
  CHECK(chi < 26.1);  // 8 degrees of freedom, one in a thousand
}

TEST_CASE("eight buttons with eight lights: all 8^8 wirings are counted, and an eighth after each press") {
  auto belief = belief_of(sheet("wiring_8.robot.igdl"));
  REQUIRE(looked(*belief, {}));
  engine::Count models = belief->models();
  CHECK(models.exact);
  CHECK(models.value == 16777216);
  CHECK(belief->worlds().value == 16777216);
  REQUIRE(played(*belief, "b1", {"l5"}));
  CHECK(belief->models().exact);
  CHECK(belief->models().value == 2097152);
  CHECK(belief->states() == 1);
  // Of each button that was not pressed a drawn world has one wire, and all eight lights come about.
  Random random(3);
  engine::Worlds drawn = belief->draw(200, random);
  CHECK(drawn.uniform);
  CHECK_FALSE(drawn.all);
  REQUIRE(drawn.worlds.size() == 200);
  std::set<std::string> met;
  for (const engine::PossibleWorld& world : drawn.worlds) {
    CHECK(world.rules.size() == 7);
    CHECK(world.weight == doctest::Approx(1.0 / 200));
    std::set<std::string> buttons;
    for (engine::Number rule : world.rules) {
      std::string wire = belief->theory().text(rule);
      met.insert(wire);
      buttons.insert(wire.substr(0, wire.rfind(' ')));
    }
    CHECK(buttons.size() == 7);
  }
  CHECK(met.size() == 56);
}

TEST_CASE("counts beyond what is listed are exact where what is open falls apart") {
  engine::Count count = belief_of(things(10))->models();
  CHECK(count.exact);
  CHECK(count.value == 59049);
  CHECK(count.low == 59049);
  CHECK(count.high == 59049);
  // Not all of them are both, and the last is red if the first is round: 3^9 * 3 - 1, less those that break the second.
  count = belief_of(things(10, "~(AX:(thing(X) => red(X) & round(X)))\nround(t1) => red(t10)\n"))->models();
  CHECK(count.exact);
  CHECK(count.value == 6561 * (3 * 3 - 2) - 1);
}

TEST_CASE("more models than a double can say are counted and drawn all the same") {
  constexpr int kVariables = 3000, kDraws = 3;
  solve::Solver solver;
  std::vector<Literal> wanted;
  for (int i = 0; i < kVariables; ++i) wanted.push_back(solver.variable());
  for (std::size_t i = 0; i + 2 < kVariables; i += 3) solver.add({wanted[i], wanted[i + 1]});  // 6 rows of each three
  engine::Counter counter(solver, wanted);
  auto count = counter.count({});
  REQUIRE(count);
  CHECK(std::isinf(static_cast<double>(*count)));
  engine::Large six(6), all(1);
  for (int i = 0; i < kVariables / 3; ++i) all = all * six;
  CHECK(count->over(all) == doctest::Approx(1));
  Random random(5);
  std::size_t hold = 0;
  for (int i = 0; i < kDraws; ++i) {
    auto row = counter.draw(random, {});
    REQUIRE(row);
    hold += static_cast<std::size_t>(std::ranges::count(*row, true));
  }
  // Of each three 4/3 + 1/2 hold: 5500 of 9000, with a deviation of 38.
  CHECK(hold > 5300);
  CHECK(hold < 5700);
}

TEST_CASE("an estimate comes with an interval, and the truth is in it") {
  auto theory = theory_of(things(9));
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    engine::Timeline timeline(theory, game::RoleId{0});
    std::vector<Literal> literals;
    for (engine::Number rigid : theory->rigid()) literals.push_back(timeline.now(rigid));
    REQUIRE(literals.size() == 18);
    Random random(seed);
    engine::Count count = engine::estimated_rows(timeline, literals, 512, random, {});
    CHECK_FALSE(count.exact);
    CHECK(count.low <= 19683);
    CHECK(count.high >= 19683);
    CHECK(count.low <= count.value);
    CHECK(count.value <= count.high);
    CHECK(count.high < 2 * count.low);
  }
  // Without time there is nothing but what was seen.
  engine::Timeline timeline(theory, game::RoleId{0});
  std::vector<Literal> literals = {timeline.now(theory->rigid()[0])};
  Random random(1);
  engine::Count count = engine::estimated_rows(timeline, literals, 512, random, Budget().within(1e-9));
  CHECK(count.low == 512);
  CHECK(std::isinf(count.high));
}

TEST_CASE("probabilities are shares of the worlds, few worlds are drawn all") {
  auto belief = belief_of(sheet("buttons_and_lights_open.robot.igdl"));
  REQUIRE(looked(*belief, {}));
  REQUIRE(belief->fluents().open.size() == 2);
  for (const belief::Probability& one : belief->probabilities()) {
    CHECK(one.exact);
    CHECK(one.value == doctest::Approx(0.5));
  }
  Random random(1);
  engine::Worlds drawn = belief->draw(10, random);
  CHECK(drawn.all);
  CHECK(drawn.uniform);
  CHECK(drawn.worlds.size() == 4);
  CHECK(belief->draw(3, random).worlds.size() == 3);
  CHECK_FALSE(belief->draw(3, random).all);
}

TEST_CASE("being asked for a move is a reason, too") {
  auto belief = belief_of(sheet("last_bell.robot.igdl"));
  REQUIRE(looked(*belief, {}));
  REQUIRE(played(*belief, "wait", {}));
  REQUIRE(played(*belief, "press", {"lamp"}));
  belief->asked();
  auto because = belief->why("last(5)");
  REQUIRE(because);
  CHECK(because->truth == belief::Truth::kYes);
  CHECK(std::ranges::any_of(because->facts, [](const engine::Because::Fact& fact) {
    return fact.round == 3 && fact.text == "robot is asked for a move";
  }));
  CHECK(belief->models().value == 1);
}
