// SPDX-License-Identifier: MIT
//
// How strong players are: results that repeat, go on where they were cut off, and know who sees everything.
#include "lab/strength.h"

#include <algorithm>
#include <set>

#include "game/model.h"
#include "gdl/reader.h"
#include "search/estimate.h"
#include "support/support.h"

using namespace percept;
using namespace percept::lab;

namespace {

Contest contest(std::string_view game, const char* player, const char* opponent, std::uint64_t leaves,
                std::size_t seeds) {
  auto found = std::ranges::find(strength_games(), game, &StrengthGame::name);
  REQUIRE(found != strength_games().end());
  return {*found, {leaves, 0, seeds}, player, opponent};
}

StrengthResults measured(const std::vector<Contest>& contests, StrengthResults results = {}, std::size_t* played = {}) {
  StrengthOptions options;
  options.games = (test::project_root() / "games").string();
  auto done = [&](const StrengthResult&, std::size_t, std::size_t) -> Result<void> {
    if (played) ++*played;
    return {};
  };
  auto fine = measure_strength(contests, options, results, done, {});
  CHECK_MESSAGE(fine, (fine ? "" : fine.error().message));
  return results;
}

// Of the first of them.
std::vector<double> goals_of(const std::vector<Contest>& contests) {
  StrengthResults results = measured(contests);
  std::vector<double> out;
  for (const StrengthResult& result : results[contests[0].key()]) out.push_back(result.goal);
  return out;
}

}  // namespace

TEST_CASE("the set has at least 24 games, of both kinds, ours and of others") {
  CHECK(strength_games().size() >= 24);
  std::set<std::string_view> names;
  for (const StrengthGame& game : strength_games()) names.insert(game.name);
  CHECK(names.size() == strength_games().size());
  CHECK(std::ranges::count(strength_games(), true, &StrengthGame::hidden) >= 12);
  CHECK(std::ranges::count(strength_games(), true, &StrengthGame::corpus) >= 4);
  for (const StrengthGame& game : strength_games())
    if (!game.corpus)
      CHECK(std::filesystem::exists(test::project_root() / "games" / (std::string(game.name) + ".kif")));
}

TEST_CASE("resolve meets others in all games of two roles and a constant sum, by the clock, and in no other") {
  std::vector<StrengthBudget> budgets = {{1000, 0, 1}, {0, 0.1, 1}};
  for (const StrengthGame& game : strength_games()) {
    if (!game.hidden) continue;
    auto read = gdl::read_file((test::project_root() / "games" / (std::string(game.name) + ".kif")).string());
    REQUIRE(read);
    auto model = game::Model::make(std::move(*read));
    REQUIRE(model);
    auto whole = (*model)->whole(circuit::Logic::kTwoValued);
    REQUIRE(whole);
    auto estimate = search::estimate(*whole, 30);
    REQUIRE(estimate);
    CAPTURE(game.name);
    const game::Lexicon& lexicon = *(*whole)->lexicon;
    std::size_t roles = lexicon.roles();
    for (std::uint32_t role = 0; role < lexicon.roles(); ++role)
      if (lexicon.text(game::RoleId{role}) == "random") --roles;
    CHECK(roles == game.players);
    bool has_resolve = false, with_leaves = false;
    for (const Contest& contest : contests_of({&game, 1}, budgets))
      if (contest.player == "resolve" || contest.opponent == "resolve")
        (contest.budget.seconds > 0 ? has_resolve : with_leaves) = true;
    CHECK_FALSE(with_leaves);
    CHECK(has_resolve == (estimate->constant_sum && roles == 2));
  }
}

TEST_CASE("plain UCT with the playouts of other engines is met by the clock, where these are known") {
  std::vector<StrengthBudget> budgets = {{1000, 0, 4}, {0, 1, 4}};
  std::set<std::string> games;
  for (const Contest& contest : contests_of(strength_games(), budgets)) {
    if (contest.opponent != "uct-of-peers") continue;
    CHECK(contest.player == "mcts");
    CHECK(contest.budget.seconds == 1);
    CHECK(contest.game.peers > 1000);
    games.emplace(contest.game.name);
  }
  CHECK(games == std::set<std::string>{"gdl1/breakthrough", "gdl1/connectFour", "gdl1/reversi"});
}

