// SPDX-License-Identifier: MIT
//
// `percept solve FILE`: which kind of game it is, and the solver for that kind.
#include <fmt/format.h>

#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/solving.h"
#include "cli/terminal.h"
#include "search/induction.h"

namespace percept::cli {

using namespace search;

namespace {

// Positions of a game that may be too large take no more than this before something else is tried.
constexpr std::size_t kBytesOfTrial = std::size_t{1} << 30;

}  // namespace

int solve(const SolveOptions& options) {
  Clock::time_point start = Clock::now();
  auto made = whole_game(options.file);
  if (!made) return made.error();
  auto whole = made->whole;
  Budget budget;
  if (options.seconds) budget = budget.until(after(start, *options.seconds));
  auto size = estimate(whole, 1000, 1, budget.within(1));
  if (!size) return fail(size.error(), kFindings);
  if (!options.json)
    fmt::print("{}: about {:.2g} histories (± {:.1g}, by Knuth's estimate), {:.0f} rounds a match\n",
               printable(options.file), size->histories, size->spread, size->rounds);
  Solving solving{options, made->rules, whole, *size, budget, start};
  bool nature = whole->imperfect && whole->lexicon->role("random").has_value();
  bool duel = whole->lexicon->roles() == 2 && !nature;
  if (options.sample) return solve_sampling(solving);
  ProgressLine line;
  Limits limits{.bytes = static_cast<std::size_t>(options.gigabytes * double(1 << 30))};
  bool may_prove = size->perfect && duel && size->constant_sum && !size->chance;
  Limits trial = limits;
  if (may_prove) trial.bytes = std::min(trial.bytes, kBytesOfTrial);
  auto positions = Positions::make(whole, trial, budget, layout_progress(line));
  line.clear();
  if (!positions) {
    if (budget.out_of_time()) return fail(positions.error(), kFindings);
    if (may_prove) return solve_alpha_beta(solving);
    if (duel || (nature && whole->lexicon->roles() == 3)) {
      print_error({positions.error().message, "it is solved by sampling instead"});
      return solve_sampling(solving);
    }
    return fail(positions.error(), kFindings);
  }
  if (!options.json) fmt::print("{} positions, {:.6g} histories\n", (*positions)->size(), (*positions)->histories());
  if ((*positions)->players.size() == 1) return solve_alone(solving, **positions);
  if (sees_all(**positions) && !options.variant && !options.policy) return solve_positions(solving, **positions);
  return solve_equilibrium(solving, *positions);
}

}  // namespace percept::cli
