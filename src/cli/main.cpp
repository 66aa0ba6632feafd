// SPDX-License-Identifier: MIT
//
// The `percept` command: arguments to options, options to commands. Nothing else happens here.
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <new>
#include <sstream>
#include <system_error>

#include "base/text.h"
#include "cli/analyse_command.h"
#include "cli/arguments.h"
#include "cli/bench_command.h"
#include "cli/check_command.h"
#include "cli/convert_command.h"
#include "cli/explore_command.h"
#include "cli/filter_command.h"
#include "cli/format_command.h"
#include "cli/ground_command.h"
#include "cli/know_command.h"
#include "cli/perft_command.h"
#include "cli/play_command.h"
#include "cli/show_command.h"
#include "cli/solve_arguments.h"
#include "cli/terminal.h"

namespace {

using namespace percept;
using namespace percept::cli;

Run add_check(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "find what is wrong with rule sheets");
  auto* files = command->add_option("FILE", options->files, "rule sheets in KIF or infix; - for the standard input");
  command->add_flag("--json", options->json, "print a JSON object for tools");
  command->add_flag("--errors-only", options->errors_only, "leave out warnings");
  command->add_option("--ignore", options->ignored, "leave out warnings with this code; may be repeated")
      ->type_name("CODE")
      ->allow_extra_args(false);
  auto* explained =
      command
          ->add_option("--explain", options->explained, "say what a code means, with an example; `all` for every code")
          ->type_name("CODE");
  files->excludes(explained);
  command
      ->add_option("--against", options->against, "for incomplete descriptions: is this complete game a model of it?")
      ->type_name("GAME");
  command->add_option("--seconds", options->seconds, "for incomplete descriptions: CPU seconds for each, and for GAME")
      ->type_name("S")
      ->check(seconds(false))
      ->capture_default_str();
  command->footer(
      "Reads every file to its end and reports all findings with their place, a hint, and the other places concerned.\n"
      "An error is a rule without a meaning; a warning says how Percept reads it. Of an incomplete description (IGDL) "
      "it\n"
      "says, too, whether its sentences contradict each other, which follow from others, and what they leave open.\n\n"
      "Exit code: 0 nothing or warnings only, 1 errors, 2 a file could not be read.\n\n"
      "Examples:\n"
      "  percept check games/*.kif\n"
      "  percept check --ignore GDL504 mygame.kif\n"
      "  percept check --explain GDL301\n"
      "  percept check --json mygame.kif | jq '.files[].errors'");
  return [options, files, explained] {
    if (files->count() + explained->count() == 0) {
      print_error({"no file to check", "percept check FILE..., or percept check --help"});
      return kUnreadable;
    }
    return check(*options);
  };
}

Run add_format(CLI::App& app) {
  auto options = std::make_shared<FormatOptions>();
  CLI::App* command = app.add_subcommand("format", "print rule sheets as a person would lay them out");
  command->add_option("FILE", options->files, "rule sheets in KIF or infix; - for the standard input")->required();
  auto* write = command->add_flag("--write,-w", options->write, "change the files in place");
  command->add_flag("--check", options->check, "change nothing; exit 1 if a file is not formatted")->excludes(write);
  command->footer(
      "Keeps order, comments, blank lines between statements and the spelling of names; chooses line breaks and\n"
      "indentation. A file with mistakes is left as it is.\n\n"
      "Exit code: 0 done, 1 mistakes in a file (or a difference with --check), 2 a file could not be read or written.");
  return [options] { return format(*options); };
}

Run add_convert(CLI::App& app) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command = app.add_subcommand("convert", "turn KIF into infix or back, comments included");
  command->add_option("FILE", options->file, "a rule sheet in either notation; - for the standard input")->required();
  using To = ConvertOptions::To;
  std::map<std::string, To> notations = {{"kif", To::kKif}, {"infix", To::kInfix}, {"igdl", To::kIgdl}};
  command->add_option("--to", options->to, "kif or infix; igdl: the game as sentences, none of which is left open")
      ->required()
      ->transform(one_of(notations));
  command
      ->add_option("--forget", options->forgotten,
                   "of igdl: leave out init, legal, sees, goal, terminal, next:FLUENT, or a sentence as it is written; "
                   "may be repeated")
      ->type_name("WHAT")
      ->allow_extra_args(false);
  std::map<std::string, gdl::Habit> habits = {{"prolog", gdl::Habit::kProlog}, {"textbook", gdl::Habit::kTextbook}};
  command
      ->add_option("--style", options->habit, "of infix: prolog (commas, full stops) or textbook (&, ~, no full stop)")
      ->transform(one_of(habits));
  command->add_option("--output,-o", options->output, "write to this file")->type_name("FILE");
  command->footer(
      "Reading the result gives the same rules, or with --to igdl a description that knows as much of the game.\n\n"
      "Examples:\n"
      "  percept convert --to infix games/monty_hall.kif\n"
      "  percept convert --to igdl --forget init games/buttons_and_lights.kif");
  return [options] { return convert(*options); };
}

