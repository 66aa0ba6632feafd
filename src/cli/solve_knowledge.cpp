// SPDX-License-Identifier: MIT
//
// `percept solve --by-knowledge`: players act on what they know, however they came to know it; how exploitable that is
// in the whole game is found out exactly at the end.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/lab_common.h"
#include "cli/solving.h"
#include "cli/terminal.h"
#include "play/policy.h"
#include "search/knowledge_cfr.h"

namespace percept::cli {

using namespace search;
using nlohmann::ordered_json;

int solve_knowledge(const Solving& solving, std::shared_ptr<const Layout> layout) {
  constexpr double kSeconds = 60;
  const SolveOptions& options = solving.options;
  const Positions& positions = layout->positions();
  if (options.checkpoint || options.until || options.chart || options.variant)
    return fail(
        {"--by-knowledge knows no --checkpoint, --until, --chart and --variant", "give it --seconds or --iterations"},
        kFindings);
  Budget budget = solving.budget;
  if (!options.seconds && !options.iterations) budget = budget.until(after(solving.start, kSeconds));
  auto cfr = KnowledgeCfr::make(layout, static_cast<std::size_t>(options.gigabytes * double(1 << 30)), budget);
  if (!cfr) return fail(cfr.error(), kFindings);
  std::size_t bytes = layout->bytes() + (*cfr)->bytes();
  if (!options.json) {
    fmt::print("{} information sets, of which {} differ in what is known; {} nodes; {} MB\n",
               layout->information_sets(), (*cfr)->information_sets(), (*cfr)->nodes(), bytes >> 20);
    std::fflush(stdout);
  }
  Interruption interruption;
  ProgressLine line;
  while (!budget.out_of_time() && !interruption.asked() &&
         !(options.iterations && (*cfr)->iterations() >= *options.iterations)) {
    (*cfr)->iterate();
    if (line.due()) line.show(fmt::format("iteration {}", (*cfr)->iterations()));
  }
  line.clear();
  double solved = seconds_since(solving.start);
  if (!options.json) {
    fmt::print("{} iterations in {:.1f} s; now a sweep for each role's best response\n", (*cfr)->iterations(), solved);
    std::fflush(stdout);
  }
  Profile average = (*cfr)->average();
  Crew crew(threads_or_all(options.threads));
  Evaluation evaluation = evaluate(*layout, average, crew);
  double seconds = seconds_since(solving.start),
         low = evaluation.values[0] - (evaluation.best[1] - evaluation.values[1]);
  if (auto written = write_policy(solving, *layout, average, evaluation, (*cfr)->iterations()); !written)
    return fail(written.error(), kUnreadable);
  if (options.json) {
    ordered_json values;
    for (std::size_t p = 0; p < 2; ++p) values[role_text(positions, p)] = evaluation.values[p];
    ordered_json out = {{"file", options.file},
                        {"method", "dcfr by knowledge"},
                        {"values", values},
                        {"exploitability", evaluation.exploitability()},
                        {"nash_conv", evaluation.nash_conv},
                        {"bounds", {low, evaluation.best[0]}},
                        {"iterations", (*cfr)->iterations()},
                        {"information_sets", layout->information_sets()},
                        {"known_apart", (*cfr)->information_sets()},
                        {"histories", positions.histories()},
                        {"nodes", (*cfr)->nodes()},
                        {"bytes", bytes},
                        {"sweep_seconds", seconds - solved},
                        {"seconds", seconds}};
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
    return kSuccess;
  }
  fmt::print("exploitability {:.6g} (points of the goal; the sweeps took {:.1f} s)\n", evaluation.exploitability(),
             seconds - solved);
  fmt::print("The value for {} is between {:.4f} and {:.4f}.\n", printable(role_text(positions, 0)), low,
             evaluation.best[0]);
  return kSuccess;
}

}  // namespace percept::cli
