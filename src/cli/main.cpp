// SPDX-License-Identifier: MIT
//
// The `percept` command: arguments to options, options to commands. Nothing else happens here.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
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
      {"check", add_check(app)}, {"format", add_format(app)}, {"convert", add_convert(app)}, {"show", add_show(app)}};
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
    if (std::fflush(stdout) == 0) return code;
    print_error({fmt::format("cannot write the output: {}", std::strerror(errno)), ""});
  } catch (const std::system_error& error) {  // fmt's word for output that cannot be written
    print_error({fmt::format("cannot write the output: {}", error.code().message()), ""});
  } catch (const std::bad_alloc&) {
    print_error({"out of memory", ""});
  }
  return kUnreadable;
}