Run add_show(CLI::App& app) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = app.add_subcommand("show", "say what a game is: roles, moves, percepts, goals");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix; - for the standard input")->required();
  command->add_flag("--rules", options->rules, "print the rules, too");
  command->add_flag("--json", options->json, "print a JSON object for tools");
  command->footer("Example: percept show games/kuhn_poker.kif");
  return [options] { return show(*options); };
}

Run add_analyse(CLI::App& app) {
  auto options = std::make_shared<AnalyseOptions>();
  CLI::App* command = app.add_subcommand("analyse", "say what kind of game it is, by playing it at random");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix; - for the standard input")->required();
  auto number = [&](const char* name, auto& value, const char* text) {
    command->add_option(name, value, text)->type_name("N")->check(a_whole_number(1))->capture_default_str();
  };
  number("--matches", options->traits.matches, "of random moves");
  number("--followed", options->traits.followed, "matches of which it is worked out what each role knows");
  number("--worlds", options->traits.worlds, "a role that holds more positions possible is followed no further");
  command->add_option("--seconds", options->traits.seconds, "CPU seconds for following, at most")
      ->type_name("S")
      ->check(seconds(false))
      ->capture_default_str();
  command->add_option("--seed", options->traits.seed, "the same seed gives the same matches")
      ->type_name("N")
      ->check(a_whole_number())
      ->capture_default_str();
  command->add_flag("--json", options->json, "print a JSON object for tools");
  command->footer(
      "Roles and goals, whether goals have a constant sum, how often players move at the same time, chance, "
      "branching,\n"
      "length, Knuth's estimate of the number of histories, draws, the advantage of who moves first; and for each "
      "role\n"
      "how much it does not know, round by round: a small chart of bits (0: it knows the position).\n"
      "Parts are sets of fluents that have nothing to do with each other but in goals and end; idle are fluents that\n"
      "never make a difference. These two are read off the rules, the others are what was seen.\n"
      "Leaf correlation says how often two moves at the last choice of a match come to the same, disambiguation by "
      "which\n"
      "part the positions a role holds possible become fewer in a round (negative: more). Searching models as if all\n"
      "were seen (hyperplay) does well where both are high.\n\n"
      "Example: percept analyse games/krieg_tictactoe_5x5.kif");
  return [options] { return analyse(*options); };
}

// Which engine runs the game.
void add_engine(CLI::App* command, game::Game::Choice& engine) {
  using Choice = game::Game::Choice;
  std::map<std::string, Choice> engines = {
      {"auto", Choice::kAuto}, {"circuit", Choice::kCircuit}, {"prover", Choice::kProver}};
  command
      ->add_option("--engine", engine,
                   fmt::format("circuit (fast once grounded), prover (at once) or auto; {} if not given",
                               engine == Choice::kProver ? "prover" : "auto"))
      ->type_name("ENGINE")
      ->transform(one_of(engines));
}

Run add_play(CLI::App& app) {
  auto options = std::make_shared<PlayOptions>();
  CLI::App* command = app.add_subcommand("play", "play a random match and show it round by round");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix; - for the standard input")->required();
  command->add_option("--seed", options->seed, "the same seed gives the same match")
      ->type_name("N")
      ->check(a_whole_number());
  command->add_option("--role", options->role, "show only what this role may know: its moves and percepts")
      ->type_name("ROLE");
  add_engine(command, options->engine);
  command->add_option("--max-rounds", options->max_rounds, "a match that goes on for longer is an error")
      ->type_name("N")
      ->check(a_whole_number())
      ->capture_default_str();
  command->add_flag("--json", options->json, "print a JSON object for tools");
  command->footer(
      "Every role, nature included, chooses uniformly among its legal moves. A round shows the state, the joint move\n"
      "and, in GDL-II, what each role sees; the end shows the goals.\n\n"
      "Exit code: 0 played to the end, 1 errors in the rules, a role without a legal move, or no end;\n"
      "2 the file could not be read.\n\n"
      "Examples:\n"
      "  percept play games/krieg_tictactoe_3x3.kif --seed 7\n"
      "  percept play games/krieg_tictactoe_3x3.kif --seed 7 --role noughts\n"
      "  percept play --json games/meier.kif | jq .goals");
  return [options] { return play(*options); };
}

