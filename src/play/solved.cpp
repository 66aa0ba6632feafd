// SPDX-License-Identifier: MIT
#include "play/solved.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "search/cfr.h"
#include "search/knowledge_cfr.h"

namespace percept::play {
namespace {

constexpr double kLayingOut = 0.5;                   // of the time, at most
constexpr double kEnough = 0.0002, kSolved = 0.005;  // of the goals' range that can be won: enough; it counts as solved
constexpr std::size_t kRounds = 200, kMostPlayers = 16;
constexpr double kEnding = 3;  // what is left to do at the end, in evaluations: one of them, and the policy
// By knowledge: so many iterations at least, and so little that can be won by so many against what was found.
constexpr std::uint64_t kIterationsByKnowledge = 50, kResponsesByKnowledge = 30;
constexpr double kSolvedByKnowledge = 0.01;
constexpr double kEndingByKnowledge = 2.5;  // the responses of both and the policy, in as many iterations of one

// Of the player that has most at stake.
double range_of(const search::Positions& positions) {
  double range = 0;
  for (std::size_t player = 0; player < positions.players.size(); ++player) {
    auto [least, most] = std::ranges::minmax(positions.payoffs, {}, [&](const auto& of) { return of[player]; });
    range = std::max(range, static_cast<double>(most[player] - least[player]));
  }
  return range;
}

std::optional<Solved> solve_views(std::shared_ptr<const search::Layout> layout, double range, const SolveLimits& limits,
                                  const Budget& budget) {
  search::Crew crew;
  search::Cfr cfr(layout, {.variant = search::Variant::kPcfrPlus});
  search::Evaluation evaluation;
  double ending = 0;  // seconds that it takes
  for (std::uint64_t next = 1;; next = next + next / 4 + 1) {
    while (cfr.iterations() < next && cfr.iterations() < limits.iterations && budget.seconds_left() > ending)
      cfr.iterate(crew);
    Clock::time_point start = Clock::now();
    evaluation = search::evaluate(*layout, cfr.average(), crew);
    ending = kEnding * seconds_since(start);
    if (evaluation.exploitability() <= kEnough * range || cfr.iterations() < next || next >= limits.iterations) break;
  }
  if (evaluation.exploitability() > kSolved * range) return std::nullopt;
  auto policy = std::make_shared<Policy>(policy_of(*layout, cfr.average()));
  policy->facts = {{"exploitability", evaluation.exploitability()},
                   {"iterations", static_cast<double>(cfr.iterations())},
                   {"information_sets", static_cast<double>(layout->information_sets())}};
  return Solved{std::move(policy), evaluation.exploitability() / range, layout->information_sets()};
}

std::optional<Solved> solve_knowledge(std::shared_ptr<const search::Positions> positions, double range,
                                      const SolveLimits& limits, const Budget& budget) {
  auto made = search::KnowledgeCfr::make(std::move(positions), {.bytes = limits.bytes}, budget);
  if (!made) return std::nullopt;
  search::KnowledgeCfr& cfr = **made;
  Clock::time_point start = Clock::now();
  double each = 0;
  while (cfr.iterations() < limits.known_iterations &&
         budget.seconds_left() > kEndingByKnowledge * static_cast<double>(kResponsesByKnowledge) * each) {
    cfr.iterate();
    each = seconds_since(start) / static_cast<double>(cfr.iterations());
  }
  if (cfr.iterations() < kIterationsByKnowledge) return std::nullopt;
  double won = 0;  // on average by one of them
  for (std::size_t p : {0u, 1u}) won += std::max(0.0, cfr.response(p, kResponsesByKnowledge) - cfr.value(p)) / 2;
  if (won > kSolvedByKnowledge * range) return std::nullopt;
  auto policy = std::make_shared<Policy>(policy_of(cfr));
  policy->facts = {{"exploitability_by_knowledge", won},
                   {"iterations", static_cast<double>(cfr.iterations())},
                   {"information_sets", static_cast<double>(cfr.information_sets())}};
  return Solved{std::move(policy), won / range, cfr.information_sets(), true};
}

}  // namespace

std::optional<Solved> solve_whole(std::shared_ptr<const game::WholeGame> whole, const SolveLimits& limits,
                                  const Budget& budget) {
  search::Limits laid_out{.bytes = limits.bytes, .rounds = kRounds};
  double seconds = budget.seconds_left();
  auto within = [&](double part) { return seconds == HUGE_VAL ? budget : budget.until(in_seconds(part * seconds)); };
  auto positions = search::Positions::make(std::move(whole), laid_out, within(kLayingOut));
  if (!positions || (*positions)->players.size() < 2 || (*positions)->players.size() > kMostPlayers)
    return std::nullopt;
  double range = range_of(**positions);
  if (range == 0) return std::nullopt;  // nothing is at stake
  auto layout =
      search::Layout::make(*positions, {.limits = laid_out, .kind = search::Layout::Kind::kListed}, within(kLayingOut));
  bool promised = (*positions)->players.size() == 2 && (*positions)->constant_sum();
  if (layout) {
    auto solved = solve_views(std::move(*layout), range, limits, budget);
    if (solved) solved->promised = promised;
    return solved;
  }
  return solve_knowledge(std::move(*positions), range, limits, budget);
}

}  // namespace percept::play
