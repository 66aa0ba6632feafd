// SPDX-License-Identifier: MIT
#include "cli/arguments.h"
#include "cli/tournament_command.h"
#include "play/strategies.h"

namespace percept::cli {

Run add_tournament(CLI::App& app) {
  auto options = std::make_shared<TournamentCommandOptions>();
  CLI::App* command = app.add_subcommand("tournament", "let players meet in many matches, and rate them");
  command
      ->add_option("CONFIG", options->file,
                   "what is to be played: JSON with comments; with --table a "
                   "name will do")
      ->required();
  command->add_option("--store", options->store, "where matches are kept; $PERCEPT_STORE, else the user's store")
      ->type_name("FILE");
  command->add_option("--workers", options->workers, "matches at a time; two for each core if not given")
      ->type_name("N")
      ->check(a_whole_number(1));
  auto* table = command->add_flag("--table", options->table, "play nothing, show what is in the store");
  command->add_flag("--restart", options->restart, "remove what was played under this name, and begin again")
      ->excludes(table);
  command
      ->add_option("--sequential", options->sequential,
                   "stop when it is decided whether the first of two players is better by ELO1, or by no more than "
                   "ELO0; with paired matches")
      ->type_name("ELO0:ELO1")
      ->excludes(table);
  auto* json = command->add_flag("--json", options->json, "print the table as JSON");
  command->add_flag("--markdown", options->markdown, "print the table as Markdown")->excludes(json);
  command->footer(
      "A configuration:\n"
      "  {\n"
      "    \"name\": \"spring-cup\",              // matches are called "
      "spring-cup.1, spring-cup.2 …\n"
      "    \"type\": \"paired\",                  // or \"round-robin\"\n"
      "    \"games\": [\"../games/meier.kif\"],   // relative to this file; a role may have its own description:\n"
      "                // {\"game\": \"cups.kif\", \"descriptions\": {\"left\": \"cups.left.igdl\"}}\n"
      "    \"players\": {\n"
      "      \"careful\": \"legal\",\n"
      "      \"dice\": \"random\",\n"
      "      \"guest\": {\"spec\": \"http://localhost:9147\", \"dialect\": "
      "\"dresden-2013\"}\n"
      "    },\n"
      "    \"repetitions\": 10, \"first_seed\": 1, // or \"seeds\": [1, 2, 3]; if not given, 1, or with players "
      "elsewhere drawn\n"
      "    \"clocks\": {\"start\": 10, \"play\": 5}, // seconds; 0, or "
      "nothing, is no limit\n"
      "    \"scramble\": false, \"max_rounds\": 1000\n"
      "  }\n"
      "round-robin: every seating of different players at the roles of each "
      "game, each match with a seed of its own.\n"
      "paired: two players meet twice, roles swapped, with the same seed, so "
      "that chance favours both alike; for games\n"
      "of two roles. A player somewhere else may remember, and its cards of the first match would be its opponent's "
      "in\n"
      "the second: its matches have a seed each. Everything is played once for each seed. Players:\n" +
      play::strategies_help() +
      "  http://HOST:PORT  a player somewhere else, of anybody's\n\n"
      "Every match goes to the store round by round. Ctrl-C, a kill or a power "
      "cut lose no finished round: the same\n"
      "command again plays what is missing, and a match that was cut off from "
      "its beginning, as NAME.NUMBER.2. Matches\n"
      "without clocks and with players of ours run side by side; others run "
      "alone. One process at a time plays a\n"
      "tournament. Failed matches (rules without a next state, too many "
      "rounds) are counted and not played again.\n\n"
      "The table: mean goals with 95 % intervals (Student; matches of a game "
      "with the same seed are one observation),\n"
      "matches won, drawn and lost, faults (answers that had to be replaced), "
      "and ratings after Bradley and Terry on\n"
      "the Elo scale, their mean 1500, with 95 % intervals; one draw for each "
      "player is added, so that they are finite.\n\n"
      "--sequential 0:30 is a sequential probability ratio test: after each pair (the same chance, roles swapped) it\n"
      "asks whether the first player is 30 Elo better or not better at all, with errors of 5 %, and plays no more "
      "than\n"
      "it takes to tell; the repetitions are how much it may take at most.\n\n"
      "Exit code: 0 all is played or decided, 1 matches failed or could not be started, "
      "or it was interrupted; 2 the configuration\n"
      "or the store cannot be used.\n\n"
      "Examples:\n"
      "  percept tournament examples/tournament.json\n"
      "  percept tournament examples/tournament.json --table --markdown\n"
      "  percept tournament example --table --json | jq '.players[] | [.name, "
      ".elo]'");
  return [options] { return tournament(*options); };
}

}  // namespace percept::cli
