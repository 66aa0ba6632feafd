// SPDX-License-Identifier: MIT
#include "cli/solve_arguments.h"
#include "cli/arguments.h"
#include "cli/exploit_command.h"
#include "cli/policy_command.h"
#include "cli/solve_command.h"
#include "cli/terminal.h"
#include "cli/theory_file.h"
#include "cli/tree_command.h"
#include "cli/values_command.h"
#include "search/cfr.h"

namespace percept::cli {
namespace {

std::map<std::string, search::Variant> variant_names() {
  std::map<std::string, search::Variant> out;
  for (const search::VariantName& known : search::variants()) out.emplace(known.name, known.variant);
  return out;
}

void add_limits(CLI::App* command, unsigned& threads, double& gigabytes) {
  command->add_option("--threads", threads, "as many as there are cores if not given")
      ->type_name("N")
      ->check(a_whole_number(1));
  command->add_option("--memory", gigabytes, "gigabytes that may be used")
      ->type_name("GB")
      ->check(seconds(false))
      ->capture_default_str();
}

// What only incomplete descriptions have.
struct TheoryArguments {
  SolveTheoryOptions options;
  std::vector<CLI::Option*> own;
};

std::shared_ptr<TheoryArguments> add_theory_options(CLI::App* command) {
  auto out = std::make_shared<TheoryArguments>();
  SolveTheoryOptions& options = out->options;
  const char* group = "Of incomplete descriptions";
  out->own = {
      command->add_option("--role", options.role, "whose policy it is; may be left out where there is one role")
          ->type_name("ROLE"),
      command->add_option("--sees", options.sees, "what is seen of the first position, with commas; \"\" for nothing")
          ->type_name("PERCEPTS"),
      command->add_flag("--blind", options.blind, "the first position is not seen"),
      command->add_option("--depth", options.depth, "moves to look ahead, at most")
          ->type_name("N")
          ->check(CLI::Range(1, 1000).description(""))
          ->capture_default_str(),
      command->add_option("--worlds", options.worlds, "worlds to begin with, at most")
          ->type_name("N")
          ->check(a_whole_number(1))
          ->capture_default_str(),
      command->add_flag("--dot", options.dot, "print the policy as a graph for dot")};
  for (CLI::Option* option : out->own) option->group(group);
  return out;
}

}  // namespace

Run add_solve(CLI::App& app) {
  auto options = std::make_shared<SolveOptions>();
  CLI::App* command = app.add_subcommand("solve", "find what a game is worth, and how to play it");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix")->required();
  command->add_option("--seconds", options->seconds, "for all of it, on the clock; 60 if nothing else ends it")
      ->type_name("S")
      ->check(seconds(false));
  command->add_option("--until", options->until, "hidden facts: end when the exploitability is not above this")
      ->type_name("E")
      ->check(seconds(true));
  command->add_option("--iterations", options->iterations, "hidden facts: end after so many")
      ->type_name("N")
      ->check(a_whole_number(1));
  command
      ->add_option("--variant", options->variant,
                   "of regret minimisation: cfr, cfr+, dcfr, pcfr+, hs-pcfr+, hs-dcfr, pdcfr+, vad-cfr")
      ->type_name("NAME")
      ->transform(one_of(variant_names()));
  command->add_flag("--sample", options->sample, "hidden facts: by external sampling, as games are that do not fit");
  command->add_flag("--by-knowledge", options->by_knowledge,
                    "hidden facts: players act on what they know, however they came to know it");
  command->add_option("--seed", options->seed, "of sampling")
      ->type_name("N")
      ->check(a_whole_number())
      ->capture_default_str();
  add_limits(command, options->threads, options->gigabytes);
  command->add_option("--checkpoint", options->checkpoint, "go on from this file, and save to it now and then")
      ->type_name("FILE");
  command->add_option("--checkpoint-seconds", options->checkpoint_seconds, "between two of them")
      ->type_name("S")
      ->check(seconds(true))
      ->capture_default_str();
  command
      ->add_option("--policy", options->policy,
                   "hidden facts: write the policy to this file, or into this folder, for auto:memory=")
      ->type_name("FILE");
  command->add_option("--chart", options->chart, "hidden facts: draw exploitability over time as SVG")
      ->type_name("FILE");
  command->add_flag("--all-moves", options->all_moves, "everything seen: what each first move is worth");
  command->add_flag("--worst-case", options->worst, "one role: the goal that is certain, instead of the mean");
  command->add_flag("--json", options->json, "print a JSON object for tools");
  auto theory = add_theory_options(command);
  command->footer(
      "What is done depends on the game:\n"
      "  everything is seen     proven values and a best line: all positions from the ends back where they fit in\n"
      "                         memory, alpha-beta with a table beyond (two roles, no chance)\n"
      "  one role               the best plan, or the best policy under chance and hidden facts: AND/OR on beliefs\n"
      "  two roles, hidden      an equilibrium by regret minimisation on all information sets, the exact\n"
      "  facts, constant sum    exploitability of the average policy as it goes, and bounds of the game's value;\n"
      "                         external sampling where the ends of the game do not fit in memory; --by-knowledge\n"
      "                         has far fewer information sets, and serves where views are too many, without a\n"
      "                         promise: the exploitability tells, or what was found to be won\n"
      "  more roles             the same without a promise; NashConv says how far from an equilibrium it is\n"
      "  incomplete rules       the policy that reaches most in every model of the description, whatever the others "
      "do;\n"
      "  (IGDL)                 among those the one that reaches most on average, then the one whose percepts tell "
      "most\n"
      "Values are goal values. Exploitability is what a role could gain on average by knowing the policy (NashConv by\n"
      "the number of roles), in points of the goal. Ctrl-C ends it early with what it has. With the same number of\n"
      "iterations a solve that was killed and resumed ends with the same policy.\n\n"
      "Exit code: 0 solved, 1 errors in the rules, too large, or out of time before there was a result; 2 a file "
      "could\n"
      "not be read or written.\n\n"
      "Examples:\n"
      "  percept solve games/kuhn_poker.kif --until 1e-5 --policy kuhn.policy\n"
      "  percept solve games/connect_four_5x4.kif --all-moves\n"
      "  percept solve games/leduc_poker.kif --iterations 20000 --checkpoint leduc.checkpoint --chart leduc.svg\n"
      "  percept solve games/igdl/buttons_and_lights.robot.igdl\n"
      "  percept solve --json games/number_guessing.kif | jq .values");
  return [options, theory] {
    bool incomplete = is_theory(options->file);
    for (const CLI::Option* option : theory->own)
      if (!incomplete && option->count() > 0)
        return fail(
            {fmt::format("{} is for incomplete descriptions, and {} is none", option->get_name(), options->file),
             "percept solve --help says what is done with which game"},
            kUnreadable);
    if (!incomplete) return solve(*options);
    theory->options.file = options->file;
    theory->options.json = options->json;
    if (options->seconds) theory->options.seconds = *options->seconds;
    return solve_theory(theory->options);
  };
}

Run add_policy(CLI::App& app) {
  auto options = std::make_shared<PolicyOptions>();
  CLI::App* command = app.add_subcommand("policy", "look into a policy file");
  command->require_subcommand(1);
  CLI::App* show = command->add_subcommand("show", "what a policy does, from the start or after some rounds");
  show->add_option("FILE", options->file, "a policy, as percept solve writes it")->required();
  show->add_option("--role", options->role, "of this role; of all if not given")->type_name("ROLE");
  show->add_option("--history", options->history, "what the role did and saw, round by round: MOVE, PERCEPTS, MOVE, …")
      ->type_name("TEXT");
  show->add_option("--depth", options->depth, "own decisions to show")
      ->type_name("N")
      ->check(a_whole_number(1))
      ->capture_default_str();
  show->add_flag("--json", options->json, "print a JSON object for tools");
  show->footer(
      "Rounds in which the role has one move only and sees one thing only need not be told. Percepts of a round are "
      "one\n"
      "text, separated by blanks; an empty text when nothing was seen.\n\n"
      "Exit code: 0 shown, 1 no such role or history, 2 the file could not be read.\n\n"
      "Examples:\n"
      "  percept policy show kuhn.policy --role player1\n"
      "  percept policy show kuhn.policy --role player1 --history noop '(own_card king)' bet ''");
  return [options] { return policy_show(*options); };
}

Run add_exploit(CLI::App& app) {
  auto options = std::make_shared<ExploitOptions>();
  CLI::App* command = app.add_subcommand("exploit", "how much can be won from those who know a policy or player");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix")->required();
  command->add_option("POLICY", options->policy, "a policy file, a strategy (percept match --help), or uniform")
      ->required();
  command
      ->add_option("--asks", options->asks, "a strategy: times it is asked in each information set, with other seeds")
      ->type_name("N")
      ->check(a_whole_number(1))
      ->capture_default_str();
  command->add_option("--playclock", options->move_seconds, "a strategy: seconds for a move")
      ->type_name("S")
      ->check(seconds(false))
      ->capture_default_str();
  add_limits(command, options->threads, options->gigabytes);
  command->add_option("--response", options->response, "write the best responses to this policy file")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "print a JSON object for tools");
  command->footer(
      "Exact: for each role the best response to the others' policy, and what it gains. A strategy is asked for its "
      "move\n"
      "at every information set of every role, told what the role would have been told on the way there; with --asks "
      "the\n"
      "moves it chooses are counted, so that mixed play shows. Moves that it never makes are not followed.\n\n"
      "Exit code: 0 done, 1 errors in the rules, or too large; 2 a file could not be read or written.\n\n"
      "Examples:\n"
      "  percept exploit games/kuhn_poker.kif uniform\n"
      "  percept exploit games/kuhn_poker.kif kuhn.policy\n"
      "  percept exploit games/leduc_poker.kif random --asks 50");
  return [options] { return exploit(*options); };
}

