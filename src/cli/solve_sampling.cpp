// SPDX-License-Identifier: MIT
//
// `percept solve` for games that do not fit: external sampling, and how exploitable what it found is wherever that can
// still be computed.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/checkpoint.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/solving.h"
#include "cli/stop_on_signal.h"
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
constexpr std::uint64_t kIterationsAtOnce = 1024;
constexpr double kSecondsBeforeLook = 10;

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
  StopOnSignal signals;
  Crew crew(threads_or_all(options.threads));
  Budget budget = solving.budget;
  if (!options.seconds && !options.iterations && !options.until)
    budget = budget.until(after(solving.start, kSamplingSeconds));
  if (!options.json) {
    fmt::print("{} information sets, {} MB; too many ends to list: external sampling on tables\n",
               layout->information_sets(), (layout->bytes() + sampling.bytes()) >> 20);
    std::fflush(stdout);
  }
  if (options.checkpoint) {
    auto state = read_checkpoint(*options.checkpoint, *layout);
    if (!state) return fail(state.error(), kUnreadable);
    if (*state) {
      if (auto loaded = sampling.load(**state); !loaded) return fail(loaded.error(), kUnreadable);
      if (!options.json) fmt::print("resumed at iteration {}\n", sampling.iterations());
    }
  }
  ProgressLine line;
  auto elapsed = [&] { return seconds_since(solving.start); };
  Evaluation evaluation;
  std::vector<Moment> moments;
  double sweep = 0, swept = elapsed(), saved = elapsed();
  auto look = [&] {
    double before = elapsed();
    evaluation = evaluate(*layout, sampling.average(), crew);
    swept = elapsed();
    sweep = swept - before;
    moments.push_back({sampling.iterations(), before, evaluation.exploitability()});
    line.clear();
    if (options.json) return;
    fmt::print("{:>9} iterations, {} nodes, {:.1f} s: exploitability {:.6g} (the sweeps took {:.1f} s)\n",
               sampling.iterations(), sampling.nodes(), before, evaluation.exploitability(), sweep);
    std::fflush(stdout);
  };
  auto save = [&]() -> Result<void> {
    saved = elapsed();
    return write_checkpoint(*options.checkpoint, *layout, sampling.save());
  };
  bool curve = options.until || options.chart;
  while (!budget.out_of_time() && !signals.asked() &&
         !(options.iterations && sampling.iterations() >= *options.iterations)) {
    std::uint64_t left = options.iterations ? *options.iterations - sampling.iterations() : kIterationsAtOnce;
    sampling.run(std::min(left, kIterationsAtOnce), crew, budget);
    if (line.due()) line.show(fmt::format("iteration {}, {} nodes", sampling.iterations(), sampling.nodes()));
    if (options.checkpoint && elapsed() - saved >= options.checkpoint_seconds)
      if (auto written = save(); !written) return fail(written.error(), kUnreadable);
    // Looking takes long: four times as long it samples in between.
    if (!curve || elapsed() - swept < std::max(kSecondsBeforeLook, 4 * sweep)) continue;
    look();
    if (options.until && evaluation.exploitability() <= *options.until) break;
  }
  line.clear();
  if (options.checkpoint)
    if (auto written = save(); !written) return fail(written.error(), kUnreadable);
  if (!options.json) {
    fmt::print("{} iterations, {} nodes in {:.1f} s; now a sweep for each role's best response\n",
               sampling.iterations(), sampling.nodes(), elapsed());
    std::fflush(stdout);
  }
  if (moments.empty() || moments.back().iterations != sampling.iterations()) look();
  if (auto written = write_policy(solving, *layout, sampling.average(), evaluation, sampling.iterations()); !written)
    return fail(written.error(), kUnreadable);
  if (auto written = write_chart(options, moments, "external sampling"); !written)
    return fail(written.error(), kUnreadable);
  double low = evaluation.values[0] - (evaluation.best[1] - evaluation.values[1]);
  if (options.json) {
    ordered_json values, points = ordered_json::array();
    for (std::size_t p = 0; p < 2; ++p) values[role_text(positions, p)] = evaluation.values[p];
    for (const Moment& m : moments) points.push_back({m.iterations, m.seconds, m.exploitability});
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
                        {"bytes", layout->bytes() + sampling.bytes()},
                        {"sweep_seconds", sweep},
                        {"seconds", elapsed()},
                        {"curve", points}};
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
    return kSuccess;
  }
  fmt::print("The value for {} is between {:.4f} and {:.4f}.\n", printable(role_text(positions, 0)), low,
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
  if (options.checkpoint || options.policy || options.until || options.chart)
    return fail({"sampling on the rules alone knows no --checkpoint, --policy, --until and --chart",
                 "these are for games whose information sets fit: leave out --sample, or give it more --memory"},
                kFindings);
  Sampling sampling(solving.whole,
                    {.seed = options.seed, .bytes = static_cast<std::size_t>(options.gigabytes / 2 * double(1 << 30))});
  Budget budget = solving.budget;
  if (!options.seconds && !options.iterations) budget = budget.until(after(solving.start, kSamplingSeconds));
  StopOnSignal signals;
  ProgressLine line;
  while (!budget.out_of_time() && !signals.asked() &&
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