Run add_explore(CLI::App& app) {
  auto options = std::make_shared<ExploreOptions>();
  CLI::App* command = app.add_subcommand("explore", "walk through a game by hand");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix")->required();
  command->add_option("--seed", options->seed, "of the moves that are left to chance")
      ->type_name("N")
      ->check(a_whole_number());
  add_engine(command, options->engine);
  command->footer(
      "Shows a state and its legal moves, and reads from the standard input which ones to make: 2, or (mark 2 2), or "
      "r\n"
      "for a random move. back, restart, go STATE, state, percepts, goals and others; help tells about each.\n\n"
      "Exit code: 0, 1 errors in the rules, 2 the file could not be read.\n\n"
      "Examples:\n"
      "  percept explore games/noughts_and_crosses.kif\n"
      "  printf '5\\n1\\nstate\\n' | percept explore games/noughts_and_crosses.kif");
  return [options] { return explore(*options); };
}

Run add_perft(CLI::App& app) {
  auto options = std::make_shared<PerftOptions>();
  CLI::App* command = app.add_subcommand("perft", "count sequences of moves and states, depth by depth");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix; - for the standard input")->required();
  command->add_option("DEPTH", options->depth, "how many joint moves")->required()->check(a_whole_number());
  add_engine(command, options->engine);
  command->add_flag("--json", options->json, "print a JSON object for tools");
  command->footer(
      "For each depth: the sequences of so many joint moves, the distinct states they lead to, and those that end the\n"
      "game. The numbers depend on the rules alone, so they tell whether two rule sheets, or two engines, agree.\n\n"
      "Exit code: 0 counted, 1 errors in the rules, a role without a legal move, or too many states;\n"
      "2 the file could not be read.\n\n"
      "Example: percept perft games/noughts_and_crosses.kif 9");
  return [options] { return perft(*options); };
}

Run add_ground(CLI::App& app) {
  auto options = std::make_shared<GroundOptions>();
  CLI::App* command = app.add_subcommand("ground", "turn rules into a circuit and tell how: sizes, times, costs");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix; - for the standard input")->required();
  auto* profile = command->add_flag("--profile", options->profile, "the clauses that make the most ground rules");
  using Show = GroundOptions::Show;
  std::map<std::string, Show> shown = {{"split", Show::kSplit}, {"rules", Show::kRules}, {"circuit", Show::kCircuit}};
  auto* show = command->add_option("--show", options->show, "print what a step made: split, rules or circuit")
                   ->transform(one_of(shown))
                   ->excludes(profile);
  auto* dot =
      command->add_flag("--dot", options->dot, "print the circuit for Graphviz")->excludes(profile)->excludes(show);
  command->add_flag("!--no-split", options->split, "leave rules with many variables whole");
  command->add_flag("!--no-simplify", options->simplify, "leave the circuit as the ground rules give it");
  command->add_flag("--kleene", options->kleene, "simplify only by what holds in three values, too");
  command->add_option("--seconds", options->seconds, "CPU seconds before grounding is given up; 0 for no limit")
      ->type_name("S")
      ->check(seconds(true))
      ->capture_default_str();
  command->add_option("--max-rules", options->max_rules, "ground rules before it is given up; 0 for no limit")
      ->type_name("N")
      ->check(a_whole_number())
      ->capture_default_str();
  command->add_flag("--json", options->json, "print a JSON object for tools")
      ->excludes(profile)
      ->excludes(show)
      ->excludes(dot);
  command->footer(
      "The steps: split cuts rules with many variables, instantiate leaves no variables, build makes gates of rules,\n"
      "flatten joins gates, constants finds what never changes, moves uses that a role makes one legal move, share "
      "gives\n"
      "common parts of gates a gate of their own. Relations that a step makes are called split#3, demand#1 and so on.\n"
      "A game too large for the limits is played by the prover.\n\n"
      "Exit code: 0 grounded, 1 errors in the rules or too large, 2 the file could not be read.\n\n"
      "Examples:\n"
      "  percept ground games/blind_breakthrough_6x6.kif\n"
      "  percept ground --profile games/battleships_in_fog.kif\n"
      "  percept ground --dot games/monty_hall.kif | dot -Tsvg > monty_hall.svg");
  return [options] { return cli::ground(*options); };
}

