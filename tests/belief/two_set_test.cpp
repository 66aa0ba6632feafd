// SPDX-License-Identifier: MIT
#include "belief/two_set.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "belief/knowledge.h"
#include "gdl/reader.h"
#include "support/support.h"
#include "support/traces.h"

namespace percept::belief {
namespace {

using TextList = std::vector<std::string>;

TextList sorted(TextList texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::string does_text(const Rules& rules, const std::pair<RoleId, MoveId>& does) {
  return "(does " + rules.text(does.first) + " " + rules.text(does.first, does.second) + ")";
}

TextList together(const Rules& rules, const std::vector<FluentId>& fluents,
                  const std::vector<std::pair<RoleId, MoveId>>& does) {
  TextList out;
  for (FluentId fluent : fluents) out.push_back("(true " + rules.text(fluent) + ")");
  for (const auto& one : does) out.push_back(does_text(rules, one));
  return sorted(out);
}

// Follows the trace and compares everything it says.
void follow_sets(const test::Trace& trace, const std::shared_ptr<Rules>& rules) {
  std::optional<RoleId> role = rules->role(trace.header["role"].get<std::string>());
  REQUIRE(role);
  bool nonpercepts = trace.header["options"]["nonpercepts"].get<bool>();
  auto made = TwoSetBelief::make(rules, *role, {nonpercepts});
  REQUIRE(made);
  TwoSetBelief& belief = **made;
  TwoSetBelief::Trace steps;
  belief.keep_trace(&steps);
  for (const nlohmann::json& round : trace.rounds) {
    CAPTURE(trace.name);
    CAPTURE(round["round"].dump());
    test::Knowledge known = test::knowledge(belief);
    CHECK(known.fluents.known == test::texts(round, "bplus"));
    CHECK(known.fluents.open == test::texts(round, "bzero"));
    CHECK(known.legal.known == test::texts(round, "legal_known"));
    CHECK(known.legal.open == test::texts(round, "legal_maybe"));
    CHECK(known.goals.known == test::texts(round, "goal_known"));
    CHECK(known.goals.open == test::texts(round, "goal_maybe"));
    CHECK(known.terminal == test::truth(round["terminal"].get<std::string>()));
    if (!round.contains("my_move")) break;
    test::update(belief, round);
    TextList possible;
    for (const auto& does : steps.moves) possible.push_back(does_text(*rules, does));
    CHECK(sorted(possible) == test::texts(round, "possible_moves"));
    TextList seen;
    for (PerceptId percept : steps.percepts) seen.push_back(rules->text(percept));
    CHECK(sorted(seen) == test::texts(round, "possible_percepts"));
    CHECK(together(*rules, steps.fluents.known, steps.does.known) == test::texts(round, "filtered_bplus"));
    CHECK(together(*rules, steps.fluents.open, steps.does.open) == test::texts(round, "filtered_bzero"));
  }
}

// What is seen holds exactly where b0's choice does, but says so by the parity of thirteen others: neither small nor
// unate, nothing that propagates, and nothing that one witness could show.
TEST_CASE("what an observation forces is found where only a solver finds it") {
  std::string text =
      "(role a) (init (step 1)) (succ 1 2) (succ 2 3) (legal a noop) (value zero) (value one) (<= terminal (true (step "
      "3)))"
      "(<= (legal ?r ?v) (hidden ?r) (value ?v)) (<= (goal ?r 50) (role ?r))"
      "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))"
      "(<= (next (x ?r)) (does ?r one) (true (step 1))) (<= (next (x ?r)) (true (x ?r)))"
      "(<= odd1 (true (x b1))) (<= first (true (x b0))) (<= first odd13) (<= second (true (x b0))) (<= second (not "
      "odd13))"
      "(<= (sees a both) first second (true (step 2)))";
  for (int i = 0; i <= 13; ++i) text += fmt::format("(role b{0}) (hidden b{0})", i);
  for (int i = 2; i <= 13; ++i)
    text += fmt::format("(<= odd{0} odd{1} (not (true (x b{0})))) (<= odd{0} (not odd{1}) (true (x b{0})))", i, i - 1);
  auto rules = test::got(Rules::make(gdl::read_text("parity", text), circuit::Logic::kKleene));
  RoleId a = *rules->role("a");
  MoveId noop = test::got(rules->move(a, "noop"));
  FluentId forced = test::got(rules->fluent("(x b0)"));
  for (bool seen : {true, false}) {
    CAPTURE(seen);
    auto belief = test::got(TwoSetBelief::make(rules, a));
    REQUIRE(belief->update({noop, Percepts{}}));
    CHECK(std::ranges::count(belief->fluents().open, forced) == 1);
    REQUIRE(belief->update({noop, seen ? Percepts{test::got(rules->percept("both"))} : Percepts{}}));
    Known<FluentId> fluents = belief->fluents();
    CHECK(std::ranges::count(fluents.known, forced) == (seen ? 1 : 0));
    CHECK(std::ranges::count(fluents.open, forced) == 0);
    CHECK(fluents.open.size() == 13);
  }
}

// A third of them; all with PERCEPT_EFFORT.
TEST_CASE("every reference trace of the paper's filter is met atom by atom") {
  REQUIRE_CORPUS();
  std::map<std::string, std::shared_ptr<Rules>> made;
  for (const std::string ending : {".filter.jsonl", ".made.jsonl"})
    for (const test::Trace& trace : test::share_of(test::traces(ending), 3)) {
      std::shared_ptr<Rules>& rules = made[trace.header["game"].get<std::string>()];
      if (!rules) {
        auto result = Rules::make(test::rules_of(trace), circuit::Logic::kKleene);
        REQUIRE_MESSAGE(result, result.error().message);
        rules = *result;
      }
      follow_sets(trace, rules);
    }
}

}  // namespace
}  // namespace percept::belief
