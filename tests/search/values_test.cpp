// SPDX-License-Identifier: MIT
//
// Published values of small games, from their rule sheets: equilibria, and how far from one the uniform policy is.
#include "search/laid_out.h"

using namespace percept;
using namespace percept::search;
using namespace percept::test;

TEST_CASE("Kuhn poker: 12 information sets, uniform NashConv 11/12, value -1/18") {
  for (Kind kind : {Kind::kListed, Kind::kWalked}) {
    auto layout = laid_out(whole_of_own("kuhn_poker"), kind);
    CHECK(layout->information_sets() == 12);
    Crew crew;
    CHECK(evaluate(*layout, uniform_profile(*layout), crew).nash_conv / 25 == doctest::Approx(11.0 / 12).epsilon(1e-12));
    for (const VariantName& variant : variants()) {
      CAPTURE(variant.name);
      Cfr cfr(layout, {.variant = variant.variant, .planned = 1000});
      for (int i = 0; i < 1000; ++i) cfr.iterate(crew);
      Evaluation e = evaluate(*layout, cfr.average(), crew);
      MESSAGE(variant.name, " ", e.nash_conv);
      CHECK((e.values[0] - 50) / 25 == doctest::Approx(-1.0 / 18).epsilon(1e-2));
    }
  }
}

TEST_CASE("Leduc") {
  auto layout = laid_out(whole_of_own("leduc_poker"));
  MESSAGE(layout->information_sets(), " ", layout->nodes(), " ", layout->positions().size(), " ", layout->positions().histories());
  Crew crew;
  CHECK(evaluate(*layout, uniform_profile(*layout), crew).nash_conv / 3 == doctest::Approx(4.747222222).epsilon(1e-9));
  for (const VariantName& variant : variants()) {
    Cfr cfr(layout, {.variant = variant.variant, .planned = 1000});
    double start = cpu_seconds();
    for (int i = 0; i < 1000; ++i) cfr.iterate(crew);
    Evaluation e = evaluate(*layout, cfr.average(), crew);
    MESSAGE(variant.name, " ", e.nash_conv / 3, " ", (e.values[0] - 50) / 3, " ", cpu_seconds() - start);
  }
}

TEST_CASE("tic-tac-toe") {
  auto layout = laid_out(whole_of_own("noughts_and_crosses"));
  MESSAGE(layout->information_sets(), " ", layout->nodes(), " ", layout->positions().size(), " ", layout->positions().histories());
  Crew crew;
  CHECK(evaluate(*layout, uniform_profile(*layout), crew).nash_conv / 50 == doctest::Approx(1.919659391534391).epsilon(1e-12));
  Cfr cfr(layout, {.variant = Variant::kCfr, .planned = 1000});
  for (int i = 0; i < 40; ++i) {
    cfr.iterate(crew);
    if (i < 10 || i > 30) MESSAGE("it ", i + 1, " ", evaluate(*layout, cfr.average(), crew).nash_conv / 50);
  }
}
