// SPDX-License-Identifier: MIT
#include "cli/arguments.h"
#include "cli/player_command.h"
#include "play/strategies.h"

namespace percept::cli {

Run add_player(CLI::App& app) {
  auto options = std::make_shared<PlayerCommandOptions>();
  CLI::App* command = app.add_subcommand("player", "a player that any manager can call by the GGP protocol");
  command->add_option("--port,-p", options->port, "where it listens; 0 for any port that is free")
      ->type_name("N")
      ->check(CLI::Range(0, 65535).description(""))
      ->capture_default_str();
  command
      ->add_option("--host", options->host,
                   "the address of this machine to listen at; * for all; localhost for managers here")
      ->type_name("HOST")
      ->capture_default_str();
  command->add_option("--strategy", options->strategy, "one of those below, with its options behind colons")
      ->type_name("SPEC")
      ->capture_default_str();
  std::vector<std::string> filters = {"two-set", "exact"};
  command->add_option("--filter", options->filter, "two-set or exact: how it knows its legal moves")
      ->type_name("FILTER")
      ->check(CLI::IsMember(filters).description(""));
  command->add_option("--name", options->name, "what it calls itself")->type_name("NAME")->capture_default_str();
  command
      ->add_option("--seed", options->seed, "of its choices in the first match, then one more each; drawn if not given")
      ->type_name("N")
      ->check(a_whole_number());
  command->add_option("--memory", options->megabytes, "MB that the process of a match may use; 0 for no limit")
      ->type_name("MB")
      ->check(a_whole_number())
      ->capture_default_str();
  command->add_flag("--quiet,-q", options->quiet, "no line a message");
  command->footer(
      "It answers INFO, PREVIEW, START, PLAY (and SEES), STOP and ABORT over HTTP, as ggp-base, both generations of\n"
      "the Dresden GameController and systems that write infix send them; it tells the dialects apart by itself. In "
      "GDL\n"
      "it is told the joint moves, in GDL-II its percepts (or joint moves, from which it works them out), and goes by\n"
      "the move that the manager made for it, whatever it answered. It answers before its clock is over, with a "
      "margin\n"
      "that it learns, and plays one match at a time, each in a process of its own; others are told busy. A match is\n"
      "over with STOP or ABORT, with another START from the same address, or with anybody's when its manager has been\n"
      "silent for ten seconds longer than the clock that runs.\n\n"
      "Strategies:\n" +
      play::strategies_help() +
      "\nEach message is a line on the standard error, with the time. Ctrl-C ends it.\n\n"
      "Exit code: 0 ended by Ctrl-C or SIGTERM, 2 it cannot listen there, or wrong usage.\n\n"
      "Examples:\n"
      "  percept player --port 9147 --strategy random --name alice\n"
      "  percept match games/meier.kif --players http://localhost:9147,legal --start-clock 30 --play-clock 10\n"
      "  percept player --host localhost --port 9148 --strategy legal:filter=two-set\n"
      "  curl -s http://localhost:9147 -d '( INFO )'");
  return [options] { return cli::player(*options); };
}

}  // namespace percept::cli
