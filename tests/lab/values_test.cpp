// SPDX-License-Identifier: MIT
//
// Published figures that take a moment only; `percept lab values` measures all of them.
#include "lab/values.h"

#include "support/support.h"

using namespace percept;
using namespace percept::lab;

namespace {

std::vector<PublishedFigure> figures_of(std::string_view game) {
  std::vector<PublishedFigure> out;
  for (const PublishedFigure& figure : published_figures())
    if (figure.game == game && figure.iterations <= 129) out.push_back(figure);
  return out;
}
std::vector<MeasuredFigure> measured(const std::vector<PublishedFigure>& figures) {
  std::string file = std::string(figures.front().game) + ".kif";
  return measure(figures, (test::project_root() / "games" / file).string(), 1);
}

}  // namespace

TEST_CASE("figures of small games are as published, those of CFR as it is taught among them") {
  std::size_t taught = 0;
  for (std::string_view game : {"kuhn_poker", "kuhn_poker_3p", "noughts_and_crosses"}) {
    auto figures = figures_of(game);
    auto found = measured(figures);
    REQUIRE(found.size() == figures.size());
    for (std::size_t i = 0; i < figures.size(); ++i) {
      CAPTURE(game);
      CAPTURE(figures[i].figure());
      REQUIRE(found[i].measured);
      CAPTURE(*found[i].measured);
      CHECK(agrees(figures[i], found[i]));
      taught += figures[i].kind == PublishedFigure::Kind::kTaughtCfr;
    }
  }
  CHECK(taught == 4);
}

TEST_CASE("a figure that is not as published does not agree, nor does a value that is hardly known") {
  PublishedFigure figure{.game = "", .kind = PublishedFigure::Kind::kValue, .unit = 1, .published = 0.5};
  auto found = [](std::optional<double> value, double uncertain = 0) {
    return MeasuredFigure{value, "", 0, uncertain};
  };
  CHECK(agrees(figure, found(0.5)));
  CHECK_FALSE(agrees(figure, found(0.50001)));
  CHECK(agrees(figure, found(0.50001, 1e-4)));
  CHECK_FALSE(agrees(figure, found(0.51, 1)));
  CHECK_FALSE(agrees(figure, found({})));
}

TEST_CASE("a first move of an equilibrium costs nothing, another does") {
  auto cost = [](double rock, double others) {
    std::vector<PublishedFigure> figures = {
        {.game = "rock_paper_scissors",
         .kind = PublishedFigure::Kind::kFirstMix,
         .unit = 50,
         .published = 0,
         .tolerance = 0.01,
         .iterations = 200,
         .mix = {{{"rock"}, rock, rock + 0.1}, {{"paper", "scissors"}, others, others}}}};
    auto found = measured(figures);
    REQUIRE(found[0].measured);
    CHECK(found[0].uncertain < 0.01);
    CHECK(agrees(figures[0], found[0]) == (std::abs(*found[0].measured) <= 0.01));
    return *found[0].measured;
  };
  CHECK(std::abs(cost(0.3, 1.0 / 3)) < 0.01);
  CHECK(cost(0.45, 0.25) > 0.03);  // rock in a half: paper wins the throw more often
}
