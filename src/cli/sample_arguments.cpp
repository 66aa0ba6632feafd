// SPDX-License-Identifier: MIT
#include "cli/arguments.h"
#include "cli/sample_command.h"

namespace percept::cli {

Run add_sample(CLI::App& app) {
  auto options = std::make_shared<SampleOptions>();
  CLI::App* command = app.add_subcommand("sample", "positions that a role may be in, sampled, with their weights");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix; - for the standard input")->required();
  command
      ->add_option("--role", options->role,
                   "who samples: by its own moves and percepts; a description of one role "
                   "needs none")
      ->type_name("ROLE");
  auto number = [&](const char* name, auto& value, const char* text, std::uint64_t first) {
    return command->add_option(name, value, text)->type_name("N")->check(a_whole_number(first));
  };
  auto* match = command->add_option("--match", options->match, "follow the match of this record; - for the input")
                    ->type_name("RECORD");
  number("--nth", options->nth, "which match, where a record has several of the rule sheet", 1)
      ->needs(match)
      ->capture_default_str();
  number("--seed", options->seed, "of a random match and of the draws; one is drawn for a match if not given", 0);
  number("--round", options->round, "the position after N rounds; the last one if not given", 0);
  number("--count,-n", options->count, "samples, at most", 1)->capture_default_str();
  std::map<std::string, sample::Engine> engines;
  std::string abouts;
  for (const sample::EngineName& each : sample::engines()) {
    engines.emplace(each.name, each.engine);
    abouts += fmt::format("  {:<14}{}\n", each.name, each.about);
  }
  command->add_option("--engine", options->engine, "one of those below; auto if not given")
      ->type_name("ENGINE")
      ->transform(one_of(engines));
  command->add_option("--seconds", options->seconds, "CPU seconds for the update of a round, and for a draw")
      ->type_name("S")
      ->check(seconds(false))
      ->capture_default_str();
  command->add_flag("--history", options->history, "show the moves of all roles that lead to each position");
  command->add_option("--opponents", options->opponents, "which moves the others like: lines of ROLE MOVE WEIGHT")
      ->type_name("FILE");
  command->add_flag("--forget", options->forget, "asp-reactive: forget after each round what the solver has learnt");
  command->add_flag("--facts", options->facts, "asp-reactive: moves and percepts as facts, not as externals");
  number("--worlds", options->worlds, "worlds: positions tracked one by one, at most", 1);
  number("--particles", options->particles, "hyperplay, worlds: histories kept, at most", 1);
  command->add_option("--told", options->told, "incomplete descriptions: what was done and seen, as in percept know")
      ->type_name("ROUNDS");
  command
      ->add_option("--game", options->game, "incomplete descriptions: the complete rules, by which a match is played")
      ->type_name("GAME");
  command->add_flag("--json", options->json, "print a JSON object for tools, histories included");
  command->footer(
      "Every sample is a history that a referee could have played: legal moves, the role's own, and exactly its\n"
      "percepts. Its weight is the product of the chances of the others' moves, each as likely as any other unless\n"
      "--opponents says more. An engine says whether its weights are exact. Equal positions are shown once, the\n"
      "likeliest first, and what all of them share is shown before them.\n\n"
      "Engines:\n" +
      abouts +
      "\nA record is anything that percept know reads. An opponent model has a line for each kind of move, first come\n"
      "first served, as in `black (move ?x ?y ?x ?z) 3`: three times as likely as a move without a line; * is any "
      "role.\n\n"
      "Of an incomplete description (IGDL) the samples are worlds, a position and what holds of the rules that are "
      "open:\n"
      "all that there are where they are no more than asked for, else drawn with equal chances where they can be "
      "counted.\n\n"
      "Exit code: 0 sampled, 1 errors in the rules, percepts that nothing explains, no sample in time;\n"
      "2 a file could not be read, or wrong usage.\n\n"
      "Examples:\n"
      "  percept sample games/monty_hall.kif --role candidate --seed 1 --round 2\n"
      "  percept sample games/blind_breakthrough_6x6.kif --role white --seed 3 --round 9 -n 3 --history\n"
      "  percept play --json games/meier.kif | percept sample games/meier.kif --role p1 --match - --engine native\n"
      "  percept sample --json games/kuhn_poker.kif --role player1 --seed 2 | jq '.samples[] | [.weight, .state]'\n"
      "  percept sample games/igdl/wiring.robot.igdl --told \"l1:b1; l1,l2\"");
  return [options] { return cli::sample(*options); };
}

}  // namespace percept::cli