Run add_filter(CLI::App& app) {
  auto options = std::make_shared<FilterOptions>();
  CLI::App* command = app.add_subcommand("filter", "what observations tell about a logic program known in part");
  command->add_option("PROGRAM", options->file, "rules in KIF or infix, of a game or not; - for the standard input")
      ->required();
  auto add_atoms = [&](const char* name, std::vector<std::string>& atoms, const char* text) {
    command->add_option(name, atoms, text)->type_name("ATOM");
  };
  add_atoms("--known", options->known, "atoms that hold, as b(1) or (b 1): B+");
  add_atoms("--unknown", options->unknown, "atoms that may hold: B0; no other atom holds but by a rule");
  add_atoms("--observed", options->observed, "atoms that were observed");
  add_atoms("--not-observed", options->not_observed, "atoms that could have been observed and were not");
  add_atoms("--query", options->queries, "atoms, perhaps with variables: are they known, possible, or not");
  command->add_option("--max-supports", options->max_supports, "supports made for one query before it is given up")
      ->type_name("N")
      ->check(a_whole_number())
      ->capture_default_str();
  command->add_flag("--json", options->json, "print a JSON object for tools; atoms in KIF");
  command->footer(
      "The filter of Thielscher, Filtering With Logic Programs (2013), to the letter. A support of an atom is a set\n"
      "of unknown atoms, and negations of some, that together with the rules and what is known make it hold. What is\n"
      "in all supports of an observation is learnt: atoms become known, negated ones are no longer open. An atom with\n"
      "the empty support is known, one with any is possible. Each observation is taken by itself.\n\n"
      "Exit code: 0 filtered, 1 errors in the rules, an impossible observation, or too many supports;\n"
      "2 the file or an atom could not be read.\n\n"
      "Example, with `a :- b(X).  obs :- not a.  p :- not a.` in the file example.gdl:\n"
      "  percept filter example.gdl --unknown 'b(1) b(2)' --observed obs --query p\n"
      "  observed obs\n"
      "    {not b(1), not b(2)}\n"
      "  known  nothing\n"
      "  open   nothing\n"
      "  query p\n"
      "    before\n"
      "      p  possible with\n"
      "        {not b(1), not b(2)}\n"
      "    after\n"
      "      p  known");
  return [options] { return cli::filter(*options); };
}

