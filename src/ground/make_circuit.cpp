// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "circuit/simplify.h"
#include "ground/demand.h"
#include "ground/game_circuit.h"
#include "ground/simplify.h"
#include "ground/unfold.h"

namespace percept::ground {
namespace {

std::string size_of(const GameCircuit& game) {
  std::size_t gates = 0, operands = 0, loops = 0, moves = 0;
  for (std::uint32_t node = 0; node < game.circuit.size(); ++node) {
    gates += game.circuit.kind(node) == Circuit::Kind::kAnd || game.circuit.kind(node) == Circuit::Kind::kFails ? 1 : 0;
    loops += game.circuit.kind(node) == Circuit::Kind::kLoop ? 1 : 0;
    operands += game.circuit.operands(node).size();
  }
  for (const auto& of_role : game.moves) moves += of_role.size();
  return fmt::format("{} gates, {} operands, {} loops; {} fluents, {} moves", gates, operands, loops,
                     game.fluents.size(), moves);
}

// A term that seems to grow is given little: the rule by which it grows may never fire, and if it does there is no end.
constexpr double kGrowingSeconds = 0.5;
constexpr std::size_t kGrowingRules = 20'000;

}  // namespace

SplitProgram prepare(Program& program, const Options& options) {
  if (!options.split) return unsplit(program);
  drop_idle_arguments(program);
  unfold(program);
  return split(program, with_demand(program));
}

Result<GameCircuit> make_circuit(Program& program, const Options& options, std::vector<Step>* steps) {
  double since = cpu_seconds();
  auto note = [&](std::string name, std::string result) {
    if (!steps) return;
    double now = cpu_seconds();
    steps->push_back({std::move(name), now - since, std::move(result)});
    since = cpu_seconds();
  };
  SplitProgram rules = prepare(program, options);
  note("split", fmt::format("{} clauses of {}, {} cut", rules.clauses.size(), program.clauses().size(), rules.split));
  Budget budget = options.budget.within(options.seconds).at_most(options.max_rules);
  if (program.growing()) budget = budget.within(kGrowingSeconds).at_most(kGrowingRules);
  Result<GroundProgram> ground = instantiate(rules, program.terms(), budget, options.progress, options.megabytes);
  if (!ground && program.growing())
    return failure(
        fmt::format("a term grows from round to round by the rule in line {}, so that there is no end of rules "
                    "without variables",
                    program.growing()->line()));
  if (!ground) return tl::unexpected(ground.error());
  note("instantiate", fmt::format("{} ground rules, {} literals", ground->size(), ground->literals()));
  Result<GameCircuit> game = build(*ground, rules, program.terms(), options);
  if (!game) return game;
  note("build", size_of(*game));
  if (!options.simplify) return game;
  auto late = [&] { return options.budget.out_of_time(); };
  auto too_long = [&] { return failure("grounding takes too long: the circuit has " + size_of(*game)); };
  if (late()) return too_long();
  std::vector<Wire> roots = game->outputs();
  game->circuit = circuit::flattened(std::move(game->circuit), roots);
  game->set_outputs(roots);
  note("flatten", size_of(*game));
  if (late()) return too_long();
  fix_constants(*game);
  note("constants", size_of(*game));
  if (late()) return too_long();
  if (options.logic == circuit::Logic::kTwoValued) {
    use_moves(*game);
    note("moves", size_of(*game));
  }
  if (late()) return too_long();
  roots = game->outputs();
  game->circuit = circuit::shared(game->circuit, roots);
  game->set_outputs(roots);
  note("share", size_of(*game));
  return game;
}

}  // namespace percept::ground
