// SPDX-License-Identifier: MIT
#include "lab/figures_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "lab/figure_summary.h"
#include "lab/report_text.h"

namespace percept::lab {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kFewest = 2;  // degrees of freedom for a band: that of one is wider than any chart

bool is_measured(const MeasuredGame& game) {
  return std::ranges::any_of(game.engines, [](const MeasuredEngine& engine) { return !engine.rounds.empty(); });
}

std::string count_text(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// "Blind Breakthrough 5x5" as a part of a file's name.
std::string in_file_name(const std::string& text) {
  std::string out;
  for (char c : lower(text)) {
    bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain)
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out;
}

std::string head_of(const Figure& figure, std::string_view first, const std::vector<std::string>& more = {}) {
  std::string head = fmt::format("| {} |", first), line = "|---|";
  for (const Configuration& configuration : figure.options.configurations) {
    head += fmt::format(" {} |", configuration.label);
    line += "---|";
  }
  for (const std::string& each : more) {
    head += fmt::format(" {} |", each);
    line += "---|";
  }
  return head + "\n" + line + "\n";
}

// A cell for each engine.
template <class Cell>
std::string cells(const Figure& figure, const MeasuredGame& game, const Cell& cell) {
  std::string out;
  for (const Configuration& configuration : figure.options.configurations) {
    const MeasuredEngine* engine = engine_named(game, configuration.name);
    out += fmt::format(" {} |", engine && !engine->rounds.empty() ? cell(*engine) : std::string(kDash));
  }
  return out;
}

std::string speed_up_text(const MeasuredGame& game, double budget) {
  auto speed_up = native_speed_up(game, budget);
  if (!speed_up) return kDash;
  return fmt::format("{}{} ×", speed_up->at_least ? "> " : "", short_figure(speed_up->times));
}

std::string medians(const Figure& figure) {
  double budget = figure.options.budget;
  std::string out = "## Time to a first model\n\nCPU seconds of update and draw, the median over all rounds.\n\n";
  out += head_of(figure, "game", {"native : asp-reactive"});
  for (const MeasuredGame& game : figure.games)
    if (is_measured(game))
      out +=
          fmt::format("| {} |{} {} |\n", in_markdown(game.game.name),
                      cells(figure, game, [&](const MeasuredEngine& engine) { return median_text(&engine, budget); }),
                      speed_up_text(game, budget));
  return out + "\n";
}

std::string start_up(const Figure& figure) {
  std::string out =
      "## Before the first round\n\nCPU seconds to make an engine; for answer set programs the translation, while what "
      "does not change is grounded in the first round. *circuit* is made once for a game, and native, hyperplay and "
      "worlds reason with it.\n\n";
  out += head_of(figure, "game", {"circuit"});
  for (const MeasuredGame& game : figure.games)
    if (is_measured(game))
      out += fmt::format(
          "| {} |{} {} |\n", in_markdown(game.game.name),
          cells(figure, game, [](const MeasuredEngine& engine) { return short_figure(mean_of(engine.start_up).mean); }),
          game.local ? "too large" : short_figure(game.rules_seconds));
  return out + "\n";
}

std::string whole(const MeasuredEngine& engine) {
  WholeMatches all = whole_matches(engine);
  auto from = over_from(engine);
  if (all.matches == 0 && from) return fmt::format("over from round {}", *from);
  return fmt::format("{} + {}{}", short_figure(all.grounding), short_figure(all.solving),
                     all.matches < all.of ? fmt::format(" ({} of {})", all.matches, all.of) : "");
}

std::string whole_match_table(const Figure& figure) {
  std::string out =
      "## Whole matches\n\nCPU seconds for all rounds of a match, grounding + solving, the mean over matches and "
      "roles; "
      "where some went over the budget, of those that did not.\n\n";
  out += head_of(figure, "game (rounds)");
  for (const MeasuredGame& game : figure.games) {
    if (!is_measured(game)) continue;
    double rounds = 0, matches = 0;
    for (const MeasuredEngine& engine : game.engines) {
      if (engine.rounds.empty()) continue;
      rounds = static_cast<double>(engine.rounds.size());
      matches = static_cast<double>(whole_matches(engine).of);
      break;
    }
    out += fmt::format("| {} ({:.0f}) |{}\n", in_markdown(game.game.name), rounds / std::max(matches, 1.0),
                       cells(figure, game, whole));
  }
  return out + "\n";
}

std::string trial_table(const Figure& figure) {
  std::string rows;
  auto seconds = [](const std::optional<TrialTime>& time) {
    return time ? fmt::format("{} + {}", short_figure(time->grounding), short_figure(time->solving)) : "over 120";
  };
  auto ours = [](const MeasuredGame& game, std::string_view name) {
    const MeasuredEngine* engine = engine_named(game, name);
    return engine && !engine->rounds.empty() ? whole(*engine) : std::string(kDash);
  };
  for (const MeasuredGame& game : figure.games) {
    if (!game.game.trial || !is_measured(game)) continue;
    const Trial& trial = *game.game.trial;
    rows += fmt::format("| {}{} | {} | {} | {} | {} | {} | {} | {} |\n", in_markdown(game.game.name),
                        game.game.own_sheet ? " (own sheet)" : "", trial.rounds, seconds(trial.single),
                        ours(game, "asp"), seconds(trial.externals), ours(game, "asp-reactive"), seconds(trial.facts),
                        ours(game, "asp-reactive-facts"));
  }
  if (rows.empty()) return "";
  return "## Beside an earlier trial\n\nWhole matches, as above. The trial: its own translation with clingo 5.4.1 on "
         "another machine, one random match a game, without a budget a round.\n\n"
         "| game | trial's rounds | trial, single | asp | trial, externals | asp-reactive | trial, facts | "
         "asp-reactive, facts |\n|---|---|---|---|---|---|---|---|\n" +
         rows + "\n";
}

ordered_json json_of(const MeasuredEngine& engine, double budget) {
  WholeMatches all = whole_matches(engine);
  auto from = over_from(engine);
  auto median = median_seconds(engine);
  ordered_json by_round = ordered_json::array();
  for (const RoundMean& mean : means_by_round({&engine}, budget))
    by_round.push_back({{"round", mean.round},
                        {"mean", mean.seconds.mean},
                        {"low", mean.seconds.low()},
                        {"high", mean.seconds.high()},
                        {"count", mean.seconds.count},
                        {"over", mean.over}});
  ordered_json whole = nullptr;
  if (all.matches > 0)
    whole = {{"matches", all.matches}, {"rounds", all.rounds}, {"grounding", all.grounding}, {"solving", all.solving}};
  return {{"engine", engine.configuration.name},
          {"start_up_cpu_s", engine.start_up.empty() ? ordered_json() : ordered_json(mean_of(engine.start_up).mean)},
          {"median_cpu_s", or_null(median)},
          {"median_over", median && std::isinf(*median)},
          {"whole_matches", std::move(whole)},
          {"over_from_round", from ? ordered_json(*from) : ordered_json()},
          {"by_round", std::move(by_round)},
          {"problem", engine.problem.empty() ? ordered_json() : ordered_json(engine.problem)}};
}

LineChart chart_of(const Figure& figure, const std::string& title, const std::string& subtitle,
                   const std::vector<const MeasuredGame*>& games) {
  LineChart chart;
  chart.title = title;
  chart.subtitle = subtitle;
  chart.x_label = "round";
  chart.y_label = "CPU seconds to a first model (logarithmic)";
  chart.whole_x = true;
  chart.logarithmic_y = true;
  chart.limit = {figure.options.budget, "budget"};
  const std::vector<Configuration> known = all_configurations();
  for (const Configuration& configuration : figure.options.configurations) {
    std::vector<const MeasuredEngine*> engines;
    for (const MeasuredGame* game : games)
      if (const MeasuredEngine* engine = engine_named(*game, configuration.name)) engines.push_back(engine);
    LineChart::Series& series = chart.series.emplace_back();
    series.name = configuration.label;
    auto place = std::ranges::find(known, configuration.name, &Configuration::name);
    series.color = static_cast<std::size_t>(place - known.begin());
    for (const RoundMean& mean : means_by_round(engines, figure.options.budget)) {
      // A mean is not below what it is the mean of, although its interval, which is symmetric, may be.
      double low = std::max(mean.seconds.low(), mean.shortest), high = mean.seconds.high();
      bool band = mean.seconds.degrees_of_freedom >= kFewest;
      double value = mean.seconds.mean;
      series.points.push_back({static_cast<double>(mean.round), value, band ? low : value, band ? high : value});
    }
  }
  return chart;
}

std::string samples_text(const Figure& figure, std::size_t roles) {
  return fmt::format("{} × {}; mean of CPU time, with its 95 % confidence band", matches_text(figure.options.matches),
                     count_text(roles, "role", "roles"));
}

}  // namespace

std::string median_text(const MeasuredEngine* engine, double budget) {
  std::optional<double> median = engine ? median_seconds(*engine) : std::nullopt;
  if (!median) return kDash;
  return std::isinf(*median) ? "> " + short_figure(budget) : short_figure(*median);
}

std::vector<std::string> notes_on(const MeasuredGame& game) {
  std::vector<std::string> out;
  if (!game.problem.empty()) out.push_back(game.problem);
  if (game.game.own_sheet) out.push_back("our own rule sheet stands in for the competition's");
  if (game.local) out.push_back("too large to ground: a circuit is made for each position");
  for (const MeasuredEngine& engine : game.engines) {
    if (!engine.problem.empty()) out.push_back(fmt::format("{}: {}", engine.configuration.label, engine.problem));
    if (auto from = over_from(engine)) {
      WholeMatches all = whole_matches(engine);
      out.push_back(fmt::format("{} is over the budget from round {} on, in {} of {}", engine.configuration.label,
                                *from, all.of - all.matches, matches_text(all.of)));
    }
  }
  return out;
}

std::vector<NamedChart> charts_of(const Figure& figure) {
  std::vector<NamedChart> out;
  std::vector<const MeasuredGame*> all;
  for (const MeasuredGame& game : figure.games) {
    if (!is_measured(game)) continue;
    all.push_back(&game);
    out.push_back(
        {figure.name + "_" + in_file_name(game.game.name),
         chart_of(figure, game.game.name + ": time to a first model", samples_text(figure, game.roles), {&game})});
  }
  if (figure.averaged && all.size() > 1)
    out.push_back({figure.name + "_average",
                   chart_of(figure, figure.title + ", all sizes: time to a first model",
                            fmt::format("{} sizes, {}", all.size(), samples_text(figure, all.front()->roles)), all)});
  return out;
}

std::string to_markdown(const Figure& figure) {
  std::string out =
      fmt::format("# {} of “Evaluating Reactive Answer Set Solving for General Game Playing”, measured: {}\n\n",
                  figure.name == "figure2" ? "Figure 2" : "Figure 3", figure.title);
  if (figure.interrupted)
    out += fmt::format("**Interrupted: {} of {} games were begun.**\n\n", figure.games.size(), figure.all_games);
  out += fmt::format(
      "{} of random moves for each game, followed by each role but nature's, seed {}, {} CPU {} for a round. Each "
      "first model was replayed by the referee: its percepts are those that the role had.\n\n",
      matches_text(figure.options.matches), figure.options.seed, short_figure(figure.options.budget),
      figure.options.budget == 1 ? "second" : "seconds");
  out += medians(figure) + whole_match_table(figure) + trial_table(figure) + start_up(figure);
  out += "## Charts\n\n";
  for (const NamedChart& each : charts_of(figure))
    out += fmt::format("![{}]({}.svg)\n\n", in_markdown(each.chart.title), each.name);
  out += "## Notes\n\n";
  for (const MeasuredGame& game : figure.games)
    for (const std::string& note : notes_on(game))
      out += fmt::format("- *{}*: {}.\n", in_markdown(game.game.name), note);
  out +=
      "- *asp*, *asp-reactive* and *asp-reactive, forgetting* are the paper's three configurations with clingo in the "
      "place of Clingo and oClingo: one program a round; one that grows; one that grows and forgets what was learnt.\n"
      "- *asp-reactive, facts* adds moves and percepts as facts before a round is grounded. *native* unrolls the "
      "game's circuit into a SAT solver, *hyperplay* plays forward and backs up, *worlds* tracks all positions.\n"
      "- *over the budget*: an engine that takes longer in a round is stopped for the rest of the match. These rounds "
      "count as long as the budget in means and charts, which are too low there, and as longer than all others in "
      "medians. A round of grounding may end late: clingo stops only when it has made a rule.\n"
      "- *native : asp-reactive*: how many times shorter the median is. The aim is 5.\n"
      "- *bands*: 95 % confidence intervals of the mean, by Student's distribution, over matches and roles as if "
      "the roles of a match were independent, for sizes "
      "together within each size. Charts cut them at the shortest time, and have none where there is one degree of "
      "freedom.\n"
      "- All engines keep whole histories. Times are CPU seconds of one thread.\n";
  return out;
}

std::string to_csv(const Figure& figure) {
  std::string out = "game,role,match,round,engine,grounding,solving,total,over\n";
  for (const MeasuredGame& game : figure.games)
    for (const MeasuredEngine& engine : game.engines)
      for (const RoundTime& round : engine.rounds) {
        std::string times =
            round.measured ? fmt::format("{:.6g},{:.6g},{:.6g}", round.grounding, round.solving, round.total) : ",,";
        out += fmt::format("{},{},{},{},{},{},{}\n", in_csv(game.game.name), in_csv(round.role), round.match,
                           round.round, engine.configuration.name, times, round.over);
      }
  return out;
}

std::string to_json(const Figure& figure) {
  ordered_json games = ordered_json::array();
  for (const MeasuredGame& game : figure.games) {
    ordered_json engines = ordered_json::array();
    for (const MeasuredEngine& engine : game.engines) engines.push_back(json_of(engine, figure.options.budget));
    auto speed_up = native_speed_up(game, figure.options.budget);
    games.push_back({{"game", game.game.name},
                     {"file", game.game.file},
                     {"own_sheet", game.game.own_sheet},
                     {"roles", game.roles},
                     {"circuit_cpu_s", game.rules_seconds},
                     {"engines", std::move(engines)},
                     {"native_times_faster", speed_up ? ordered_json(speed_up->times) : ordered_json()},
                     {"native_times_faster_at_least", speed_up && speed_up->at_least},
                     {"notes", notes_on(game)},
                     {"problem", game.problem.empty() ? ordered_json() : ordered_json(game.problem)}});
  }
  ordered_json out = {{"experiment", figure.name},
                      {"matches", figure.options.matches},
                      {"max_rounds", figure.options.max_rounds},
                      {"seed", figure.options.seed},
                      {"budget_cpu_s", figure.options.budget},
                      {"interrupted", figure.interrupted},
                      {"games_wanted", figure.all_games},
                      {"games", std::move(games)}};
  return out.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace percept::lab
