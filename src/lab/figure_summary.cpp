// SPDX-License-Identifier: MIT
#include "lab/figure_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace percept::lab {

std::vector<RoundMean> means_by_round(const std::vector<const MeasuredEngine*>& engines, double budget) {
  struct Values {
    std::vector<std::vector<double>> groups;
    double shortest = std::numeric_limits<double>::infinity();
    std::size_t over = 0;
  };
  std::map<std::size_t, Values> by_round;
  for (std::size_t i = 0; i < engines.size(); ++i)
    for (const RoundTime& round : engines[i]->rounds) {
      Values& values = by_round[round.round];
      values.groups.resize(engines.size());
      double seconds = round.over ? budget : round.total;
      values.groups[i].push_back(seconds);
      values.shortest = std::min(values.shortest, seconds);
      values.over += round.over;
    }
  std::vector<RoundMean> out;
  for (const auto& [round, values] : by_round)
    out.push_back({round, mean_of_groups(values.groups), values.shortest, values.over});
  return out;
}

std::optional<double> median_seconds(const MeasuredEngine& engine) {
  std::vector<double> seconds;
  for (const RoundTime& round : engine.rounds)
    seconds.push_back(round.over ? std::numeric_limits<double>::infinity() : round.total);
  return median_of(std::move(seconds));
}

std::optional<SpeedUp> native_speed_up(const MeasuredGame& game, double budget) {
  const MeasuredEngine* native = engine_named(game, "native");
  const MeasuredEngine* reactive = engine_named(game, "asp-reactive");
  if (!native || !reactive || !native->problem.empty() || !reactive->problem.empty()) return std::nullopt;
  std::optional<double> ours = median_seconds(*native), theirs = median_seconds(*reactive);
  if (!ours || !theirs || std::isinf(*ours)) return std::nullopt;
  bool over = std::isinf(*theirs);
  return SpeedUp{(over ? budget : *theirs) / std::max(*ours, 1e-9), over};
}

WholeMatches whole_matches(const MeasuredEngine& engine) {
  struct Sum {
    std::size_t rounds = 0;
    double grounding = 0, solving = 0;
    bool over = false;
  };
  std::map<std::pair<std::string, std::size_t>, Sum> matches;
  for (const RoundTime& round : engine.rounds) {
    Sum& sum = matches[{round.role, round.match}];
    ++sum.rounds;
    sum.grounding += round.grounding;
    sum.solving += round.solving;
    sum.over = sum.over || round.over;
  }
  WholeMatches out;
  out.of = matches.size();
  for (const auto& [which, sum] : matches) {
    if (sum.over) continue;
    ++out.matches;
    out.rounds += static_cast<double>(sum.rounds);
    out.grounding += sum.grounding;
    out.solving += sum.solving;
  }
  if (out.matches == 0) return out;
  auto count = static_cast<double>(out.matches);
  out.rounds /= count;
  out.grounding /= count;
  out.solving /= count;
  return out;
}

std::optional<std::size_t> over_from(const MeasuredEngine& engine) {
  std::optional<std::size_t> out;
  for (const RoundTime& round : engine.rounds)
    if (round.over) out = std::min(out.value_or(round.round), round.round);
  return out;
}

const MeasuredEngine* engine_named(const MeasuredGame& game, std::string_view name) {
  auto found = std::ranges::find_if(game.engines,
                                    [&](const MeasuredEngine& engine) { return engine.configuration.name == name; });
  return found == game.engines.end() ? nullptr : &*found;
}

}  // namespace percept::lab
