// SPDX-License-Identifier: MIT
#include "play/solved.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "search/cfr.h"

namespace percept::play {
namespace {

constexpr double kLayingOut = 0.5;                   // of the time, at most
constexpr double kEnough = 0.0002, kSolved = 0.005;  // of the goals' range that can be won: enough; it counts as solved
constexpr std::size_t kRounds = 200;
constexpr double kEnding = 3;  // what is left to do at the end, in evaluations: one of them, and the policy

}  // namespace

std::optional<Solved> solve_whole(std::shared_ptr<const game::WholeGame> whole, const SolveLimits& limits,
                                  const Budget& budget) {
  search::Layout::Options options;
  options.limits = {.bytes = limits.bytes, .rounds = kRounds};
  options.kind = search::Layout::Kind::kListed;
  double seconds = budget.seconds_left();
  Budget laying = seconds == HUGE_VAL ? budget : budget.until(in_seconds(kLayingOut * seconds));
  auto layout = search::Layout::make(std::move(whole), options, laying);
  if (!layout || (*layout)->players() != 2 || !(*layout)->positions().constant_sum()) return std::nullopt;
  double range = 0;
  for (const std::vector<int>& payoff : (*layout)->positions().payoffs)
    for (const std::vector<int>& other : (*layout)->positions().payoffs)
      range = std::max(range, static_cast<double>(std::abs(payoff[0] - other[0])));
  if (range == 0) return std::nullopt;  // nothing is at stake
  search::Crew crew;
  search::Cfr cfr(*layout, {.variant = search::Variant::kPcfrPlus});
  search::Evaluation evaluation;
  double ending = 0;  // seconds that it takes
  for (std::uint64_t next = 1;; next = next + next / 4 + 1) {
    while (cfr.iterations() < next && cfr.iterations() < limits.iterations && budget.seconds_left() > ending)
      cfr.iterate(crew);
    Clock::time_point start = Clock::now();
    evaluation = search::evaluate(**layout, cfr.average(), crew);
    ending = kEnding * seconds_since(start);
    if (evaluation.exploitability() <= kEnough * range || cfr.iterations() < next || next >= limits.iterations) break;
  }
  if (evaluation.exploitability() > kSolved * range) return std::nullopt;
  auto policy = std::make_shared<Policy>(policy_of(**layout, cfr.average()));
  policy->facts = {{"exploitability", evaluation.exploitability()},
                   {"iterations", static_cast<double>(cfr.iterations())},
                   {"information_sets", static_cast<double>((*layout)->information_sets())}};
  return Solved{std::move(policy), evaluation.exploitability() / range, (*layout)->information_sets()};
}

}  // namespace percept::play
