// SPDX-License-Identifier: MIT
#include "cli/arguments.h"
#include "cli/matches_command.h"

namespace percept::cli {
namespace {

using Action = MatchesOptions::Action;
using Options = std::shared_ptr<MatchesOptions>;

constexpr const char* kId = "its id, or the beginning of it";

void add_store(CLI::App* command, const Options& options) {
  command
      ->add_option("--store", options->store, "the store; $PERCEPT_STORE, else percept/matches.db in your data folder")
      ->type_name("FILE");
}

CLI::App* add_action(CLI::App* matches, const Options& options, Action action, const char* name, const char* text) {
  CLI::App* command = matches->add_subcommand(name, text);
  add_store(command, options);
  command->callback([options, action] { options->action = action; });
  return command;
}

void add_list(CLI::App* matches, const Options& options) {
  add_store(matches, options);
  auto add = [&](const char* name, auto& value, const char* text, const char* type) {
    matches->add_option(name, value, text)->type_name(type);
  };
  add("--game", options->game, "only those of this rule sheet, by its file name", "NAME");
  add("--player", options->player, "only those in which it plays", "NAME");
  add("--tournament", options->tournament, "only those of this tournament", "NAME");
  std::map<std::string, record::Status> statuses;
  for (record::Status status : {record::Status::kRunning, record::Status::kCompleted, record::Status::kAborted,
                                record::Status::kFailed, record::Status::kInterrupted})
    statuses.emplace(record::name_of(status), status);
  matches->add_option("--status", options->status, "running, completed, aborted, failed or interrupted")
      ->type_name("STATUS")
      ->transform(one_of(statuses));
  matches->add_option("--limit", options->limit, "so many at most, the newest; 0 for all")
      ->type_name("N")
      ->check(a_whole_number())
      ->capture_default_str();
  matches->add_flag("--json", options->json, "print a JSON array for tools");
}

void add_show(CLI::App* matches, const Options& options) {
  CLI::App* command = add_action(matches, options, Action::kShow, "show", "header, faults, moves and a position");
  command->add_option("ID", options->ids, kId)->required()->expected(1);
  command->add_option("--round", options->round, "the position after N rounds; the last one if not given")
      ->type_name("N")
      ->check(a_whole_number());
  command->add_option("--role", options->role, "only what this role was told, and knows from it")->type_name("ROLE");
  command->add_flag("--json", options->json, "print a JSON object for tools: docs/records.md");
  command->footer(
      "With --role nothing is shown but the role's own moves and percepts, and what follows from them; with --json "
      "that\n"
      "is a record that percept know reads.\n\n"
      "Examples:\n"
      "  percept matches show krieg\n"
      "  percept matches show krieg --role crosses --round 3");
}

void add_replay(CLI::App* matches, const Options& options) {
  CLI::App* command = add_action(matches, options, Action::kReplay, "replay", "round by round, with boards");
  command->add_option("ID", options->ids, kId)->required()->expected(1);
  command->add_option("--role", options->role, "as this role saw it")->type_name("ROLE");
  command->add_option("--delay", options->delay, "seconds for each round, in a terminal")
      ->type_name("S")
      ->check(seconds(true))
      ->capture_default_str();
  command->add_option("--from", options->from, "start with the position after N rounds")
      ->type_name("N")
      ->check(a_whole_number());
  command->footer("Example: percept matches replay krieg --role noughts --delay 0.5");
}

void add_export(CLI::App* matches, const Options& options) {
  CLI::App* command = add_action(matches, options, Action::kExport, "export", "write a match in a format of others");
  command->add_option("ID", options->ids, kId)->required()->expected(1);
  std::map<std::string, MatchesOptions::Format> formats = {{"ggp", MatchesOptions::Format::kGgp},
                                                           {"dresden", MatchesOptions::Format::kDresden},
                                                           {"percept", MatchesOptions::Format::kPercept}};
  command->add_option("--to", options->format, "ggp, dresden or percept")
      ->type_name("FORMAT")
      ->required()
      ->transform(one_of(formats));
  command->add_option("--role", options->role, "dresden: what this role knows; everything if not given")
      ->type_name("ROLE");
  command->add_option("--output,-o", options->output, "a file, or for dresden a folder to put the match's folder in")
      ->type_name("PATH");
  command
      ->add_option("--stylesheet", options->stylesheet,
                   "dresden: the address of an XSL sheet that browsers show it with")
      ->type_name("URL");
  command->footer(
      "  ggp      ggp.org's JSON, with fields of ours for percepts, seed and rules\n"
      "  dresden  a folder of XML files, one a state; with --role the facts that the role knows and no others\n"
      "  percept  our own JSON, with everything: docs/records.md\n\n"
      "Examples:\n"
      "  percept matches export krieg --to ggp | jq .moves\n"
      "  percept matches export krieg --to dresden --role crosses --output records");
}

void add_import(CLI::App* matches, const Options& options) {
  CLI::App* command =
      add_action(matches, options, Action::kImport, "import", "put records from elsewhere into the store");
  command->add_option("FILE", options->ids, "records, or a folder of Dresden's; - for the standard input")->required();
  command->add_option("--rules", options->rules, "the rule sheet, where a record does not have or name it")
      ->type_name("SHEET");
  command->footer(
      "Reads what export writes, ggp-base's JSON and XML, Dresden's XML and Stanford's, JSON lines with \"roles\", "
      "\"moves\"\n"
      "and the name of the rule sheet in \"rules\", and what percept play --json prints. States, percepts and goals "
      "that\n"
      "a record lacks are computed from its moves; what it has is kept as it is, and verify compares it. Of a role's "
      "view "
      "in\n"
      "Dresden's XML, which has states and no moves, the moves are found that lead from one to the next. What cannot "
      "be\n"
      "read is listed with its line and reason, and the rest is kept.\n\n"
      "Exit code: 0 all is in the store, 1 some was refused, 2 a file could not be read.\n\n"
      "Examples:\n"
      "  percept matches import match.json --rules games/noughts_and_crosses.kif\n"
      "  percept play --json games/meier.kif | percept matches import -");
}

void add_verify(CLI::App* matches, const Options& options) {
  CLI::App* command = add_action(matches, options, Action::kVerify, "verify", "replay records through their rules");
  auto* ids = command->add_option("ID", options->ids, kId);
  command->add_flag("--all", options->all, "all that are in the store")->excludes(ids);
  command->footer(
      "Names the first round that disagrees with the rules: a move that is not legal, percepts or a state that differ, "
      "an\n"
      "end too early or too late, goals; and compares the hash of the rules.\n\n"
      "Exit code: 0 all agree, 1 one does not, 2 the store could not be read.\n\n"
      "Example: percept matches verify --all");
}

void add_remove(CLI::App* matches, const Options& options) {
  CLI::App* command = add_action(matches, options, Action::kRemove, "remove", "take matches out of the store");
  command->add_option("ID", options->ids, kId)->required();
}

}  // namespace

Run add_matches(CLI::App& app) {
  auto options = std::make_shared<MatchesOptions>();
  CLI::App* matches = app.add_subcommand("matches", "the matches that were played: list, show, replay, export, verify");
  matches->require_subcommand(0, 1);
  add_list(matches, options);
  add_show(matches, options);
  add_replay(matches, options);
  add_export(matches, options);
  add_import(matches, options);
  add_verify(matches, options);
  add_remove(matches, options);
  matches->footer(
      "Every match goes into a store as it is played, round by round, so that nothing is lost when something breaks.\n"
      "Without a subcommand the matches are listed, the newest first. A running match whose process is gone is shown "
      "as\n"
      "interrupted. The store is a SQLite database: sqlite3 reads it, too.\n\n"
      "Exit code: 0 done, 1 a record disagrees with its rules or was refused, 2 the store or a file could not be "
      "read.\n\n"
      "Examples:\n"
      "  percept matches\n"
      "  percept matches --game meier --status interrupted\n"
      "  percept matches show meier.20261115 --role p1\n"
      "  percept matches --json --limit 0 | jq 'group_by(.game) | map([.[0].game, length])'");
  return [options] { return cli::matches(*options); };
}

}  // namespace percept::cli
