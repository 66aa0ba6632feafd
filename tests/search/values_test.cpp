// SPDX-License-Identifier: MIT
//
// Published values of small games, from their rule sheets: equilibria, and how far from one the uniform policy is.
#include "search/laid_out.h"

using namespace percept;
using namespace percept::search;
using namespace percept::test;

namespace {

double uniform_nash_conv(const std::string& game, double unit, Kind kind = Kind::kAuto) {
  auto layout = laid_out(whole_of_own(game), kind);
  Crew crew(2);
  return evaluate(*layout, uniform_profile(*layout), crew).nash_conv / unit;
}

}  // namespace

TEST_CASE("the uniform policy is as far from an equilibrium as was published, listed and walked") {
  for (Kind kind : {Kind::kListed, Kind::kWalked}) {
    CHECK(uniform_nash_conv("kuhn_poker", 25, kind) == doctest::Approx(11.0 / 12).epsilon(1e-10));
    CHECK(uniform_nash_conv("kuhn_poker_3p", 15, kind) == doctest::Approx(2.0625).epsilon(1e-10));
    CHECK(uniform_nash_conv("leduc_poker", 3, kind) == doctest::Approx(4.747222222).epsilon(1e-9));
    CHECK(uniform_nash_conv("liars_dice", 50, kind) == doctest::Approx(1.561488646384479).epsilon(1e-10));
    CHECK(uniform_nash_conv("noughts_and_crosses", 50, kind) == doctest::Approx(1.919659391534391).epsilon(1e-10));
  }
  CHECK(uniform_nash_conv("oshi_zumo", 50) == doctest::Approx(1.988311287477953).epsilon(1e-10));
}

TEST_CASE("information sets are as many as were published") {
  CHECK(laid_out(whole_of_own("kuhn_poker"))->information_sets() == 12);
  CHECK(laid_out(whole_of_own("leduc_poker"))->information_sets() == 936);
  // 24 576 in the literature, in half of which the highest bid was made and there is nothing left but to call.
  CHECK(laid_out(whole_of_own("liars_dice"))->information_sets() == 12'288);
}

TEST_CASE("every variant comes to the value of Kuhn and of Leduc poker") {
  struct Game {
    std::string name;
    double unit, value;
  };
  for (const Game& game : {Game{"kuhn_poker", 25, -1.0 / 18}, Game{"leduc_poker", 3, -0.085606424078}}) {
    auto layout = laid_out(whole_of_own(game.name));
    Crew crew;
    for (const VariantName& variant : variants()) {
      CAPTURE(game.name);
      CAPTURE(variant.name);
      Cfr cfr(layout, {.variant = variant.variant, .planned = 2000});
      for (int i = 0; i < 2000; ++i) cfr.iterate(crew);
      Evaluation e = evaluate(*layout, cfr.average(), crew);
      // Plain CFR is the slowest of them.
      CHECK(e.nash_conv / game.unit < (variant.variant == Variant::kCfr ? 2e-2 : 2e-3));
      CHECK((e.values[0] - 50) / game.unit == doctest::Approx(game.value).epsilon(2e-2));
      // What it promises: the value is within the bounds.
      CHECK(game.value * game.unit + 50 <= e.best[0] + 1e-9);
      CHECK(game.value * game.unit + 50 >= 100 - e.best[1] - 1e-9);
    }
  }
}

TEST_CASE("the best variants are exact to a millionth") {
  Crew crew;
  auto kuhn = laid_out(whole_of_own("kuhn_poker"));
  Cfr cfr(kuhn, {.planned = 2000});
  for (int i = 0; i < 2000; ++i) cfr.iterate(crew);
  Evaluation e = evaluate(*kuhn, cfr.average(), crew);
  CHECK(e.nash_conv / 25 < 1e-6);
  CHECK((e.values[0] - 50) / 25 == doctest::Approx(-1.0 / 18).epsilon(1e-6));
  CHECK(e.values[0] + e.values[1] == doctest::Approx(100));

  auto hex = laid_out(whole_of_own("dark_hex_2x2"));
  Cfr of_hex(hex, {.planned = 200});
  for (int i = 0; i < 200; ++i) of_hex.iterate(crew);
  CHECK(evaluate(*hex, of_hex.average(), crew).best[1] == doctest::Approx(0).epsilon(1e-4));  // the first always wins
}

TEST_CASE("all players at once, CFR's first policy for tic-tac-toe is as published") {
  auto layout = laid_out(whole_of_own("noughts_and_crosses"));
  Crew crew;
  Cfr cfr(layout, {.variant = Variant::kCfr, .alternating = false});
  cfr.iterate(crew);
  CHECK(evaluate(*layout, cfr.average(), crew).nash_conv / 50 == doctest::Approx(1.0296).epsilon(1e-4));
}

TEST_CASE("Monty Hall: the candidate switches, and wins two of three") {
  auto layout = laid_out(whole_of_own("monty_hall"));
  Crew crew;
  Cfr cfr(layout, {.planned = 500});
  for (int i = 0; i < 500; ++i) cfr.iterate(crew);
  Evaluation e = evaluate(*layout, cfr.average(), crew);
  CHECK(e.values[1] == doctest::Approx(200.0 / 3).epsilon(1e-6));
  CHECK(e.nash_conv < 1e-4);
  // At every second decision that is reached: switch.
  const Positions& positions = layout->positions();
  const Forest& forest = layout->forest(1);
  Profile policy = cfr.average();
  std::size_t second = 0;
  for (std::uint32_t set = forest.layers[1]; set < forest.layers[2]; ++set) {
    const auto& list = positions.lists[positions.players[1]][forest.list(forest.view_of[set])];
    const game::Lexicon& lexicon = *positions.whole->lexicon;
    for (std::uint32_t a = 0; a < list.size(); ++a)
      if (lexicon.text(game::RoleId{1}, game::MoveId{list[a], lexicon.number()}) == "switch") {
        CHECK(policy[1][forest.first[set] + a] > 0.999);
        ++second;
      }
  }
  CHECK(second == 6);
}
