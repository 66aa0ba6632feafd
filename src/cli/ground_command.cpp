// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/ground_command.h"
#include "cli/playing.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "game/playable.h"
#include "ground/print.h"

namespace percept::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kProfileRows = 20;

void print_steps(const std::vector<ground::Step>& steps) {
  double total = 0;
  for (const ground::Step& step : steps) {
    total += step.cpu_seconds;
    fmt::print("{} {:>8.3f} s   {}\n", paint("1", fmt::format("{:<12}", step.name), colored(stdout)), step.cpu_seconds,
               step.result);
  }
  fmt::print("{} {:>8.3f} s\n", paint("1", fmt::format("{:<12}", "ready"), colored(stdout)), total);
}

// The clauses that make the most ground rules.
int print_profile(const ground::SplitProgram& rules, program::Program& program, const ground::Options& options,
                  GroundingProgress& progress) {
  auto profile = ground::profile(rules, program.terms(), Budget(options.seconds, options.max_rules), options.progress,
                                 options.megabytes);
  progress.clear();
  if (!profile) {
    print_error(profile.error());
    return kFindings;
  }
  const std::vector<ground::Cost>* costs = &profile->costs;
  std::vector<std::size_t> order(costs->size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return (*costs)[a].rules > (*costs)[b].rules; });
  std::size_t all = 0;
  for (const ground::Cost& cost : *costs) all += cost.rules;
  fmt::print("\n{}\n",
             paint("1", fmt::format("{:>10} {:>10} {:>6} {:>6}  {}", "rules", "literals", "share", "line", "clause"),
                   colored(stdout)));
  for (std::size_t i = 0; i < std::min(order.size(), kProfileRows) && (*costs)[order[i]].rules > 0; ++i) {
    const ground::Cost& cost = (*costs)[order[i]];
    const ground::Clause& clause = rules.clauses[order[i]];
    fmt::print("{:>10} {:>10} {:>5.1f}% {:>6}  {}", cost.rules, cost.literals,
               100.0 * static_cast<double>(cost.rules) / static_cast<double>(all), clause.place.line(),
               ground::to_text({{clause}, {}, 0}, program));
  }
  if (profile->complete) return kSuccess;
  print_error({"grounding was given up: the counts are those until then", "--seconds and --max-rules set the limits"});
  return kFindings;
}

}  // namespace

int ground(const GroundOptions& options) {
  auto read = read_playable(options.file);
  if (!read) return read.error();
  auto description = std::move(*read);
  auto program = program::normalise(*description);
  if (!program) {
    print_error(program.error());
    return kFindings;
  }
  GroundingProgress progress;
  ground::Options grounding;
  grounding.split = options.split;
  grounding.simplify = options.simplify;
  grounding.logic = options.kleene ? circuit::Logic::kKleene : circuit::Logic::kTwoValued;
  grounding.seconds = options.seconds;
  grounding.max_rules = options.max_rules;
  grounding.progress = progress.callback();

  auto roles = game::roles_of(*program);
  if (!roles) {
    print_error(roles.error());
    return kFindings;
  }
  grounding.roles = std::move(*roles);

  using Show = GroundOptions::Show;
  if (options.show == Show::kSplit || options.show == Show::kRules || options.profile) {
    ground::SplitProgram rules = prepare(*program, grounding);
    if (options.show == Show::kSplit) fmt::print("{}", printable_lines(to_text(rules, *program)));
    if (options.profile) return print_profile(rules, *program, grounding, progress);
    if (options.show == Show::kSplit) return kSuccess;
    auto rules_without_variables =
        instantiate(rules, program->terms(), Budget(grounding.seconds, grounding.max_rules), grounding.progress);
    progress.clear();
    if (!rules_without_variables) {
      print_error(rules_without_variables.error());
      return kFindings;
    }
    fmt::print("{}", printable_lines(to_text(*rules_without_variables, program->terms())));
    return kSuccess;
  }

  std::vector<ground::Step> steps;
  auto game = make_circuit(*program, grounding, &steps);
  progress.clear();
  if (options.show == Show::kCircuit || options.dot) {
    if (game)
      fmt::print("{}",
                 printable_lines(options.dot ? to_dot(*game, program->terms()) : to_text(*game, program->terms())));
  } else if (options.json) {
    ordered_json out = {{"file", options.file}, {"grounded", game.has_value()}, {"steps", ordered_json::array()}};
    if (!game) out["error"] = game.error().message;
    for (const ground::Step& step : steps)
      out["steps"].push_back({{"name", step.name}, {"cpu_s", step.cpu_seconds}, {"result", step.result}});
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  } else {
    print_steps(steps);
  }
  if (game) return kSuccess;
  print_error(
      {game.error().message, "the game can be played with the prover; --profile shows which rules are to blame"});
  return kFindings;
}

}  // namespace percept::cli
