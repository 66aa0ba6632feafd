// SPDX-License-Identifier: MIT
//
// Players who act on what they know: where that is all they could act on, equilibria come out as ever; where it is not,
// policies are as exploitable as all histories say, gone through with equal views merged or not.
#include "search/knowledge_cfr.h"

#include "search/laid_out.h"

using namespace percept;
using namespace percept::search;
using namespace percept::test;

namespace {

Profile solved_by_knowledge(const std::shared_ptr<const Layout>& layout, std::size_t iterations) {
  auto cfr = got(KnowledgeCfr::make(layout, std::size_t{1} << 30));
  while (cfr->iterations() < iterations) cfr->iterate();
  return cfr->average();
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
    CHECK(got(KnowledgeCfr::make(layout, std::size_t{1} << 30))->information_sets() == layout->information_sets());
    Evaluation e = evaluate(*layout, solved_by_knowledge(layout, 1000), crew);
    CHECK(e.nash_conv / game.unit < game.within);
    CHECK((e.values[0] - 50) / game.unit == doctest::Approx(game.value).epsilon(game.within));
  }
}

TEST_CASE("where it does not, merged views cost what their histories do") {
  auto listed = laid_out(whole_of_own("liars_dice"), Kind::kListed);
  auto walked = laid_out(whole_of_own("liars_dice"), Kind::kWalked);
  Crew crew(2);
  auto cfr = got(KnowledgeCfr::make(walked, std::size_t{1} << 30));
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

TEST_CASE("knowledge is for two players with a constant sum, and for as much memory as there is") {
  CHECK_FALSE(KnowledgeCfr::make(laid_out(whole_of_own("kuhn_poker_3p")), std::size_t{1} << 30));
  CHECK_FALSE(KnowledgeCfr::make(laid_out(whole_of_own("leduc_poker")), 1000));
}