Run add_tree(CLI::App& app) {
  auto options = std::make_shared<TreeOptions>();
  CLI::App* command = app.add_subcommand("tree", "print the tree of a small game with its information sets");
  command->add_option("FILE", options->file, "a rule sheet in KIF or infix")->required();
  command->add_option("--most", options->most, "nodes; a larger game is refused")
      ->type_name("N")
      ->check(a_whole_number(1))
      ->capture_default_str();
  struct Asked {
    bool dot = false, efg = false, json = false;
  };
  auto asked = std::make_shared<Asked>();
  auto* dot = command->add_flag("--dot", asked->dot, "for Graphviz");
  auto* efg = command->add_flag("--efg", asked->efg, "for Gambit")->excludes(dot);
  command->add_flag("--json", asked->json, "a JSON object for tools")->excludes(dot)->excludes(efg);
  command->footer(
      "Moves made at the same time are one after the other, in the order of the roles, and those who come later do "
      "not\n"
      "see what was done before. Rounds in which nobody has a choice are left out.\n\n"
      "Exit code: 0 printed, 1 errors in the rules, or too large; 2 the file could not be read.\n\n"
      "Examples:\n"
      "  percept tree games/kuhn_poker.kif\n"
      "  percept tree --dot games/monty_hall.kif | dot -Tsvg > monty_hall.svg");
  return [options, asked] {
    using Format = TreeOptions::Format;
    options->format = asked->dot    ? Format::kDot
                      : asked->efg  ? Format::kEfg
                      : asked->json ? Format::kJson
                                    : Format::kText;
    return tree(*options);
  };
}

CLI::App* add_values(CLI::App& lab, ValuesOptions& options) {
  CLI::App* command =
      lab.add_subcommand("values", "published values of games, beside those found from our rule sheets");
  command->add_option("--games", options.games, "the folder of rule sheets; games if not given")->type_name("FOLDER");
  command->add_option("--threads", options.threads, "as many as there are cores if not given")
      ->type_name("N")
      ->check(a_whole_number(1));
  command->add_flag("--json", options.json, "print a JSON object for tools");
  command->footer(
      "Values of equilibria, and NashConv of the uniform policy, of the policy that makes the first move, and of CFR "
      "after\n"
      "some iterations, each in the units of the literature. Of a published first move: how much less its player is "
      "sure of\n"
      "than with ours, which lacks \"within\" of an equilibrium.\n\n"
      "Exit code: 0 all agree, 1 some do not or could not be had.\n\n"
      "Example: percept lab values --json | jq '.rows[] | [.game, .figure, .published, .measured]'");
  return command;
}

}  // namespace percept::cli