TEST_CASE("who thinks as in 2012 does so whatever the budget") {
  std::vector<Contest> few = {contest("krieg_tictactoe_3x3", "hyperplay-2012", "random", 10, 4)};
  std::vector<Contest> many = {contest("krieg_tictactoe_3x3", "hyperplay-2012", "random", 5000, 4)};
  CHECK(goals_of(few) == goals_of(many));
}

TEST_CASE("the same figures again, and only what is missing is played") {
  std::vector<Contest> contests = {contest("nim", "mcts", "random", 200, 2)};
  std::size_t played = 0;
  StrengthResults once = measured(contests, {}, &played);
  CHECK(played == 2);
  CHECK(measured(contests)[contests[0].key()][0].goal == once[contests[0].key()][0].goal);
  contests[0].budget.seeds = 3;
  StrengthResults more = measured(contests, once, &played);
  CHECK(played == 3);
  CHECK(more[contests[0].key()].size() == 3);
  CHECK(strength_of(more, contests).count == 3);
}

TEST_CASE("results are kept in lines, of which the last may be cut off") {
  test::TemporaryFolder folder;
  StrengthResult one{"nim|200 leaves|mcts|random", 1, 75, 0}, two{"nim|200 leaves|mcts|random", 2, 100, 1};
  auto file = folder.write("results.jsonl", to_line(one) + to_line(two).substr(0, 20));
  auto read = read_results(file.string());
  REQUIRE(read);
  CHECK(read->at(one.contest).size() == 1);
  CHECK(read->at(one.contest)[0].goal == 75);
  CHECK_FALSE(read_results(folder.write("other.jsonl", "nonsense\n" + to_line(one)).string()));
  CHECK(read_results((folder.path() / "none").string())->empty());
}

TEST_CASE("who is shown the true state wins where others guess") {
  // Red and green know nothing of each other's moves.
  std::vector<Contest> contests = {contest("krieg_tictactoe_3x3", "cheat", "random", 300, 6)};
  StrengthResults results = measured(contests);
  CHECK(strength_of(results, contests).mean > 90);
  for (const StrengthResult& result : results[contests[0].key()]) CHECK(result.faults == 0);
  std::string table = to_markdown(contests, results, {});
  CHECK(table.find("| krieg\\_tictactoe\\_3x3 | cheat | random | ") != std::string::npos);
}

TEST_CASE("who met in several games has a line over all of them, in which each game counts by its matches alone") {
  std::vector<Contest> contests = {
      contest("nim", "mcts", "random", 10, 2), contest("liars_dice", "ismcts", "random", 10, 2),
      contest("kuhn_poker", "ismcts", "random", 10, 2), contest("banker_and_thief", "ismcts", "random", 10, 2),
      contest("kuhn_poker_3p", "ismcts", "random", 10, 2)};
  StrengthResults results;
  auto add = [&](std::size_t at, std::uint64_t seed, double goal) {
    results[contests[at].key()].push_back({contests[at].key(), seed, goal});
  };
  for (std::uint64_t seed : {1u, 2u}) {
    add(0, seed, 100);
    add(1, seed, 80);
    add(2, seed, 20);
    add(3, seed, 10);  // these two are not shared
    add(4, seed, 33);
  }
  // The two games differ, which is no reason to doubt the mean; within each there is nothing to doubt.
  std::string table = to_markdown(contests, results, {});
  CHECK(table.find("| *All 2* | ismcts | random | 50.0 ± 0.0 | – | 4 |\n") != std::string::npos);
  CHECK(table.find("*All", table.find("*All 2*") + 1) == std::string::npos);
}

TEST_CASE("matches with another seed are other matches") {
  std::vector<Contest> contests = {contest("nim", "random", "legal", 10, 12)};
  std::set<double> goals;
  StrengthResults results = measured(contests);
  for (const StrengthResult& result : results[contests[0].key()]) goals.insert(result.goal);
  CHECK(goals.size() > 1);
}

TEST_CASE("a tenth of the leaves is a tenth, and roles count alike") {
  // With as many leaves in the end they are the same matches.
  std::vector<Contest> tenth = {contest("nim", "mcts/10", "random", 400, 6)};
  std::vector<Contest> few = {contest("nim", "mcts", "random", 40, 6)};
  std::vector<Contest> all = {contest("nim", "mcts", "random", 400, 6)};
  std::vector<double> with_tenth = goals_of(tenth);
  CHECK(with_tenth == goals_of(few));
  CHECK(with_tenth.size() == 6);
  for (double goal : goals_of(all)) {
    CHECK(goal >= 0);
    CHECK(goal <= 100);
  }
}
