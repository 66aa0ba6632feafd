// SPDX-License-Identifier: MIT
//
// Players who act on what they know: where that is all they could act on, equilibria come out as ever; where it is not,
// policies are as exploitable as all histories say, gone through with equal views merged or not.
#include "search/knowledge_cfr.h"

#include <array>

#include "base/random.h"
#include "search/laid_out.h"

using namespace percept;
using namespace percept::search;
using namespace percept::test;

namespace {

Profile solved_by_knowledge(const std::shared_ptr<const Layout>& layout, std::size_t iterations) {
  auto cfr = got(KnowledgeCfr::make(*layout, std::size_t{1} << 30));
  while (cfr->iterations() < iterations) cfr->iterate();
  return cfr->average(*layout);
}

}  // namespace

TEST_CASE("where knowledge tells all views apart, the values are the published ones") {
  struct Game {
    std::string name;
    double unit, value, within;
  };
  Crew crew;
  for (const Game& game : {Game{"kuhn_poker", 25, -1.0 / 18, 1e-3}, Game{"leduc_poker", 3, -0.085606424078, 1e-3},
                           Game{"dark_hex_2x2", 50, 1, 1e-6}}) {
    CAPTURE(game.name);
    auto layout = laid_out(whole_of_own(game.name));
    CHECK(got(KnowledgeCfr::make(*layout, std::size_t{1} << 30))->information_sets() == layout->information_sets());
    Evaluation e = evaluate(*layout, solved_by_knowledge(layout, 1000), crew);
    CHECK(e.nash_conv / game.unit < game.within);
    CHECK((e.values[0] - 50) / game.unit == doctest::Approx(game.value).epsilon(game.within));
  }
}

TEST_CASE("where it does not, merged views cost what their histories do") {
  auto listed = laid_out(whole_of_own("liars_dice"), Kind::kListed);
  auto walked = laid_out(whole_of_own("liars_dice"), Kind::kWalked);
  Crew crew(2);
  auto cfr = got(KnowledgeCfr::make(*walked, std::size_t{1} << 30));
  CHECK(cfr->information_sets() == 402);  // two dice, the last bid, and whether it was raised before
  Profile policy = solved_by_knowledge(walked, 50);
  // Views that are alike but for one, which is played otherwise, and one that is never played at all.
  for (Behaviour& behaviour : policy) {
    std::uint32_t s = static_cast<std::uint32_t>(behaviour.size()) - 2;
    std::swap(behaviour[s], behaviour[s + 1]);
    behaviour[1] += behaviour[2];
    behaviour[2] = 0;
  }
  Evaluation e = evaluate(*listed, policy, crew), w = evaluate(*walked, policy, crew);
  for (std::size_t p = 0; p < 2; ++p) {
    CHECK(w.values[p] == doctest::Approx(e.values[p]).epsilon(1e-10));
    CHECK(w.best[p] == doctest::Approx(e.best[p]).epsilon(1e-10));
  }
  CHECK(e.nash_conv > 1);  // how knowledge came about matters here: a bid tells of a die
}

TEST_CASE("cases that are found beforehand are worth what those met on the way are") {
  Crew crew(2);
  for (const std::string name : {"leduc_poker", "goofspiel_4", "kuhn_poker_3p"}) {
    CAPTURE(name);
    auto layout = laid_out(whole_of_own(name));
    std::vector<Plan> plans;
    Random random(5);
    for (std::size_t p = 0; p < layout->players(); ++p) {
      const Forest& forest = layout->forest(p);
      Behaviour behaviour = uniform_behaviour(forest);
      for (std::uint32_t set = 0; set < forest.information_sets();
           set += 2)  // some moves never, the others as they are
        for (std::uint32_t s = forest.first[set], kept = s + random.below(forest.first[set + 1] - s);
             s < forest.first[set + 1]; ++s)
          behaviour[s] = s == kept ? 1 : 0;
      plans.push_back(plan_of(forest, behaviour, crew));
    }
    auto gradients = [&](const Outcomes& outcomes) {
      std::vector<std::vector<double>> out;
      for (std::size_t p = 0; p < layout->players(); ++p)
        outcomes.gradient(p, plans, out.emplace_back(layout->forest(p).sequences()), crew);
      return out;
    };
    auto walked = [&](std::size_t most_ways) {
      return gradients(*walk_outcomes(layout->positions(), layout->forests(), layout->offset(), most_ways));
    };
    auto listed = gradients(layout->outcomes()), found = walked(kMostWays), met = walked(0);
    for (std::size_t p = 0; p < layout->players(); ++p)
      for (std::size_t s = 0; s < listed[p].size(); ++s) {
        REQUIRE(found[p][s] == doctest::Approx(listed[p][s]).epsilon(1e-9));
        REQUIRE(met[p][s] == doctest::Approx(listed[p][s]).epsilon(1e-9));
      }
  }
}

