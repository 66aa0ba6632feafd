// SPDX-License-Identifier: MIT
//
// Figures 2 and 3: what is measured of a tiny game, and reports that say it.
#include "lab/figures.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lab/figure_summary.h"
#include "lab/figures_report.h"
#include "lab/well_formed.h"
#include "support/support.h"

using namespace percept::lab;
using namespace percept::test;
using nlohmann::json;

namespace {

std::vector<std::string> pieces(const std::string& text, char between) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string piece; std::getline(in, piece, between);) out.push_back(piece);
  return out;
}

std::vector<Configuration> engines_named(const std::vector<std::string>& names) {
  std::vector<Configuration> out;
  for (const Configuration& each : all_configurations())
    if (std::ranges::find(names, each.name) != names.end()) out.push_back(each);
  return out;
}

Figure measured_figure(const std::vector<std::string>& games, FigureOptions options = {}) {
  std::vector<std::string> files;
  for (const std::string& name : games) files.push_back((project_root() / "games" / (name + ".kif")).string());
  Figure figure = measure_figure(figure_games_of(files), options);
  figure.name = "figure2";
  figure.title = "some games";
  figure.averaged = true;
  return figure;
}

FigureOptions two_engines() {
  FigureOptions options;
  options.configurations = engines_named({"asp-reactive", "native"});
  options.budget = 20;
  options.matches = 2;
  return options;
}

// Two matches of one role: 1, 2 and 3 seconds; 3, then over the budget.
MeasuredEngine by_hand(const std::string& name = "native") {
  MeasuredEngine engine;
  engine.configuration = engines_named({name}).front();
  engine.start_up = {0.5, 1.5};
  engine.rounds = {{"me", 1, 1, 0.25, 0.75, 1, false, true}, {"me", 1, 2, 0.5, 1.5, 2, false, true},
                   {"me", 1, 3, 1, 2, 3, false, true},       {"me", 2, 1, 1, 2, 3, false, true},
                   {"me", 2, 2, 1, 8, 9, true, true},        {"me", 2, 3, 0, 0, 0, true, false}};
  return engine;
}

}  // namespace

TEST_CASE("rounds over the budget count as the budget in means, and as longer than all others in medians") {
  MeasuredEngine engine = by_hand();
  std::vector<RoundMean> means = means_by_round({&engine}, 5);
  REQUIRE(means.size() == 3);
  CHECK(means[0].seconds.mean == doctest::Approx(2));
  CHECK(means[0].seconds.high() == doctest::Approx(2 + 12.7062 * 1).epsilon(1e-4));
  CHECK(means[0].over == 0);
  CHECK(means[1].seconds.mean == doctest::Approx(3.5));
  CHECK(means[1].over == 1);
  CHECK(means[2].seconds.mean == doctest::Approx(4));
  MeasuredEngine other = by_hand();
  CHECK(means_by_round({&engine, &other}, 5)[0].seconds.count == 4);
  CHECK(means_by_round({&engine, &other}, 5)[0].seconds.degrees_of_freedom == 2);
  CHECK(means[1].shortest == 2);
  CHECK(median_seconds(engine) == 3);
  CHECK(over_from(engine) == 2);
  WholeMatches whole = whole_matches(engine);
  CHECK(whole.matches == 1);
  CHECK(whole.of == 2);
  CHECK(whole.rounds == 3);
  CHECK(whole.grounding == doctest::Approx(1.75));
  CHECK(whole.seconds() == doctest::Approx(6));
}

TEST_CASE("how many times faster native is") {
  MeasuredGame game;
  game.engines = {by_hand("native"), by_hand("asp-reactive")};
  for (RoundTime& round : game.engines[0].rounds) round.total = 0.5, round.over = false;
  CHECK(native_speed_up(game, 5)->times == doctest::Approx(6));
  CHECK_FALSE(native_speed_up(game, 5)->at_least);
  for (RoundTime& round : game.engines[1].rounds) round.over = true;
  CHECK(native_speed_up(game, 5)->times == doctest::Approx(10));
  CHECK(native_speed_up(game, 5)->at_least);
  game.engines[1].problem = "broken";
  CHECK_FALSE(native_speed_up(game, 5));
}

TEST_CASE("a figure of tiny games: every round of every role, match and engine") {
  Figure figure = measured_figure({"monty_hall", "kuhn_poker"}, two_engines());
  REQUIRE(figure.games.size() == 2);
  CHECK_FALSE(figure.interrupted);
  const MeasuredGame& monty = figure.games[0];
  CHECK(monty.problem.empty());
  CHECK(monty.roles == 2);
  CHECK(monty.rules_seconds > 0);
  REQUIRE(monty.engines.size() == 2);
  for (const MeasuredEngine& engine : monty.engines) {
    CHECK(engine.problem == "");
    CHECK(engine.start_up.size() == 4);
    REQUIRE(engine.rounds.size() == 3 * 2 * 2);
    for (const RoundTime& round : engine.rounds) {
      CHECK(round.measured);
      CHECK_FALSE(round.over);
      CHECK(round.total > 0);
      CHECK(round.grounding + round.solving == doctest::Approx(round.total));
    }
  }
  CHECK(figure.games[1].roles == 2);  // nature does not count
  CHECK(figure.games[1].engines[0].problem == "");

  std::vector<std::string> lines = pieces(to_csv(figure), '\n');
  CHECK(lines[0] == "game,role,match,round,engine,grounding,solving,total,over");
  std::size_t rounds = 0;
  for (const MeasuredGame& game : figure.games)
    for (const MeasuredEngine& engine : game.engines) rounds += engine.rounds.size();
  REQUIRE(lines.size() == 1 + rounds);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::vector<std::string> cells = pieces(lines[i], ',');
    REQUIRE(cells.size() == 9);
    CHECK(std::stod(cells[5]) + std::stod(cells[6]) == doctest::Approx(std::stod(cells[7])).epsilon(1e-3));
    CHECK(cells[8] == "false");
  }
}

