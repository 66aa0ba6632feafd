// SPDX-License-Identifier: MIT
#include "cli/arguments.h"
#include "cli/serve_command.h"

namespace percept::cli {

Run add_serve(CLI::App& app) {
  auto options = std::make_shared<ServeCommandOptions>();
  CLI::App* command = app.add_subcommand("serve", "play, watch and organise in a browser; HTTP with JSON for programs");
  command->add_option("--port,-p", options->port, "where it listens; 0 for any port that is free")
      ->type_name("N")
      ->check(CLI::Range(0, 65535).description(""))
      ->capture_default_str();
  command->add_option("--host", options->host, "an address of this machine; 0.0.0.0 for all, which needs a token")
      ->type_name("HOST")
      ->capture_default_str();
  command->add_option("--store", options->store, "records of matches; $PERCEPT_STORE or the user's own if not given")
      ->type_name("FILE");
  command->add_option("--games", options->games, "a folder with rule sheets")
      ->type_name("FOLDER")
      ->capture_default_str();
  command
      ->add_option("--token-file", options->token_file,
                   "the token that changes need is in this file; else in $PERCEPT_TOKEN")
      ->type_name("FILE");
  command->add_option("--max-matches", options->max_matches, "matches at once; others wait")
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""))
      ->capture_default_str();
  command->add_option("--poll", options->poll, "seconds between two questions to a registered player; 0 for never")
      ->type_name("S")
      ->check(seconds(true))
      ->capture_default_str();
  command->add_flag("--open", options->open, "show the pages in a browser");
  command->add_option("--memory", options->megabytes, "MB that the process of a match may use; 0 for no limit")
      ->type_name("MB")
      ->check(a_whole_number())
      ->capture_default_str();
  command->add_flag("--quiet,-q", options->quiet, "no line a match");
  command->footer(
      "The address is the page to play at: pick a game, who plays each role, and click. People on other machines get a\n"
      "link each. Programs start, watch and break off matches, list games, players and records, and register players,\n"
      "who are asked from time to time whether they are there. GET /openapi.json describes all of it, docs/service.md\n"
      "tells more.\n\n"
      "It answers to this machine only, unless --host says otherwise. Then, or when a token is given, whatever "
      "changes\n"
      "something needs `Authorization: Bearer TOKEN`, and so does what is hidden in a running match; a token is made "
      "and\n"
      "printed when none is given. Ctrl-C breaks off running matches; what was played stays on record.\n\n"
      "Exit code: 0 ended by Ctrl-C or SIGTERM, 2 it cannot listen there or open its store, or wrong usage.\n\n"
      "Examples:\n"
      "  percept serve --open\n"
      "  percept serve &\n"
      "  curl localhost:9146/api/games\n"
      "  curl localhost:9146/api/matches -H 'Content-Type: application/json' \\\n"
      "    -d '{\"game\": \"meier\", \"players\": {\"p1\": \"legal\", \"p2\": \"random\"}}'\n"
      "  curl -N localhost:9146/api/events                     # all matches, live\n"
      "  curl -N localhost:9146/api/matches/ID/events\n"
      "  curl localhost:9146/api/matches/ID/cancel -X POST -H 'Content-Type: application/json'\n"
      "  curl localhost:9146/api/players -H 'Content-Type: application/json' -d '{\"url\": "
      "\"http://localhost:9147\"}'\n"
      "  curl 'localhost:9146/api/matches/ID/record?format=ggp'\n"
      "  percept serve --host 0.0.0.0 --token-file ~/.percept-token");
  return [options] { return serve(*options); };
}

}  // namespace percept::cli
