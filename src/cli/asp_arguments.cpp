// SPDX-License-Identifier: MIT
#include "cli/arguments.h"
#include "cli/asp_command.h"

namespace percept::cli {

Run add_asp(CLI::App& app) {
  auto options = std::make_shared<AspOptions>();
  CLI::App* command = app.add_subcommand("asp", "the answer set program whose models are the histories of a game");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix; - for the standard input")->required();
  command->add_flag("--reactive", options->reactive, "a program that grows by a step each round");
  command->add_flag("--facts", options->facts, "--reactive: moves and percepts as facts, not as externals");
  command->add_flag("--goals", options->goals, "keep the rules for goals, and show them at the end");
  auto* role = command->add_option("--role", options->role, "only histories that explain what it did and saw")
                   ->type_name("ROLE");
  auto number = [&](const char* name, auto& value, const char* text, std::uint64_t first) {
    return command->add_option(name, value, text)->type_name("N")->check(a_whole_number(first))->needs(role);
  };
  auto* match = command->add_option("--match", options->match, "in the match of this record; - for the standard input")
                    ->type_name("RECORD")
                    ->needs(role);
  number("--nth", options->nth, "which match, where a record has several of the rule sheet", 1)->needs(match);
  number("--seed", options->seed, "in a random match from this seed, without --match", 0)->excludes(match);
  number("--round", options->round, "the first N rounds; all if not given", 0);
  command->footer(
      "The translation is that of Cerexhe, Sabuncu and Thielscher (2013): Definitions 3 and 4, one program for a "
      "query,\n"
      "or with --reactive Definitions 5 and 6, with the parts base, step(t) and check(t). Comments say which rule of "
      "the\n"
      "game each rule comes from. Without --role the models are all histories; clingo -c rounds=3 sets their "
      "length.\n\n"
      "Exit code: 0 printed, 1 errors in the rules or the match, 2 a file could not be read, or wrong usage.\n\n"
      "Examples:\n"
      "  percept asp games/monty_hall.kif --role candidate --seed 1 --round 2 | clingo - 0\n"
      "  percept asp --reactive games/monty_hall.kif | clingo - 0 --eq=0 -c rounds=2\n"
      "  percept play --json games/meier.kif | percept asp games/meier.kif --role p1 --match - | clingo - 5");
  return [options] { return cli::asp(*options); };
}

}  // namespace percept::cli