Run add_know(CLI::App& app) {
  auto options = std::make_shared<KnowOptions>();
  CLI::App* command = app.add_subcommand("know", "what a role knows, round by round, from its moves and percepts");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix; - for the standard input")->required();
  command->add_option("--role", options->role, "whose knowledge it is; a description of one role needs none")
      ->type_name("ROLE");
  using Filter = KnowOptions::Filter;
  std::map<std::string, Filter> filters = {{"two-set", Filter::kTwoSet}, {"exact", Filter::kExact}};
  command->add_option("--filter", options->filter, "exact (complete) or two-set (cheap); exact if not given")
      ->type_name("FILTER")
      ->transform(one_of(filters));
  command->add_flag("--made-only", options->made_only, "two-set: use only what was seen, not what could have been");
  command->add_option("--worlds", options->worlds, "exact: positions tracked one by one, at most")
      ->type_name("N")
      ->check(a_whole_number());
  command
      ->add_option("--seconds", options->seconds,
                   "exact: CPU seconds for one question to the solver; of a description 10 if not given")
      ->type_name("S")
      ->check(seconds(false));
  auto* match = command->add_option("--match", options->match, "follow the match of this record; - for the input")
                    ->type_name("RECORD");
  command->add_option("--nth", options->nth, "which match, where a record has several of the rule sheet")
      ->type_name("N")
      ->check(a_whole_number())
      ->needs(match)
      ->capture_default_str();
  auto* seed = command->add_option("--seed", options->seed, "follow a random match; one is drawn if not given")
                   ->type_name("N")
                   ->check(a_whole_number())
                   ->excludes(match);
  auto* interactive = command->add_flag("--interactive,-i", options->interactive, "ask what the role did and saw")
                          ->excludes(match)
                          ->excludes(seed);
  using Player = KnowOptions::Player;
  std::map<std::string, Player> players = {{"random", Player::kRandom}, {"legal", Player::kLegal}};
  command
      ->add_option("--player", options->player,
                   "who moves for the role in a random match: random (any legal move) or legal (one it knows to be)")
      ->type_name("PLAYER")
      ->transform(one_of(players))
      ->excludes(match)
      ->excludes(interactive);
  add_engine(command, options->engine);
  command->add_option("--max-rounds", options->max_rounds, "stop there")->type_name("N")->check(a_whole_number());
  command->add_flag("--go-on", options->go_on, "leave out percepts that no history explains, instead of stopping");
  command->add_flag("--all", options->all, "show long lists whole");
  command
      ->add_option("--told", options->told,
                   "incomplete descriptions: rounds with ; between them, each what is seen (- for nothing), and the "
                   "move behind a colon: \"-:a; q:b; q\"")
      ->type_name("ROUNDS");
  command->add_option("--why", options->why, "incomplete descriptions: what this is known by, such as \"true(r)\"")
      ->type_name("ATOM");
  command
      ->add_option("--game", options->game, "incomplete descriptions: the complete rules, by which a match is played")
      ->type_name("GAME");
  command->add_flag("--json", options->json, "print a JSON object for tools")->excludes(interactive);
  command->footer(
      "A round shows what is known of the position, then what the role does and sees. Plain is what holds for sure; "
      "with\n"
      "a ? or a probability what may hold: o 33% on a square is o with this probability, o~33% an estimate, and + "
      "says\n"
      "that something else may be there, too. Other roles are taken to choose uniformly. What is true is shown at the\n"
      "end.\n\n"
      "A record is what percept play --json or percept know --json prints, a list or lines of\n"
      "{\"move\": \"(mark 1 1)\", \"percepts\": [\"ok\"]}, or a match with \"roles\" and \"moves\" as game servers "
      "write it;\n"
      "percepts that it lacks are computed where all moves are there, and null stands for what is not known.\n\n"
      "Of an incomplete description (IGDL) it shows what holds in every model of it, what is known of the rules, and "
      "how\n"
      "many models there are. What is told comes from --told, --match, --interactive, or a random match of --game.\n\n"
      "Exit code: 0 followed to the end, 1 errors in the rules or percepts that nothing explains;\n"
      "2 a file could not be read.\n\n"
      "Examples:\n"
      "  percept know games/monty_hall.kif --role candidate --seed 1\n"
      "  percept know games/krieg_tictactoe_5x5.kif --role crosses --filter two-set\n"
      "  percept play --json games/meier.kif | percept know games/meier.kif --role p1 --match -\n"
      "  percept know --json games/kuhn_poker.kif --role player1 | jq '.rounds[].probabilities'\n"
      "  percept know games/igdl/wiring.robot.igdl --told \"l1:b1; l1,l2\" --why \"wire(b1,l2)\"\n"
      "  percept know games/igdl/minefield.robot.igdl --game games/igdl/minefield.kif --seed 1");
  return [options] { return know(*options); };
}

