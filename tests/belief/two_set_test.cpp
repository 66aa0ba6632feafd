// SPDX-License-Identifier: MIT
#include "belief/two_set.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "belief/knowledge.h"
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