TEST_CASE("where views are not laid out, values and what is found to be won are those of evaluation") {
  Crew crew;
  for (const std::string name : {"kuhn_poker", "leduc_poker"}) {
    CAPTURE(name);
    auto layout = laid_out(whole_of_own(name));
    auto cfr = got(KnowledgeCfr::make(layout->shared_positions(), Limits{}));
    for (int i = 0; i < 5; ++i) cfr->iterate();  // far from an equilibrium
    Evaluation exact = evaluate(*layout, cfr->average(*layout), crew);
    for (std::size_t p : {0u, 1u}) CHECK(cfr->value(p) == doctest::Approx(exact.values[p]).epsilon(1e-9));
    CHECK(exact.nash_conv > 1);
    for (std::size_t p = 0; p < 2; ++p) {
      double found = cfr->response(p, 1000);
      CHECK(found <= exact.best[p] + 1e-9);
      CHECK(found == doctest::Approx(exact.best[p]).epsilon(1e-3));
    }
    CHECK(cfr->iterations() == 5);
  }
}

TEST_CASE("where knowledge tells all views apart, averages are those of discounted regrets on the views") {
  Crew crew;
  for (const std::string name : {"kuhn_poker", "leduc_poker"}) {
    CAPTURE(name);
    auto layout = laid_out(whole_of_own(name));
    auto known = got(KnowledgeCfr::make(*layout, std::size_t{1} << 30));
    Cfr cfr(layout, {.variant = Variant::kDcfr});
    for (int i = 0; i < 10; ++i) {
      known->iterate();
      cfr.iterate(crew);
    }
    Profile by_knowledge = known->average(*layout), by_views = cfr.average();
    for (std::size_t p = 0; p < 2; ++p)
      for (std::size_t s = 0; s < by_views[p].size(); ++s)
        REQUIRE(by_knowledge[p][s] == doctest::Approx(by_views[p][s]).epsilon(1e-6));
  }
}

TEST_CASE("a role that cannot tell its moves from what it knows is told so") {
  // Whether the door can be entered depends on what the lock did unseen.
  auto positions = got(Positions::make(whole_of_text(R"(
    (role lock) (role hand) (init (at 0)) (<= (legal lock open) (true (at 0))) (<= (legal lock shut) (true (at 0)))
    (<= (legal lock noop) (true (at 1))) (<= (legal hand noop) (true (at 0))) (<= (legal hand wait) (true (at 1)))
    (<= (legal hand enter) (true (at 1)) (true opened)) (<= (next (at 1)) (true (at 0))) (<= (next (at 2)) (true (at 1)))
    (<= (next opened) (does lock open)) (<= (next won) (does hand enter)) (<= terminal (true (at 2)))
    (<= (sees lock opened) (does lock open)) (<= (goal hand 100) (true won)) (<= (goal hand 0) (not (true won)))
    (<= (goal lock 0) (true won)) (<= (goal lock 100) (not (true won))))")));
  auto made = KnowledgeCfr::make(positions, Limits{});
  REQUIRE_FALSE(made);
  CHECK(made.error().message.starts_with("hand cannot tell its legal moves"));
}

// 10^18 views, of which some thousands differ in what is known; by announcements alone it would be 10^9.
TEST_CASE("a game of far too many views is solved on what is known") {
  auto positions = got(Positions::make(whole_of_own("meier")));
  CHECK_FALSE(Layout::make(positions, {}));
  auto cfr = got(KnowledgeCfr::make(positions, Limits{}));
  CHECK(cfr->information_sets() == 4221);
  while (cfr->iterations() < 200) cfr->iterate();
  CHECK(cfr->value(0) == doctest::Approx(64.79).epsilon(0.004));
  for (std::size_t p = 0; p < 2; ++p) CHECK(cfr->response(p, 100) < cfr->value(p) + 0.5);
  CHECK_FALSE(KnowledgeCfr::make(positions, Limits{.bytes = 1000}));
  CHECK_FALSE(KnowledgeCfr::make(positions, Limits{}, Budget().until(Clock::now())));
}

TEST_CASE("with a first move that is given, the rest is the best there is with it") {
  auto layout = laid_out(whole_of_own("rock_paper_scissors"));
  Crew crew;
  auto value = [&](std::span<const double> first) {
    auto cfr = got(KnowledgeCfr::make(*layout, std::size_t{1} << 30));
    cfr->fix(0, 0, first);
    while (cfr->iterations() < 300) cfr->iterate();
    Profile policy = cfr->average(*layout);
    for (std::size_t a = 0; a < first.size(); ++a) CHECK(policy[0][1 + a] == doctest::Approx(first[a]).epsilon(1e-9));
    return 100 - evaluate(*layout, policy, crew).best[1];
  };
  double fair = value(std::array{1.0 / 3, 1.0 / 3, 1.0 / 3}), biased = value(std::array{0.5, 0.3, 0.2});
  CHECK(fair == doctest::Approx(50).epsilon(1e-3));
  CHECK(biased < fair - 1);
}

TEST_CASE("knowledge is for two players, and for as much memory as there is") {
  CHECK_FALSE(KnowledgeCfr::make(*laid_out(whole_of_own("kuhn_poker_3p")), std::size_t{1} << 30));
  CHECK_FALSE(KnowledgeCfr::make(*laid_out(whole_of_own("leduc_poker")), 1000));
}
