// SPDX-License-Identifier: MIT
//
// What random matches tell of games whose traits are known.
#include "lab/traits.h"

#include <nlohmann/json.hpp>

#include "game/playing.h"
#include "support/support.h"

using namespace percept;
using namespace percept::lab;
using percept::test::got;

namespace {

Traits traits(const std::string& name, std::size_t matches = 512) {
  std::string file = test::own_game(name).string();
  return got(traits_of(got(game::Model::make(got(gdl::read_file(file)))), {.matches = matches, .followed = 4}));
}

}  // namespace

TEST_CASE("noughts and crosses: what everybody knows of it") {
  Traits found = traits("noughts_and_crosses", 4096);
  CHECK(found.perfect);
  CHECK_FALSE(found.nature);
  CHECK(found.sum == 100);
  CHECK(found.simultaneous == 0);
  CHECK(found.shortest == 5);
  CHECK(found.longest == 9);
  // Of random matches 58.5 % are won by crosses, 28.8 % by noughts; they take 7.62 rounds, and there are 549 946
  // histories.
  CHECK(found.roles[0].goal == doctest::Approx(64.85).epsilon(0.03));
  CHECK(found.draws == doctest::Approx(0.127).epsilon(0.15));
  CHECK(*found.first_advantage == doctest::Approx(29.7).epsilon(0.12));
  CHECK(found.length == doctest::Approx(7.62).epsilon(0.02));
  CHECK(std::abs(found.histories - 549'946) < 4 * found.spread);
  CHECK(found.roles[0].most_moves == 9);
  for (const OpenTraits& open : found.roles[0].open) CHECK(open.bits == 0);
}

TEST_CASE("Monty Hall: what the candidate does not know") {
  Traits found = traits("monty_hall");
  CHECK_FALSE(found.perfect);
  CHECK_FALSE(found.nature);
  REQUIRE(found.roles.size() == 2);
  CHECK(found.shortest == 3);
  CHECK(found.longest == 3);
  CHECK(found.sum == 100);
  CHECK(found.simultaneous == doctest::Approx(1.0 / 3));
  CHECK(*found.leaf_correlation == 0);  // to switch or not to switch is all that counts
  for (const OpenTraits& open : found.roles[0].open) CHECK(open.positions == 1);
  // The car is behind one of three doors; of the two that stay closed the one is twice as likely; then it is seen.
  const std::vector<OpenTraits>& open = found.roles[1].open;
  REQUIRE(open.size() == 4);
  CHECK(open[0].positions == 1);
  CHECK(open[1].positions == 3);
  CHECK(open[1].bits == doctest::Approx(std::log2(3)));
  CHECK(open[2].positions == 2);
  CHECK(open[2].bits == doctest::Approx(std::log2(3) - 2.0 / 3));
  CHECK(open[3].positions == 1);
  CHECK(*found.disambiguation == doctest::Approx(1 - std::sqrt(1.0 / 3)));
}

TEST_CASE("simultaneous moves, common goals, results that do not depend on the last move") {
  Traits rps = traits("rock_paper_scissors");
  CHECK(rps.simultaneous > 0.3);
  CHECK_FALSE(rps.perfect);
  Traits nim = traits("nim");
  CHECK(nim.sum == 100);
  CHECK(nim.draws == 0);
  REQUIRE(nim.leaf_correlation);
  // Whatever two alternatives do at the end, a result that is the same for all ends would have a correlation of one.
  CHECK(*nim.leaf_correlation < 1);
}

TEST_CASE("traits in numbers and words, the same with the same seed") {
  Traits found = traits("kuhn_poker");
  nlohmann::ordered_json document = to_json(found);
  CHECK(document["roles"].size() == 2);
  CHECK(document["nature"]["most_moves"] == 6);
  CHECK(document["sum"].is_number());
  CHECK(document["roles"][0]["open"].size() > 2);
  CHECK(to_json(traits("kuhn_poker")) == document);
  std::string text = to_text(found);
  for (const char* part : {"imperfect", "Knuth", "does not know", "leaf correlation"})
    CHECK_MESSAGE(text.find(part) != std::string::npos, part);
}

TEST_CASE("parts and what never makes a difference are told, to people and to tools") {
  Traits twin = traits("twin_noughts_and_crosses", 64);
  REQUIRE(twin.parts.size() == 2);
  CHECK(twin.idle.empty());
  CHECK(twin.parts[0].fluents.size() == 27);
  CHECK(twin.parts[1].moves.size() == 18);
  CHECK(test::has(to_text(twin), "2 independent parts: 27 fluents like (cell left 1 1 blank), 18 moves; 27 fluents"));
  CHECK(to_json(twin)["parts"][1]["moves"][0] ==
        nlohmann::ordered_json({{"role", "crosses"}, {"move", "(mark right 1 1)"}}));
  Traits nim = traits("nim", 64);
  CHECK(nim.parts.size() == 3);
  CHECK(nim.idle.size() == 3);  // an empty heap is one without stones
  CHECK(test::has(to_text(nim), "3 fluents like (heap left_heap 0) never make a difference"));
  Traits one = traits("noughts_and_crosses", 64);
  CHECK(one.parts.empty());
  CHECK_FALSE(test::has(to_text(one), "parts"));
}

TEST_CASE("goals of ends: nature's do not count, nobody is ahead in a draw, and one goal may be that of all") {
  auto of_text = [](const std::string& rules) {
    return got(traits_of(got(game::Model::make(gdl::read_text("test", rules))), {.matches = 512, .followed = 1}));
  };
  const std::string three = R"((role a) (role b) (role c) (role random) (init start) (legal a wait) (legal b wait)
    (legal c x) (legal c y) (legal random heads) (legal random tails) (legal random edge) (<= (next ?s) (does random ?s))
    (<= (next (did ?m)) (does c ?m)) (<= (sees c ?s) (does random ?s)) (<= terminal (not (true start))))";
  // C wins alone or a and b do together; nature has goals of its own.
  Traits found = of_text(three + R"((<= (goal c 100) (true heads)) (<= (goal c 0) (not (true heads)))
    (<= (goal a 50) (not (true heads))) (<= (goal a 0) (true heads)) (<= (goal b ?g) (goal a ?g))
    (<= (goal random 100) (true tails)) (<= (goal random 0) (not (true tails))))");
  REQUIRE(found.roles.size() == 3);
  CHECK(found.sum == 100);
  CHECK(found.draws == doctest::Approx(2.0 / 3).epsilon(0.12));
  CHECK_FALSE(found.common);
  CHECK(found.roles[2].goal == doctest::Approx(100.0 / 3).epsilon(0.15));
  CHECK(*found.leaf_correlation == 1);  // what c does is nothing to anybody
  // The others' goals depend on what c did, its own does not, and the other way round.
  Traits others = of_text(three + R"((goal c 50) (<= (goal a 100) (true (did x))) (<= (goal a 0) (not (true (did x))))
    (<= (goal b ?g) (goal a ?g)) (goal random 0))");
  CHECK(*others.leaf_correlation == 1);
  Traits own =
      of_text(three + R"((goal a 50) (goal b 50) (<= (goal c 100) (true (did x))) (<= (goal c 0) (not (true (did x))))
    (goal random 0))");
  CHECK(*own.leaf_correlation == 0);
  Traits together = of_text(three + R"((<= (goal c 100) (true heads)) (<= (goal c 0) (not (true heads)))
    (<= (goal a ?g) (goal c ?g)) (<= (goal b ?g) (goal c ?g)) (goal random 0))");
  CHECK(together.common);
  CHECK_FALSE(together.sum);
  CHECK(together.draws == 1);
}

TEST_CASE("the spread of an estimate is that of its mean, and falls with the matches") {
  Traits few = traits("noughts_and_crosses", 256), many = traits("noughts_and_crosses", 4096);
  CHECK(many.spread < few.spread / 2.5);
  CHECK(many.spread > few.spread / 6);
  CHECK(many.spread < 0.02 * many.histories);
}