TEST_CASE("Markdown, JSON and charts of a figure") {
  Figure figure = measured_figure({"monty_hall", "transit"}, two_engines());
  figure.games[0].engines[0].problem = "it broke";
  figure.games[0].game.trial = Trial{3, TrialTime{.008, .001}, std::nullopt, TrialTime{.006, .001}};
  figure.games[1].engines[0] = by_hand("asp-reactive");
  std::string text = to_markdown(figure);
  for (const std::string part :
       {"# Figure 2 of", "## Time to a first model", "| monty\\_hall |", "native : asp-reactive", "## Whole matches",
        "## Beside an earlier trial", "over 120", "0.0080 + 0.0010", "## Before the first round",
        "![transit: time to a first model](figure2_transit.svg)", "![some games, all sizes",
        "*monty\\_hall*: asp-reactive (oClingo): it broke.",
        "*transit*: asp-reactive (oClingo) is over the budget from round 2 on, in 1 of 2 matches."})
    CHECK_MESSAGE(has(text, part), part);
  json result = json::parse(to_json(figure));
  CHECK(result["experiment"] == "figure2");
  CHECK(result["games"].size() == 2);
  CHECK(result["games"][0]["engines"][0]["problem"] == "it broke");
  CHECK(result["games"][0]["engines"][1]["median_cpu_s"].get<double>() > 0);
  CHECK(result["games"][1]["engines"][0]["over_from_round"] == 2);
  CHECK(result["games"][1]["engines"][0]["by_round"].size() == 3);
  std::vector<NamedChart> charts = charts_of(figure);
  REQUIRE(charts.size() == 3);
  CHECK(charts[0].name == "figure2_monty_hall");
  CHECK(charts[2].name == "figure2_average");
  for (const NamedChart& each : charts) {
    REQUIRE(each.chart.series.size() == 2);
    for (const LineChart::Series& series : each.chart.series)
      for (const LineChart::Point& point : series.points) {
        CHECK(point.low <= point.y);
        CHECK(point.y <= point.high);
      }
    std::string svg = to_svg(each.chart);
    auto found = elements(svg);
    REQUIRE(found);
    CHECK(found->at("polygon") == 2);
    CHECK(found->at("polyline") == 2);
    CHECK(has(svg, "stroke-dasharray"));
    CHECK_FALSE(has(svg, "nan"));
  }
}

TEST_CASE("what cannot be measured is said, and the rest is measured") {
  FigureOptions options = two_engines();
  options.matches = 1;
  options.max_rounds = 2;
  std::vector<FigureGame> games = figure_games_of({"/no/such/file.kif"});
  games.push_back({"nothing", "", false, {}});
  games.push_back({"Monty Hall", (project_root() / "games/monty_hall.kif").string(), true, {}});
  Figure figure = measure_figure(games, options);
  CHECK(has(figure.games[0].problem, "/no/such/file.kif"));
  CHECK(has(figure.games[1].problem, "no rule sheet"));
  REQUIRE(figure.games[2].engines.size() == 2);
  CHECK(figure.games[2].engines[1].rounds.size() == 2 * 2);
  CHECK(has(to_markdown(figure), "*Monty Hall*: our own rule sheet stands in"));

  options.budget = 1e-9;
  figure = measure_figure({games[2]}, options);
  const MeasuredEngine& native = *engine_named(figure.games[0], "native");
  CHECK(native.rounds[0].measured);
  CHECK(native.rounds[0].over);
  CHECK_FALSE(native.rounds[1].measured);
  CHECK(native.rounds[1].over);
  CHECK(median_text(&native, options.budget).starts_with("> "));
  CHECK(has(to_csv(figure), "Monty Hall,monty,1,2,native,,,,true\n"));
}

TEST_CASE("an interrupted figure keeps the matches that were finished") {
  FigureOptions options = two_engines();
  std::size_t rounds = 0;
  Figure figure = measure_figure(figure_games_of({(project_root() / "games/monty_hall.kif").string()}), options,
                                 [&](const FigureProgress& at) { return at.doing == "grounding" || ++rounds <= 4; });
  CHECK(figure.interrupted);
  REQUIRE(figure.games[0].engines.size() == 1);
  CHECK(figure.games[0].engines[0].rounds.size() == 3);
  CHECK(figure.games[0].engines[0].problem == "interrupted");
}

TEST_CASE("the games of the figures are found, ours where there are no others") {
  auto own = project_root() / "games";
  std::vector<FigureGame> sizes = figure2_games({}, own), others = figure3_games({}, own);
  REQUIRE(sizes.size() == 4);
  CHECK(has(sizes[0].file, "games/blind_breakthrough_5x5.kif"));
  CHECK(sizes[0].own_sheet);
  CHECK(sizes[2].file.empty());  // we have none of 7x7
  CHECK(others[0].name == "Battleships in Fog");
  CHECK(others[1].name == "Small Dominion");
  for (const FigureGame& game : others) CHECK_MESSAGE(!game.file.empty(), game.name);
  REQUIRE_CORPUS();
  for (const auto& games : {figure2_games(corpus(), own), figure3_games(corpus(), own)})
    for (const FigureGame& game : games) CHECK_MESSAGE((!game.file.empty() && !game.own_sheet), game.name);
}
