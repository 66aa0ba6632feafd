// SPDX-License-Identifier: MIT
//
// `percept solve` for games of hidden facts or moves at the same time: regret minimisation, with exact exploitability
// as it goes, checkpoints, and the policy as a file.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cli/checkpoint.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/solving.h"
#include "cli/stop_on_signal.h"
#include "cli/terminal.h"
#include "play/policy.h"
#include "search/cfr.h"

namespace percept::cli {
namespace {

using namespace search;
using nlohmann::ordered_json;

constexpr double kDefaultSeconds = 60;

Result<bool> resume(Cfr& cfr, const std::string& file) {
  auto state = read_checkpoint(file, cfr.layout());
  if (!state) return tl::unexpected(state.error());
  if (!*state) return false;
  if (auto loaded = cfr.load(**state); !loaded) return tl::unexpected(loaded.error());
  return true;
}

}  // namespace

int solve_equilibrium(const Solving& solving, std::shared_ptr<const Positions> positions) {
  const SolveOptions& options = solving.options;
  if (options.by_knowledge) return solve_knowledge(solving, positions);
  ProgressLine line;
  Layout::Options laying{.limits = {.bytes = static_cast<std::size_t>(options.gigabytes * double(1 << 30))},
                         .kind = Layout::Kind::kAuto,
                         .progress = layout_progress(line)};
  auto made = Layout::make(positions, laying, solving.budget);
  line.clear();
  if (!made) return fail(made.error(), kFindings);
  std::shared_ptr<const Layout> layout = *made;
  bool zero_sum = positions->constant_sum().has_value() && layout->players() == 2;
  if (!layout->listed() && zero_sum && !options.variant) return solve_tables(solving, layout);
  double laid_out = seconds_since(solving.start);
  Variant variant = options.variant.value_or(Cfr::Options().variant);
  std::string_view name;
  for (const VariantName& known : variants())
    if (known.variant == variant) name = known.name;
  StopOnSignal signals;
  Crew crew(threads_or_all(options.threads));
  Cfr cfr(layout, {.variant = variant, .planned = options.iterations.value_or(1000)});
  if (!options.json) {
    fmt::print("{} information sets; {}; {} MB; laid out in {:.1f} s\n", layout->information_sets(),
               layout->listed() ? fmt::format("{} ends", layout->outcomes().size()) : "ends are walked through",
               (layout->bytes() + cfr.bytes()) >> 20, laid_out);
    if (!zero_sum)
      fmt::print(
          "More than two roles, or goals without a constant sum: what follows is the outcome of regret\n"
          "minimisation and how far from an equilibrium it is; that it gets close to one is not promised.\n");
  }
  bool resumed = false;
  if (options.checkpoint) {
    auto found = resume(cfr, *options.checkpoint);
    if (!found) return fail(found.error(), kUnreadable);
    resumed = *found;
    if (resumed && !options.json) fmt::print("resumed at iteration {}\n", cfr.iterations());
  }
  double seconds = options.seconds.value_or(options.iterations ? HUGE_VAL : kDefaultSeconds);
  auto elapsed = [&] { return seconds_since(solving.start); };
  Evaluation evaluation;
  std::vector<Moment> moments;
  auto look = [&] {
    evaluation = evaluate(*layout, cfr.average(), crew);
    moments.push_back({cfr.iterations(), elapsed(), evaluation.exploitability()});
    if (!options.json) {
      std::string values;
      for (std::size_t p = 0; p < layout->players(); ++p)
        values += fmt::format("  {} {:.6f}", printable(role_text(*positions, p)), evaluation.values[p]);
      line.clear();
      fmt::print("{:>9} {:>9.2f} {:>14.6g}{}\n", cfr.iterations(), elapsed(), evaluation.exploitability(), values);
      std::fflush(stdout);
    }
  };
  if (!options.json) fmt::print("\n{}: iteration, seconds, exploitability (points of the goal), values\n", name);
  double saved = elapsed(), first = elapsed();
  auto save = [&]() -> Result<void> {
    saved = elapsed();
    return write_checkpoint(*options.checkpoint, *layout, cfr.save());
  };
  std::uint64_t done = 0;
  double next_look = static_cast<double>(cfr.iterations()) + 1;
  look();
  for (;; ++done) {
    if (options.iterations && cfr.iterations() >= *options.iterations) break;
    if (options.until && evaluation.exploitability() <= *options.until) break;
    if (elapsed() >= seconds || signals.asked()) break;
    // Two iterations say how many there will be.
    if (done == 2 && !options.iterations && !resumed) {
      double left = seconds - elapsed(), each = (elapsed() - first) / 2;
      cfr.plan(static_cast<std::uint64_t>(std::clamp(left / std::max(each, 1e-9), 10.0, 1e9)));
    }
    cfr.iterate(crew);
    if (line.due()) line.show(fmt::format("iteration {}", cfr.iterations()));
    if (static_cast<double>(cfr.iterations()) >= next_look) {
      look();
      next_look = std::max(static_cast<double>(cfr.iterations()) * 1.25, static_cast<double>(cfr.iterations()) + 1);
    }
    if (options.checkpoint && elapsed() - saved >= options.checkpoint_seconds)
      if (auto written = save(); !written) return fail(written.error(), kUnreadable);
  }
  if (moments.empty() || moments.back().iterations != cfr.iterations()) look();
  if (options.checkpoint)
    if (auto written = save(); !written) return fail(written.error(), kUnreadable);
  if (auto written = write_policy(solving, *layout, cfr.average(), evaluation, cfr.iterations()); !written)
    return fail(written.error(), kUnreadable);
  if (auto written = write_chart(options, moments, name); !written) return fail(written.error(), kUnreadable);
  if (options.json) {
    ordered_json values, curve = ordered_json::array();
    for (std::size_t p = 0; p < layout->players(); ++p) values[role_text(*positions, p)] = evaluation.values[p];
    for (const Moment& m : moments) curve.push_back({m.iterations, m.seconds, m.exploitability});
    ordered_json out = {{"file", options.file},
                        {"method", name},
                        {"values", values},
                        {"exploitability", evaluation.exploitability()},
                        {"nash_conv", evaluation.nash_conv},
                        {"promised", zero_sum},
                        {"iterations", cfr.iterations()},
                        {"information_sets", layout->information_sets()},
                        {"histories", positions->histories()},
                        {"positions", positions->size()},
                        {"ends", layout->outcomes().size()},
                        {"bytes", layout->bytes() + cfr.bytes()},
                        {"seconds", elapsed()},
                        {"curve", curve}};
    if (zero_sum)
      out["bounds"] = {evaluation.values[0] - (evaluation.best[1] - evaluation.values[1]), evaluation.best[0]};
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  } else if (zero_sum) {
    fmt::print("\nThe value for {} is between {:.6f} and {:.6f}.\n", printable(role_text(*positions, 0)),
               evaluation.values[0] - (evaluation.best[1] - evaluation.values[1]), evaluation.best[0]);
  }
  return kSuccess;
}

}  // namespace percept::cli
