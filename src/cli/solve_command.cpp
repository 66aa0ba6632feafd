// SPDX-License-Identifier: MIT
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "cli/theory_file.h"

namespace percept::cli {

int solve(const SolveOptions& options) {
  if (is_theory(options.file)) return solve_theory(options);
  return fail({fmt::format("{} is not an incomplete description", options.file),
               "solve finds policies for descriptions that consist of sentences (IGDL); percept convert --to igdl "
               "--forget makes one"},
              kUnreadable);
}

Run add_solve(CLI::App& app) {
  auto options = std::make_shared<SolveOptions>();
  CLI::App* command =
      app.add_subcommand("solve", "the policy that surely reaches most under an incomplete description");
  command->add_option("FILE", options->file, "an incomplete description (IGDL), in KIF or infix")->required();
  command->add_option("--role", options->role, "whose policy it is; may be left out where there is one role")
      ->type_name("ROLE");
  command->add_option("--sees", options->sees, "what is seen of the first position, with commas; \"\" for nothing")
      ->type_name("PERCEPTS");
  command->add_flag("--blind", options->blind, "the first position is not seen");
  command->add_option("--depth", options->depth, "moves to look ahead, at most")
      ->type_name("N")
      ->check(whole_number(1))
      ->capture_default_str();
  command->add_option("--worlds", options->worlds, "worlds to begin with, at most")
      ->type_name("N")
      ->check(whole_number(1))
      ->capture_default_str();
  command->add_option("--seconds", options->seconds, "CPU seconds; 0 is no limit")
      ->type_name("S")
      ->check(seconds(true))
      ->capture_default_str();
  auto* dot = command->add_flag("--dot", options->dot, "print the policy as a graph for dot");
  command->add_flag("--json", options->json, "print a JSON object for tools")->excludes(dot);
  command->footer(
      "Searches all policies for the one that reaches most in every model of the description, whatever the others do;\n"
      "among those for the one that reaches most on average, and among those for the one whose percepts tell most. A\n"
      "move that may be illegal is made only where none is surely legal.\n\n"
      "Examples:\n"
      "  percept solve games/igdl/buttons_and_lights.robot.igdl\n"
      "  percept solve games/igdl/buttons_and_lights_open.robot.igdl --sees \"\"\n"
      "  percept solve games/igdl/wiring.robot.igdl --json | jq .guaranteed");
  return [options] { return solve(*options); };
}

}  // namespace percept::cli
