// SPDX-License-Identifier: MIT
#include "cli/arguments.h"
#include "cli/figures_command.h"
#include "cli/lab_command.h"
#include "cli/solve_arguments.h"
#include "cli/strength_command.h"
#include "cli/values_command.h"
#include "lab/strength.h"

namespace percept::cli {

namespace {

void add_number(CLI::App* command, const char* name, auto& value, const char* text, std::uint64_t first) {
  command->add_option(name, value, text)->type_name("N")->check(a_whole_number(first))->capture_default_str();
}

// The rule sheets to measure: some files, or what a figure or table has in the corpus.
void add_games(CLI::App* command, std::vector<std::string>& files, std::optional<std::string>& corpus,
               const char* text) {
  auto* games = command->add_option("--games", files, text)->type_name("FILE");
  command->add_option("--corpus", corpus, "the competitions' rule sheets; $PERCEPT_CORPUS, else ../shared")
      ->type_name("FOLDER")
      ->excludes(games);
}

CLI::App* add_table1(CLI::App* lab, Table1CommandOptions* options) {
  CLI::App* command = lab->add_subcommand("table1", "Filtering with Logic Programs: what roles know, and at what cost");
  add_number(command, "--matches", options->matches, "random matches for each row and filter", 1);
  add_number(command, "--rounds", options->max_rounds, "a match is cut after so many", 1);
  add_number(command, "--seed", options->seed, "the same seed gives the same matches", 0);
  add_games(command, options->games, options->corpus, "these rule sheets, every role, instead of the table's");
  using Filter = Table1CommandOptions::Filter;
  std::map<std::string, Filter> filters = {
      {"two-set", Filter::kTwoSet}, {"exact", Filter::kExact}, {"both", Filter::kBoth}};
  command->add_option("--filter", options->filter, "two-set, exact or both; both if not given")
      ->transform(one_of(filters));
  add_number(command, "--worlds", options->worlds, "exact: positions tracked one by one, at most", 1);
  command->add_option("--seconds", options->seconds, "exact: CPU seconds for a question to the solver")
      ->type_name("S")
      ->check(seconds(false))
      ->capture_default_str();
  command->add_option("--output", options->output, "where the report goes; lab/table1 if not given")
      ->type_name("FOLDER");
  command->add_flag("--json", options->json, "print only JSON; the report is written when --output is given");
  command->footer(
      "For each game and role: random matches in which the role's filter is told its moves and percepts, and asked "
      "for\n"
      "its legal moves in each position, and at the end whether the game has ended and what its goal value is. A tick\n"
      "means known in every match, 3/25 in three of 25. Times are CPU seconds for 1000 rounds. The table is compared\n"
      "with the paper's and with a Prolog implementation of it, and written as table1.md, .csv, .json and .svg.\n"
      "Where a competition's rule sheet is not there, one of games/ stands in, and the row says so. Ctrl-C ends it\n"
      "early; what was measured is written.\n\n"
      "Exit code: 0 measured, 1 a row failed or it was interrupted, 2 a file could not be read or written.\n\n"
      "Examples:\n"
      "  percept lab table1\n"
      "  percept lab table1 --matches 5 --filter two-set --games games/transit.kif games/meier.kif\n"
      "  percept lab table1 --json --games games/monty_hall.kif | jq '.rows[] | [.role, .exact.goal]'");
  return command;
}

CLI::App* add_figure(CLI::App* lab, FigureCommandOptions* options) {
  bool second = options->number == 2;
  CLI::App* command = lab->add_subcommand(
      second ? "figure2" : "figure3",
      second ? "Evaluating Reactive Answer Set Solving: time to a first model, Blind Breakthrough by size"
             : "the same for Battleships in Fog, Small Dominion and other games");
  add_number(command, "--matches", options->matches, "random matches of each game, followed by each role", 1);
  add_number(command, "--rounds", options->max_rounds, "a match is cut after so many", 1);
  add_number(command, "--seed", options->seed, "the same seed gives the same matches", 0);
  command
      ->add_option("--budget", options->budget, "CPU seconds for a round; beyond, an engine is stopped for the match")
      ->type_name("S")
      ->check(seconds(false))
      ->capture_default_str();
  command->add_option("--engines", options->engines, "some of those below, with commas; all if not given")
      ->type_name("LIST")
      ->delimiter(',');
  add_games(command, options->games, options->corpus, "these rule sheets instead of the figure's");
  command
      ->add_option("--output", options->output,
                   fmt::format("where the report goes; lab/figure{} if not given", options->number))
      ->type_name("FOLDER");
  command->add_flag("--json", options->json, "print only JSON; the report is written when --output is given");
  command->footer(fmt::format(
      "How long does it take, in each round, until a role has a first sample of where it may be? Random matches are\n"
      "followed by each role but nature's, with each engine; the time of a round is the CPU time of its update and of\n"
      "one draw. Every sample is replayed by the referee. The engines:\n"
      "  asp                  the paper's Clingo: one answer set program a round\n"
      "  asp-reactive         its oClingo: one program that grows\n"
      "  asp-reactive-forget  the same, without what the solver has learnt in earlier rounds\n"
      "  asp-reactive-facts   moves and percepts as facts, known before a round is grounded\n"
      "  native, hyperplay, worlds   ours: percept sample --help\n\n"
      "The report has medians, whole matches beside the figures of an earlier trial, start-up, and a chart for each\n"
      "game: figure{0}.md, .csv (every round), .json and .svg. One match a game takes some minutes and has no\n"
      "confidence bands but for sizes together; for narrow ones take ten. Ctrl-C ends it early; what was measured is "
      "written.\n\n"
      "Exit code: 0 measured, 1 an engine failed or it was interrupted, 2 a file could not be read or written.\n\n"
      "Examples:\n"
      "  percept lab figure{0}\n"
      "  percept lab figure{0} --matches 10 --engines native,asp-reactive\n"
      "  percept lab figure{0} --games games/transit.kif games/meier.kif --budget 0.5",
      options->number));
  return command;
}

CLI::App* add_strength(CLI::App* lab, StrengthCommandOptions* options) {
  CLI::App* command = lab->add_subcommand("strength", "how strong each strategy is, on a fixed set of games");
  command->add_option("--leaves", options->leaves, "of a search, each move: figures that repeat; 1000 if none is given")
      ->type_name("N,...")
      ->delimiter(',')
      ->check(a_whole_number(10));
  command->add_option("--clock", options->seconds, "seconds a move: figures that count, of this machine")
      ->type_name("S,...")
      ->delimiter(',')
      ->check(seconds(false));
  add_number(command, "--seeds", options->seeds, "observations of each contest; 0: the table of what is there", 0);
  command->add_option("--games", options->games, "some of those below, with commas")->type_name("LIST")->delimiter(',');
  command->add_option("--players", options->players, "contests of these alone")->type_name("LIST")->delimiter(',');
  command->add_option("--opponents", options->opponents, "against these alone")->type_name("LIST")->delimiter(',');
  command->add_option("--results", options->results, "where each result goes as soon as it is there")
      ->type_name("FILE")
      ->capture_default_str();
  command->add_option("--before", options->before, "results of a former release, to stand beside")->type_name("FILE");
  command->add_option("--corpus", options->corpus, "the competitions' rule sheets; $PERCEPT_CORPUS, else ../shared")
      ->type_name("FOLDER");
  command->add_option("--sheets", options->sheets, "our rule sheets")->type_name("FOLDER")->capture_default_str();
  command->add_option("--output", options->output, "the table, as Markdown")->type_name("FILE")->capture_default_str();
  add_number(command, "--workers", options->workers, "matches at a time, without clocks; 0: one a core", 0);
  command->add_flag("--json", options->json, "print the table as JSON instead");
  std::string games;
  for (const lab::StrengthGame& game : lab::strength_games())
    games += fmt::format("{}{}", games.empty() ? "" : "\n  ", game.name);
  command->footer(
      "Where nothing is hidden mcts meets random and itself with a tenth of the budget, by the clock also plain UCT\n"
      "with as many playouts as the fastest other engine makes in a second; elsewhere hyperplay,\n"
      "hyperplay2 and ismcts meet random, hyperplay meets legal, the others hyperplay, and hyperplay meets cheat,\n"
      "which is shown the true state. All meet hyperplay-2012, which has 16 models and 64 leaves, whatever the "
      "budget.\n"
      "With a clock resolve meets ismcts, and auto all of these and itself with a tenth of the clock. Where equals do\n"
      "not come to 50, since there are three roles or goals have no constant sum, players also meet themselves. Nobody\n"
      "thinks while another does. The table has mean goals with 95 % intervals. What is in the file of results is not "
      "played again, so a run that "
      "was\n"
      "cut off goes on, and more --seeds add to it. The games:\n  " +
      games +
      "\n\nExit code: 0 measured, 1 a match failed or it was interrupted, 2 a file could not be read or written.\n\n"
      "Examples:\n"
      "  percept lab strength --leaves 1000 --seeds 4 --output docs/strength.md\n"
      "  percept lab strength --clock 0.1,1 --games krieg_tictactoe_5x5,meier --seeds 20");
  return command;
}

CLI::App* add_igdl(CLI::App* lab, IncompleteCommandOptions* options) {
  CLI::App* command =
      lab->add_subcommand("igdl", "incomplete descriptions: what can be known, what is surely reached, at what cost");
  auto* games = command->add_option("--games", options->descriptions, "these descriptions, NAME.ROLE.igdl each")
                    ->type_name("FILE");
  command->add_option("--folder", options->folder, "all descriptions of this folder")
      ->type_name("FOLDER")
      ->excludes(games)
      ->capture_default_str();
  add_number(command, "--matches", options->matches, "random matches of each complete game", 0);
  add_number(command, "--seed", options->seed, "the same seed gives the same matches", 0);
  command->add_option("--seconds", options->seconds, "CPU seconds for planning")
      ->type_name("S")
      ->check(seconds(false))
      ->capture_default_str();
  command->add_flag("--json", options->json, "print a JSON object for tools");
  command->footer(
      "For each description, NAME.ROLE.igdl with the complete game NAME.kif beside it: what it leaves open, how many\n"
      "models of the rules and first positions it has, what its role surely reaches and expects (a ? where not all "
      "was\n"
      "searched), in how many worlds it surely wins, and in random matches in how many rounds it knew the position "
      "and\n"
      "its legal moves, how much of the rules it had learnt at the end, and the CPU milliseconds of a round.\n\n"
      "Exit code: 0 measured, 1 a row failed or it was interrupted, 2 a file could not be read.\n\n"
      "Examples:\n"
      "  percept lab igdl\n"
      "  percept lab igdl --json --games games/igdl/wiring.robot.igdl | jq '.rows[] | [.guaranteed, .expected]'");
  return command;
}

}  // namespace

Run add_lab(CLI::App& app) {
  auto table1 = std::make_shared<Table1CommandOptions>();
  auto figure2 = std::make_shared<FigureCommandOptions>(), figure3 = std::make_shared<FigureCommandOptions>();
  figure3->number = 3;
  CLI::App* lab = app.add_subcommand("lab", "repeat an experiment of the papers: measure, compare, draw");
  lab->require_subcommand(1);
  CLI::App* first = add_table1(lab, table1.get());
  CLI::App* second = add_figure(lab, figure2.get());
  add_figure(lab, figure3.get());
  auto values = std::make_shared<ValuesOptions>();
  CLI::App* of_values = add_values(*lab, *values);
  auto strength = std::make_shared<StrengthCommandOptions>();
  CLI::App* of_strength = add_strength(lab, strength.get());
  auto incomplete = std::make_shared<IncompleteCommandOptions>();
  CLI::App* of_igdl = add_igdl(lab, incomplete.get());
  return [=] {
    if (of_strength->parsed()) return lab_strength(*strength);
    if (of_igdl->parsed()) return lab_igdl(*incomplete);
    if (of_values->parsed()) return lab_values(*values);
    if (first->parsed()) return lab_table1(*table1);
    return lab_figure(second->parsed() ? *figure2 : *figure3);
  };
}

}  // namespace percept::cli