Run add_bench(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "measure random playouts per second of CPU time, one thread");
  command->add_option("FILE", options->files, "rule sheets in KIF or infix");
  auto* signature = command->add_flag("--signature", options->signature,
                                      "no measure: a number that changes when behaviour does; without FILE, that of "
                                      "fixed games in the folder games");
  add_engine(command, options->engine);
  command->add_option("--seconds", options->seconds, "CPU seconds of playouts for each file")
      ->type_name("S")
      ->check(seconds(false))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of the playouts")
      ->type_name("N")
      ->check(a_whole_number())
      ->capture_default_str();
  command->add_option("--lanes", options->lanes, "matches at once: 64, 256 or 512; 0 for the most the CPU can do")
      ->type_name("N")
      ->check(CLI::IsMember({0u, 64u, 256u, 512u}));
  command->add_flag("--single", options->single, "one match at a time, as referees and tree search play");
  auto* json = command->add_flag("--json", options->json, "print a JSON array for tools; an object with --signature");
  command->add_flag("--markdown", options->markdown, "print tables in Markdown, the slowest games first")
      ->excludes(json);
  for (const char* measuring : {"--engine", "--seconds", "--seed", "--lanes", "--single", "--markdown"})
    signature->excludes(command->get_option(measuring));
  command->footer(
      "Each file is measured in a process of its own. `ready` is all CPU time from reading the file to the first "
      "move;\n"
      "memory is the most that was in use. Every match that is started is played to its end; where one comes to a "
      "position\n"
      "without moves, matches are played one at a time, those that ended are measured and the others counted.\n\n"
      "A signature is a hash of matches and playouts with fixed seeds: the same on every machine, with every "
      "compiler,\n"
      "until something else is played, seen or won. Code that was only moved or made faster keeps it.\n\n"
      "Exit code: 0 all measured, 1 a file could not be played, 2 a file could not be read.\n\n"
      "Examples:\n"
      "  percept bench games/*.kif\n"
      "  percept bench --signature\n"
      "  percept bench --engine prover --seconds 5 games/krieg_tictactoe_5x5.kif\n"
      "  percept bench --json games/*.kif | jq '.[] | [.file, .playouts_per_cpu_s]'");
  return [options] {
    if (options->signature) return bench_signature(*options);
    if (options->files.empty()) {
      print_error({"no file to measure", "percept bench FILE..., or percept bench --help"});
      return kUnreadable;
    }
    return bench(*options);
  };
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_DFL);  // `percept check ... | head` ends quietly
  CLI::App app("Percept: general game playing under imperfect information", "percept");
  app.set_version_flag("--version", "percept " PERCEPT_VERSION);
  app.require_subcommand(1);
  app.fallthrough();
  std::map<std::string, Color> colors = {{"auto", Color::kAuto}, {"always", Color::kAlways}, {"never", Color::kNever}};
  Color color = Color::kAuto;
  app.add_option("--color", color, "auto, always or never")->transform(one_of(colors));
  app.footer("percept COMMAND --help tells more about a command.");

  std::map<std::string, Run> commands = {
      {"check", add_check(app)},     {"format", add_format(app)},   {"convert", add_convert(app)},
      {"show", add_show(app)},       {"analyse", add_analyse(app)}, {"play", add_play(app)},
      {"explore", add_explore(app)}, {"perft", add_perft(app)},     {"ground", add_ground(app)},
      {"bench", add_bench(app)},     {"lab", add_lab(app)},         {"filter", add_filter(app)},
      {"know", add_know(app)},       {"sample", add_sample(app)},   {"asp", add_asp(app)},
      {"match", add_match(app)},     {"matches", add_matches(app)}, {"tournament", add_tournament(app)},
      {"player", add_player(app)},   {"serve", add_serve(app)},     {"solve", add_solve(app)},
      {"policy", add_policy(app)},   {"exploit", add_exploit(app)}, {"tree", add_tree(app)},
      {"train", add_train(app)}};
  try {
    int code = kSuccess;
    try {
      app.parse(argc, argv);
      set_color(color);
      code = commands.at(app.get_subcommands().front()->get_name())();
    } catch (const CLI::ParseError& error) {
      bool unknown = argc > 1 && argv[1][0] != '-' && !commands.contains(argv[1]);
      if (unknown) {
        print_error({fmt::format("there is no command {}", argv[1]), "percept --help lists the commands"});
        return kUnreadable;
      }
      std::ostringstream out, err;
      code = app.exit(error, out, err) == 0 ? kSuccess : kUnreadable;
      fmt::print("{}", out.str());
      fmt::print(stderr, "{}", printable_lines(err.str()));
    }
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) {
      // A player that hangs is left behind with its thread, under which nothing may be destroyed.
      std::fflush(stderr);
      std::_Exit(code);
    }
    print_error({fmt::format("cannot write the output: {}", std::strerror(errno)), ""});
  } catch (const std::system_error& error) {  // fmt's word for output that cannot be written
    print_error({fmt::format("cannot write the output: {}", error.code().message()), ""});
  } catch (const std::bad_alloc&) {
    print_error({"out of memory", ""});
  }
  return kUnreadable;
}
