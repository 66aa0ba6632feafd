// SPDX-License-Identifier: MIT
#include "cli/train_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/playing.h"
#include "cli/progress.h"
#include "cli/stop_on_signal.h"
#include "cli/terminal.h"
#include "play/memory.h"
#include "play/trained_value.h"

namespace percept::cli {
namespace {

using nlohmann::ordered_json;

constexpr double kTrainingSeconds = 60;  // where nothing else ends it

// A learner that begins, or goes on with the file.
Result<std::unique_ptr<search::ValueLearner>> learner_of(const TrainOptions& options, const std::string& output,
                                                         const game::Model& model, search::Simulator& simulator,
                                                         const Budget& budget) {
  std::error_code ignored;
  bool there = std::filesystem::exists(output, ignored);
  if (there && !options.resume)
    return failure(printable(output) + " is there already", "--resume goes on with it; or name another with --output");
  if (!there) {
    auto out = std::make_unique<search::ValueLearner>(simulator, search::LearnSettings{.seed = options.seed}, budget);
    if (budget.out_of_time()) return failure("there was no time to look at the game", "give it more --seconds");
    return out;
  }
  auto before = play::TrainedValue::load(output);
  if (!before) return tl::unexpected(before.error());
  auto out = before->learner(model, simulator);
  if (!out) return failure(printable(output) + ": " + out.error().message, "name another file with --output");
  return out;
}

}  // namespace

int train(const TrainOptions& options) {
  StopOnSignal stop;
  Clock::time_point start = Clock::now();
  auto description = read_playable(options.file);
  if (!description) return description.error();
  auto model = game::Model::make(*description);
  if (!model) return fail(model.error(), kFindings);
  Budget budget = Budget().unless(stop.token());
  if (options.seconds || !options.batches)
    budget = budget.until(after(start, options.seconds.value_or(kTrainingSeconds)));
  GroundingProgress grounding;
  ground::Options making;
  making.budget = budget;
  making.progress = grounding.callback();
  auto simulator = search::Simulator::make(*model, making);
  grounding.clear();
  if (!simulator) return fail(simulator.error(), kFindings);
  if (!(*simulator)->in_lanes())
    return fail({"these rules are too large for a circuit, and values are learnt on circuits",
                 "percept ground shows how far it gets"},
                kFindings);
  std::string output = options.output.value_or(std::filesystem::path(options.file).stem().string() + ".value");
  std::error_code ignored;
  if (std::filesystem::is_directory(output, ignored))
    output = play::Memory(output).value_file(gdl::fingerprint((*model)->description()));
  auto learner = learner_of(options, output, **model, **simulator, budget);
  if (!learner) return fail(learner.error(), kUnreadable);
  const search::LearnProgress& progress = (*learner)->progress();
  std::uint64_t before = progress.batches;
  auto save = [&] { return write_file(output, play::TrainedValue::of(**learner, **model, **simulator).write()); };
  // That it can be written is known before the work.
  if (auto written = save(); !written) return fail(written.error(), kUnreadable);
  ProgressLine line;
  double saved = seconds_since(start);
  while (progress.batches < options.batches.value_or(UINT64_MAX) && (*learner)->run(1, budget) == 1) {
    if (line.due())
      line.show(fmt::format("{} matches: off by {:.3f} (the mean alone by {:.3f})", progress.matches, progress.error,
                            progress.constant));
    if (seconds_since(start) - saved < options.checkpoint_seconds) continue;
    if (auto written = save(); !written) return fail(written.error(), kUnreadable);
    saved = seconds_since(start);
  }
  line.clear();
  if (auto written = save(); !written) return fail(written.error(), kUnreadable);
  if (const auto& trouble = (*simulator)->trouble()) return fail({*trouble, "percept check may say why"}, kFindings);
  const search::LearntValue& value = (*learner)->value();
  if (options.json) {
    ordered_json out = {{"file", options.file},
                        {"output", output},
                        {"batches", progress.batches},
                        {"matches", progress.matches},
                        {"positions", progress.positions},
                        {"fluents", value.shape().fluents.size()},
                        {"pairs", value.shape().pairs},
                        {"weights", value.weights().size()},
                        {"error", progress.error},
                        {"constant_error", progress.constant},
                        {"seconds", seconds_since(start)}};
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
    return kSuccess;
  }
  fmt::print("{} matches ({} batches, {} of them now), {} positions; {} fluents{}, {} weights\n", progress.matches,
             progress.batches, progress.batches - before, progress.positions, value.shape().fluents.size(),
             value.shape().pairs ? " and their pairs" : "", value.weights().size());
  if (progress.batches == 0)
    fmt::print("There was no time for a batch of matches: give it more --seconds.\n");
  else
    fmt::print(
        "Before it learnt from a match it was off by {:.3f} of the goals' range; who always says the mean, by "
        "{:.3f}.\n",
        progress.error, progress.constant);
  std::string strategy = (*model)->imperfect() ? "ismcts" : "mcts";
  if ((*simulator)->roles() > 1 && options.file != "-")
    fmt::print("{}: percept match {} --players {}:value={},{}\n", printable(output), printable(options.file), strategy,
               printable(output), strategy);
  return kSuccess;
}

}  // namespace percept::cli
