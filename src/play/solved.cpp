// SPDX-License-Identifier: MIT
#include "play/solved.h"

#include <cmath>

#include "search/cfr.h"

namespace percept::play {
namespace {

constexpr double kLayingOut = 0.5;               // of the time, at most
constexpr double kEnough = 0.02, kSolved = 0.5;  // points that can be won: no more is wanted; it counts as solved
constexpr std::size_t kRounds = 200;

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
  search::Crew crew;
  search::Cfr cfr(*layout, {.variant = search::Variant::kPcfrPlus});
  search::Evaluation evaluation;
  for (std::uint64_t next = 1;; next = next + next / 4 + 1) {
    while (cfr.iterations() < next && cfr.iterations() < limits.iterations && !budget.out_of_time()) cfr.iterate(crew);
    evaluation = search::evaluate(**layout, cfr.average(), crew);
    if (evaluation.exploitability() <= kEnough || cfr.iterations() < next || next >= limits.iterations) break;
  }
  if (evaluation.exploitability() > kSolved) return std::nullopt;
  return Solved{std::make_shared<const Policy>(policy_of(**layout, cfr.average())), evaluation.exploitability(),
                (*layout)->information_sets()};
}

}  // namespace percept::play
