// SPDX-License-Identifier: MIT
#include "cli/arguments.h"
#include "cli/match_command.h"
#include "play/strategies.h"

namespace percept::cli {

Run add_match(CLI::App& app) {
  auto options = std::make_shared<MatchCommandOptions>();
  CLI::App* command = app.add_subcommand("match", "play a match between players, here or over the network");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix; - for the standard input")->required();
  command->add_option("--players", options->players, "role=SPEC, or SPEC for the next role; the others play auto")
      ->type_name("ROLE=SPEC,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  auto clock = [&](const char* name, std::optional<double>& value, const char* text) {
    command->add_option(name, value, text)->type_name("S")->check(seconds(true));
  };
  clock("--start-clock", options->start_clock,
        "seconds to get ready; 0, the default here, is no limit; 30 with players elsewhere");
  clock("--play-clock", options->play_clock,
        "seconds for a move; 0, the default here, is no limit; 10 with players elsewhere");
  command->add_option("--seed", options->seed, "of random, of replaced moves, and of players here; drawn if not given")
      ->type_name("N")
      ->check(a_whole_number());
  command
      ->add_option("--dialect", options->dialects,
                   "of players elsewhere, for all or as role=DIALECT: auto, ggp-base, dresden, infix, dresden-2010, "
                   "dresden-2013, pakapark")
      ->type_name("DIALECT,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("--tell-moves", options->tell_moves,
                    "tell players whose dialect has no percepts every move, hidden ones too");
  std::map<std::string, wire::Dialect> conventions = {{"ggp-base", wire::Dialect::kGgpBase},
                                                      {"dresden", wire::Dialect::kDresden}};
  command
      ->add_option("--clocks", options->convention,
                   "how clocks are kept, ggp-base (from the request) or dresden (from the connection); as the dialect "
                   "has it if not given")
      ->type_name("CONVENTION")
      ->transform(one_of(conventions));
  auto* described = command
                        ->add_option("--description", options->descriptions,
                                     "role=FILE: what this role is given instead of the rules, an incomplete "
                                     "description (IGDL); may be repeated")
                        ->type_name("ROLE=FILE")
                        ->allow_extra_args(false);
  command->add_flag("--scramble", options->scramble, "tell players rules with other names")->excludes(described);
  std::map<std::string, game::Game::Choice> engines = {{"auto", game::Game::Choice::kAuto},
                                                       {"circuit", game::Game::Choice::kCircuit},
                                                       {"prover", game::Game::Choice::kProver}};
  command->add_option("--engine", options->engine, "the referee's: auto, circuit or prover (default)")
      ->type_name("ENGINE")
      ->transform(one_of(engines));
  command->add_option("--max-rounds", options->max_rounds, "a match without an end is broken off after so many")
      ->type_name("N")
      ->check(a_whole_number(1))
      ->capture_default_str();
  command->add_option("--id", options->id, "of the match, without blanks; made up if not given")->type_name("ID");
  auto* store = command->add_option("--store", options->store, "where matches are kept")->type_name("FILE");
  command->add_flag("--no-store", options->no_store, "keep no record")->excludes(store);
  auto* json = command->add_flag("--json", options->json, "print the record as a JSON object at the end");
  auto* quiet = command->add_flag("--quiet,-q", options->quiet, "no line a round")->excludes(json);
  command
      ->add_flag("--explain", options->explain,
                 "show each round: the board, what each role knew of it, its move and what it thought of others")
      ->excludes(json)
      ->excludes(quiet);
  command->footer(
      "A SPEC is a strategy of ours, http://host:port of a player that speaks the GGP protocol, or human for a person\n"
      "at this terminal. Strategies, with their options behind colons:\n" +
      play::strategies_help() +
      "\nEvery role is told its own percepts and nothing else. A missing or illegal answer is replaced by a random\n"
      "legal move, and the record says why; random itself is played by the manager. Ctrl-C cancels the match: players\n"
      "are sent ABORT, and what was played is kept.\n\n"
      "Matches are kept, round by round, in $PERCEPT_STORE or percept/matches.db in the user's data folder;\n"
      "percept matches lists, shows, replays and exports them.\n\n"
      "Exit code: 0 played to the end, 1 cancelled or broken off, or errors in the rules;\n"
      "2 a file could not be read, or wrong usage.\n\n"
      "Examples:\n"
      "  percept match games/noughts_and_crosses.kif --players human,random\n"
      "  percept match games/krieg_tictactoe_3x3.kif --players xplayer=legal,oplayer=random:seed=3 --seed 1\n"
      "  percept match games/krieg_tictactoe_5x5.kif --players hyperplay,hyperplay --play-clock 0.3 --explain\n"
      "  percept match games/meier.kif --players http://localhost:9147,legal --start-clock 30 --play-clock 10\n"
      "  percept match games/igdl/buttons_and_lights.kif --players igdl --description "
      "robot=games/igdl/buttons_and_lights.robot.igdl\n"
      "  percept match games/transit.kif --dialect dresden-2010 --players http://host:4000,http://host:4001 "
      "--scramble");
  return [options] { return cli::match(*options); };
}

}  // namespace percept::cli
