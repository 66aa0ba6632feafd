// SPDX-License-Identifier: MIT
//
// The `percept` command: arguments to options, options to commands. Nothing else happens here.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstring>
#include <functional>
#include <map>
#include <new>
#include <sstream>
#include <system_error>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/terminal.h"

namespace {

using namespace percept;
using namespace percept::cli;

using Run = std::function<int()>;

// One of the names of the map, in any case; the option's value is what the name stands for.
template <class Value>
CLI::Validator one_of(const std::map<std::string, Value>& values) {
  auto transform = [values](std::string& text) {
    std::string names;
    for (const auto& [name, value] : values) {
      if (lower(text) == name) {
        text = std::to_string(static_cast<int>(value));
        return std::string();
      }
      names += (names.empty() ? "" : ", ") + name;
    }
    return "must be one of: " + names;
  };
  return CLI::Validator(transform, "", "one of");
}

// A whole number from 0 on that fits.
CLI::Validator whole_number() {
  auto test = [](std::string& text) {
    std::uint64_t value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool fine = error == std::errc() && end == text.data() + text.size();
    return fine ? std::string() : "must be a whole number from 0 on, below 2^64";
  };
  return CLI::Validator(test, "", "whole number");
}

// A number of seconds; 0 only where that means no limit.
CLI::Validator seconds(bool zero) {
  auto test = [zero](std::string& text) {
    char* end = nullptr;
    double value = std::strtod(text.c_str(), &end);
    bool fine = !text.empty() && *end == 0 && std::isfinite(value) && (zero ? value >= 0 : value > 0);
    return fine ? std::string() : zero ? "must be a number from 0 on" : "must be a number above 0";
  };
  return CLI::Validator(test, "", "seconds");
}

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
  command->footer(
      "Reads every file to its end and reports all findings with their place, a hint, and the other places concerned.\n"
      "An error is a rule without a meaning; a warning says how Percept reads it.\n\n"
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
  std::map<std::string, gdl::Notation> notations = {{"kif", gdl::Notation::kKif}, {"infix", gdl::Notation::kInfix}};
  command->add_option("--to", options->to, "kif or infix")->required()->transform(one_of(notations));
  std::map<std::string, gdl::Habit> habits = {{"prolog", gdl::Habit::kProlog}, {"textbook", gdl::Habit::kTextbook}};
  command
      ->add_option("--style", options->habit, "of infix: prolog (commas, full stops) or textbook (&, ~, no full stop)")
      ->transform(one_of(habits));
  command->add_option("--output,-o", options->output, "write to this file")->type_name("FILE");
  command->footer(
      "Reading the result gives the same rules.\n\nExample: percept convert --to infix games/monty_hall.kif");
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
      ->check(whole_number());
  command->add_option("--role", options->role, "show only what this role may know: its moves and percepts")
      ->type_name("ROLE");
  add_engine(command, options->engine);
  command->add_option("--max-rounds", options->max_rounds, "a match that goes on for longer is an error")
      ->type_name("N")
      ->check(whole_number())
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
      ->check(whole_number());
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
  command->add_option("DEPTH", options->depth, "how many joint moves")->required()->check(whole_number());
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
      ->check(whole_number())
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

Run add_bench(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "measure random playouts per second of CPU time, one thread");
  command->add_option("FILE", options->files, "rule sheets in KIF or infix")->required();
  add_engine(command, options->engine);
  command->add_option("--seconds", options->seconds, "CPU seconds of playouts for each file")
      ->type_name("S")
      ->check(seconds(false))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of the playouts")
      ->type_name("N")
      ->check(whole_number())
      ->capture_default_str();
  command->add_option("--lanes", options->lanes, "matches at once: 64, 256 or 512; 0 for the most the CPU can do")
      ->type_name("N")
      ->check(CLI::IsMember({0u, 64u, 256u, 512u}));
  command->add_flag("--single", options->single, "one match at a time, as referees and tree search play");
  auto* json = command->add_flag("--json", options->json, "print a JSON array for tools");
  command->add_flag("--markdown", options->markdown, "print tables in Markdown, the slowest games first")
      ->excludes(json);
  command->footer(
      "Each file is measured in a process of its own. `ready` is all CPU time from reading the file to the first "
      "move;\n"
      "memory is the most that was in use. Every match that is started is played to its end.\n\n"
      "Exit code: 0 all measured, 1 a file could not be played, 2 a file could not be read.\n\n"
      "Examples:\n"
      "  percept bench games/*.kif\n"
      "  percept bench --engine prover --seconds 5 games/krieg_tictactoe_5x5.kif\n"
      "  percept bench --json games/*.kif | jq '.[] | [.file, .playouts_per_cpu_s]'");
  return [options] { return bench(*options); };
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
      {"check", add_check(app)}, {"format", add_format(app)}, {"convert", add_convert(app)},
      {"show", add_show(app)},   {"play", add_play(app)},     {"explore", add_explore(app)},
      {"perft", add_perft(app)}, {"ground", add_ground(app)}, {"bench", add_bench(app)}};
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
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
    print_error({fmt::format("cannot write the output: {}", std::strerror(errno)), ""});
  } catch (const std::system_error& error) {  // fmt's word for output that cannot be written
    print_error({fmt::format("cannot write the output: {}", error.code().message()), ""});
  } catch (const std::bad_alloc&) {
    print_error({"out of memory", ""});
  }
  return kUnreadable;
}
