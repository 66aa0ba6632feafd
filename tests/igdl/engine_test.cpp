// SPDX-License-Identifier: MIT
//
// The engine held against what is written down for each incomplete game (expectations.h), which the oracle is, too.
#include <cstdlib>

#include "igdl/expectations.h"
#include "igdl/policy.h"
#include "igdl/theories.h"
#include "support/support.h"

using namespace percept;
using namespace percept::test;
namespace data = percept::test::igdl;
using data::incomplete_games;
using data::kNotAsked;
using data::Moment;
using data::words;

namespace {

// The match so far; false when something has no model.
bool follow(engine::TheoryBelief& belief, const std::string& match) {
  std::optional<std::string> move;
  bool first = true;
  for (const data::Turn& turn : data::turns(match)) {
    std::vector<std::string> sees(turn.sees.begin(), turn.sees.end());
    auto experience = belief::experience_of(belief, {move, sees});
    REQUIRE(experience);
    if (!(first ? belief.look(*experience->percepts) : belief.update(*experience))) return false;
    first = false;
    if (turn.asked) belief.asked();
    move = turn.move;
  }
  REQUIRE((!move || move->empty()));
  return true;
}

belief::Truth asked(engine::TheoryBelief& belief, const std::string& question) {
  std::vector<std::string> parts = data::split(question, '@');
  auto atom = belief.theory().ask(parts[0]);
  INFO(question);
  REQUIRE(atom);
  if (atom->input == engine::kNoInput) return atom->holds ? belief::Truth::kYes : belief::Truth::kNo;
  return belief.truth(atom->input, parts.size() > 1 ? std::stoul(parts[1]) : 0);
}

void check_moment(const data::Incomplete& game, const Moment& moment) {
  CAPTURE(moment.match);
  auto theory = theory_of(data::sheet(game.description));
  auto made = engine::TheoryBelief::make(theory, *theory->lexicon().role(game.role));
  REQUIRE(made);
  engine::TheoryBelief& belief = **made;
  bool possible = follow(belief, moment.match);
  CHECK(possible == (moment.worlds > 0));
  if (!possible) return;
  auto counted = [&](engine::Count count, std::size_t expected) {
    if (expected <= 4096) CHECK(count.exact);
    if (count.exact) CHECK(count.value == static_cast<double>(expected));
  };
  counted(belief.models(), moment.rules);
  counted(belief.positions(), moment.positions);
  counted(belief.worlds(), moment.worlds);
  std::vector<int> goals = belief.goals().known;
  for (int goal : belief.goals().open) goals.push_back(goal);
  CHECK(std::ranges::min(goals) == moment.lowest);
  CHECK(std::ranges::max(goals) == moment.highest);
  std::set<std::string> sure, maybe;
  for (belief::MoveId move : belief.legal().known) sure.insert(belief.rules().text(belief.role(), move));
  for (belief::MoveId move : belief.legal().open) maybe.insert(belief.rules().text(belief.role(), move));
  CHECK(sure == words(moment.sure));
  CHECK(maybe == words(moment.maybe));
  for (const std::string& atom : words(moment.holds)) CHECK_MESSAGE(asked(belief, atom) == belief::Truth::kYes, atom);
  for (const std::string& atom : words(moment.fails)) CHECK_MESSAGE(asked(belief, atom) == belief::Truth::kNo, atom);
  for (const std::string& atom : words(moment.open)) CHECK_MESSAGE(asked(belief, atom) == belief::Truth::kOpen, atom);
  // Planning over hundreds of worlds takes ten seconds: only with PERCEPT_EFFORT.
  if (moment.guaranteed == kNotAsked || moment.worlds > (std::getenv("PERCEPT_EFFORT") ? 400 : 60)) return;
  engine::Planner planner(theory, belief.role());
  auto policy = planner.plan(belief.timeline(), {});
  CHECK(policy.proved);
  CHECK(policy.guaranteed == moment.guaranteed);
  // The best sum of all policies is that of the best sure one where sure is the least, or all.
  if (moment.best_sum != kNotAsked && (policy.guaranteed == 0 || policy.guaranteed == 100))
    CHECK(policy.expected * static_cast<double>(policy.positions) == doctest::Approx(moment.best_sum));
}

}  // namespace

TEST_CASE("the engine knows what can be known in the incomplete games, and what is surely reached") {
  for (const data::Incomplete& game : incomplete_games()) {
    SUBCASE(game.description.c_str()) {
      for (const Moment& moment : game.moments) check_moment(game, moment);
    }
  }
}
