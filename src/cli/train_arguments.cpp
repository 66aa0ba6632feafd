// SPDX-License-Identifier: MIT
#include "cli/arguments.h"
#include "cli/train_command.h"

namespace percept::cli {

Run add_train(CLI::App& app) {
  auto options = std::make_shared<TrainOptions>();
  CLI::App* command = app.add_subcommand("train", "learn what positions are worth, for players that search");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix")->required();
  command->add_option("--seconds", options->seconds, "for all of it, on the clock; 60 if nothing else ends it")
      ->type_name("S")
      ->check(seconds(false));
  command->add_option("--batches", options->batches, "end after so many in all, with those of earlier runs")
      ->type_name("N")
      ->check(a_whole_number(1));
  command->add_option("--output,-o", options->output, "the file; the rule sheet's name with .value if not given")
      ->type_name("FILE");
  command->add_flag("--resume", options->resume, "go on with that file, if it is there");
  command->add_option("--checkpoint-seconds", options->checkpoint_seconds, "between two times it is saved")
      ->type_name("S")
      ->check(seconds(true))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of the matches; a file that is resumed has its own")
      ->type_name("N")
      ->check(a_whole_number())
      ->capture_default_str();
  command->add_flag("--json", options->json, "print a JSON object for tools");
  command->footer(
      "Plays the game against itself, hundreds of matches at a time, and learns from each position how good it is for\n"
      "every role: a weight for each fluent that holds, and for each pair of them while these are not too many. "
      "Matches\n"
      "are predicted before they are learnt from. How far off it was is said as it goes, in parts of the goals' "
      "range:\n"
      "0 is a prophet, and who learnt nothing is as far off as the mean.\n\n"
      "mcts, hyperplay, hyperplay2, ismcts and resolve blend what was learnt into the worth of what they play out:\n"
      "  value=FILE    the file; of other rules it is refused\n"
      "  blend=N       per cent of a leaf's worth that are learnt\n"
      "Whether it helps depends on the game (docs/learning.md): let them play each other.\n\n"
      "Ctrl-C ends it early with what it has; who is killed loses what came behind the last time it was saved. With\n"
      "the same number of batches, learning that was broken off and resumed comes to the same file. The format is in\n"
      "docs/policies.md.\n\n"
      "Exit code: 0 learnt, 1 errors in the rules, or they are too large; 2 a file could not be read or written, or "
      "is\n"
      "of other rules.\n\n"
      "Examples:\n"
      "  percept train games/connect_four_7x6.kif --seconds 30 --output c4.value\n"
      "  percept match games/connect_four_7x6.kif --players mcts:value=c4.value,mcts --play-clock 1\n"
      "  percept train games/connect_four_7x6.kif --seconds 600 --output c4.value --resume\n"
      "  percept train --json games/nim.kif --batches 20 | jq .error");
  return [options] { return train(*options); };
}

}  // namespace percept::cli
