// SPDX-License-Identifier: MIT
//
// `percept solve --by-knowledge`: players act on what they know, however they came to know it; how exploitable that is
// in the whole game is found out exactly at the end.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/solving.h"
#include "cli/stop_on_signal.h"
#include "cli/terminal.h"
#include "play/policy.h"
#include "search/knowledge_cfr.h"

namespace percept::cli {

using namespace search;
using nlohmann::ordered_json;

int solve_knowledge(const Solving& solving, std::shared_ptr<const Positions> positions) {
  constexpr double kSeconds = 60;
  constexpr std::uint64_t kResponses = 100;
  const SolveOptions& options = solving.options;
  if (options.checkpoint || options.until || options.chart || options.variant)
    return fail(
        {"--by-knowledge knows no --checkpoint, --until, --chart and --variant", "give it --seconds or --iterations"},
        kFindings);
  Budget budget = solving.budget;
  if (!options.seconds && !options.iterations) budget = budget.until(after(solving.start, kSeconds));
  auto most = static_cast<std::size_t>(options.gigabytes * double(1 << 30));
  ProgressLine line;
  Limits left{.bytes = most - std::min(most, positions->bytes())};
  auto cfr = KnowledgeCfr::make(positions, left, budget, layout_progress(line));
  line.clear();
  if (!cfr) return fail(cfr.error(), kFindings);
  if (!options.json) {
    fmt::print("{} information sets that differ in what is known; {} nodes; {} MB\n", (*cfr)->information_sets(),
               (*cfr)->nodes(), (positions->bytes() + (*cfr)->bytes()) >> 20);
    std::fflush(stdout);
  }
  StopOnSignal signals;
  while (!budget.out_of_time() && !signals.asked() &&
         !(options.iterations && (*cfr)->iterations() >= *options.iterations)) {
    (*cfr)->iterate();
    if (line.due()) line.show(fmt::format("iteration {}", (*cfr)->iterations()));
  }
  line.clear();
  double solved = seconds_since(solving.start);
  if (!options.json) {
    fmt::print("{} iterations in {:.1f} s\n", (*cfr)->iterations(), solved);
    std::fflush(stdout);
  }
  // Exactly where all views can be laid out; else by what is found against it.
  left.bytes = most - std::min(most, (*cfr)->bytes());
  auto layout =
      Layout::make(positions, {.limits = left, .kind = Layout::Kind::kAuto, .progress = layout_progress(line)});
  line.clear();
  double values[2], best[2];
  if (layout) {
    Crew crew(threads_or_all(options.threads));
    Evaluation exact = evaluate(**layout, (*cfr)->average(**layout), crew);
    std::ranges::copy(exact.values, values);
    std::ranges::copy(exact.best, best);
  } else {
    double responding = std::max(1.0, solved / 4);  // seconds for each
    for (std::size_t p : {0u, 1u}) {
      values[p] = (*cfr)->value(p);
      line.show(fmt::format("what {} can win", role_text(*positions, p)));
      best[p] = std::max(values[p], (*cfr)->response(p, kResponses, Budget().until(in_seconds(responding))));
    }
  }
  auto sum = positions->constant_sum();
  line.clear();
  double nash_conv = best[0] + best[1] - values[0] - values[1];
  double seconds = seconds_since(solving.start);
  std::map<std::string, double> facts = {{layout ? "exploitability" : "exploitability_by_knowledge", nash_conv / 2},
                                         {"iterations", static_cast<double>((*cfr)->iterations())},
                                         {"information_sets", static_cast<double>((*cfr)->information_sets())}};
  if (options.policy)
    if (auto written = write_policy(solving, play::policy_of(**cfr), std::move(facts)); !written)
      return fail(written.error(), kUnreadable);
  if (options.json) {
    ordered_json of_roles;
    for (std::size_t p = 0; p < 2; ++p) of_roles[role_text(*positions, p)] = values[p];
    ordered_json out = {{"file", options.file},
                        {"method", "dcfr by knowledge"},
                        {"values", of_roles},
                        {"exact", layout.has_value()},
                        {"exploitability", nash_conv / 2},
                        {"nash_conv", nash_conv},
                        {"iterations", (*cfr)->iterations()},
                        {"known_apart", (*cfr)->information_sets()},
                        {"histories", positions->histories()},
                        {"nodes", (*cfr)->nodes()},
                        {"bytes", positions->bytes() + (*cfr)->bytes()},
                        {"sweep_seconds", seconds - solved},
                        {"seconds", seconds}};
    if (sum) out["bounds"] = {*sum - best[1], best[0]};
    if (layout) out["information_sets"] = (*layout)->information_sets();
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
    return kSuccess;
  }
  if (layout) {
    fmt::print("exploitability {:.6g} (points of the goal; {} information sets, gone through in {:.1f} s)\n",
               nash_conv / 2, (*layout)->information_sets(), seconds - solved);
    if (sum)
      fmt::print("The value for {} is between {:.4f} and {:.4f}.\n", printable(role_text(*positions, 0)),
                 *sum - best[1], best[0]);
    return kSuccess;
  }
  fmt::print("What players can have done and seen is too much to lay out, so how exploitable this is is not known.\n");
  fmt::print(
      "Who acts on what it knows was found to win {:.6g} points of the goal from it. {} gets {:.4f}, {} {:.4f}.\n",
      nash_conv / 2, printable(role_text(*positions, 0)), values[0], printable(role_text(*positions, 1)), values[1]);
  return kSuccess;
}

}  // namespace percept::cli
