// SPDX-License-Identifier: MIT
//
// `percept solve` for games that do not fit: external sampling, and how exploitable what it found is wherever that can
// still be computed.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/lab_common.h"
#include "cli/solving.h"
#include "cli/terminal.h"
#include "play/policy.h"
#include "search/evaluation.h"
#include "search/sampling.h"
#include "search/table_sampling.h"

namespace percept::cli {
namespace {

using namespace search;
using nlohmann::ordered_json;

constexpr double kSamplingSeconds = 60;

// The average policy on the information sets of a layout.
Profile profile_of(const Layout& layout, const Sampling& sampling) {
  const Positions& positions = layout.positions();
  Profile out = uniform_profile(layout);
  std::vector<double> chances;
  for (std::size_t player = 0; player < layout.players(); ++player) {
    const Forest& forest = layout.forest(player);
    std::vector<std::uint64_t> keys(forest.views());
    keys[0] = Sampling::start_key(player);
    game::Percepts seen;
    for (std::uint32_t view = 0; view < forest.views(); ++view) {
      const auto& list = positions.lists[positions.players[player]][forest.list(view)];
      if (list.size() > 1) {
        sampling.chances(keys[view], list.size(), chances);
        for (std::uint32_t a = 0; a < list.size(); ++a) out[player][forest.sequence(view, a)] = chances[a];
      }
      for (std::uint32_t a = 0; a < list.size(); ++a)
        forest.each_next(view, a, [&](std::uint32_t what, std::uint32_t next) {
          seen.clear();
          for (std::uint32_t percept : positions.percepts[player][what]) seen.push_back({percept, 0});
          keys[next] = Sampling::next_key(keys[view], game::MoveId{list[a], 0}, seen);
        });
    }
  }
  return out;
}

}  // namespace

int solve_tables(const Solving& solving, std::shared_ptr<const Layout> layout) {
  const SolveOptions& options = solving.options;
  const Positions& positions = layout->positions();
  TableSampling sampling(layout, options.seed);
  Crew crew(threads_or_all(options.threads));
  Budget budget = solving.budget;
  if (!options.seconds && !options.iterations) budget = budget.until(after(solving.start, kSamplingSeconds));
  if (!options.json) {
    fmt::print("{} information sets, {} MB; too many ends to list: external sampling on tables\n",
               layout->information_sets(), layout->bytes() >> 20);
    std::fflush(stdout);
  }
  Interruption interruption;
  ProgressLine line;
  double begun = seconds_since(solving.start);
  while (!budget.out_of_time() && !interruption.asked() &&
         !(options.iterations && sampling.iterations() >= *options.iterations)) {
    std::uint64_t left = options.iterations ? *options.iterations - sampling.iterations() : 1024;
    sampling.run(std::min<std::uint64_t>(left, 1024), crew, budget);
    if (line.due()) line.show(fmt::format("iteration {}, {} nodes", sampling.iterations(), sampling.nodes()));
  }
  line.clear();
  double sampled = seconds_since(solving.start) - begun;
  if (!options.json) {
    fmt::print("{} iterations, {} nodes in {:.1f} s; now a sweep for each role's best response\n",
               sampling.iterations(), sampling.nodes(), sampled);
    std::fflush(stdout);
  }
  Profile policy = sampling.average();
  if (options.policy)
    if (auto written = write_file(*options.policy, play::policy_of(*layout, policy).write()); !written)
      return fail(written.error(), kUnreadable);
  double before = seconds_since(solving.start);
  Evaluation evaluation = evaluate(*layout, policy, crew);
  double seconds = seconds_since(solving.start);
  double low = evaluation.values[0] - (evaluation.best[1] - evaluation.values[1]);
  if (options.json) {
    ordered_json values;
    for (std::size_t p = 0; p < 2; ++p) values[role_text(positions, p)] = evaluation.values[p];
    ordered_json out = {{"file", options.file},
                        {"method", "external sampling on tables"},
                        {"values", values},
                        {"exploitability", evaluation.exploitability()},
                        {"nash_conv", evaluation.nash_conv},
                        {"bounds", {low, evaluation.best[0]}},
                        {"iterations", sampling.iterations()},
                        {"information_sets", layout->information_sets()},
                        {"histories", positions.histories()},
                        {"nodes", sampling.nodes()},
                        {"bytes", layout->bytes()},
                        {"sweep_seconds", seconds - before},
                        {"seconds", seconds}};
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
    return kSuccess;
  }
  fmt::print("exploitability {:.6g}; sweeps took {:.1f} s\nThe value for {} is between {:.4f} and {:.4f}.\n",
             evaluation.exploitability(), seconds - before, printable(role_text(positions, 0)), low,
             evaluation.best[0]);
  return kSuccess;
}

int solve_sampling(const Solving& solving) {
  const SolveOptions& options = solving.options;
  if (!solving.estimate.constant_sum)
    return fail({"sampling is for goals with a constant sum", "there is no solver for this game at its size"},
                kFindings);
  const game::Lexicon& lexicon = *solving.whole->lexicon;
  bool nature = solving.whole->imperfect && lexicon.role("random").has_value();
  if (lexicon.roles() != (nature ? 3 : 2))
    return fail({"sampling is for two roles", "there is no solver for this game at its size"}, kFindings);
  Sampling sampling(solving.whole,
                    {.seed = options.seed, .bytes = static_cast<std::size_t>(options.gigabytes / 2 * double(1 << 30))});
  Budget budget = solving.budget;
  if (!options.seconds && !options.iterations) budget = budget.until(after(solving.start, kSamplingSeconds));
  Interruption interruption;
  ProgressLine line;
  while (!budget.out_of_time() && !interruption.asked() &&
         !(options.iterations && sampling.iterations() >= *options.iterations)) {
    auto done = sampling.iterate(budget);
    if (!done) return fail(done.error(), kFindings);
    if (line.due())
      line.show(fmt::format("iteration {}, {} information sets", sampling.iterations(), sampling.information_sets()));
  }
  line.clear();
  double seconds = seconds_since(solving.start);
  std::optional<Evaluation> evaluation;
  auto layout = Layout::make(solving.whole,
                             {.limits = {.bytes = static_cast<std::size_t>(options.gigabytes / 2 * double(1 << 30))},
                              .progress = layout_progress(line)});
  line.clear();
  Crew crew(threads_or_all(options.threads));
  if (layout) evaluation = evaluate(**layout, profile_of(**layout, sampling), crew);
  if (options.json) {
    ordered_json out = {{"file", options.file},
                        {"method", "external sampling"},
                        {"values", ordered_json()},
                        {"exploitability", ordered_json()},
                        {"iterations", sampling.iterations()},
                        {"information_sets", sampling.information_sets()},
                        {"histories", solving.estimate.histories},
                        {"nodes", sampling.nodes()},
                        {"seconds", seconds}};
    if (evaluation) {
      out["exploitability"] = evaluation->exploitability();
      for (std::size_t p = 0; p < 2; ++p) out["values"][role_text((*layout)->positions(), p)] = evaluation->values[p];
    }
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
    return kSuccess;
  }
  fmt::print("external sampling: {} iterations, {} nodes, {} information sets{}, {:.1f} s\n", sampling.iterations(),
             sampling.nodes(), sampling.information_sets(), sampling.full() ? " (no room for more)" : "", seconds);
  if (evaluation)
    fmt::print("exploitability {:.6g}; values {:.6f}, {:.6f}\n", evaluation->exploitability(), evaluation->values[0],
               evaluation->values[1]);
  else
    fmt::print(
        "mean goal of the first role in sampled matches {:.4f}; how exploitable this is cannot be computed: {}\n",
        sampling.mean_goal(), layout.error().message);
  return kSuccess;
}

}  // namespace percept::cli
