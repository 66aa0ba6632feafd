// SPDX-License-Identifier: MIT
//
// `percept sample` of an incomplete description: what may be the case after what its role was told, models of the rules
// and positions together.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/terminal.h"
#include "cli/theory_file.h"
#include "show/lines.h"
#include "show/samples.h"

namespace percept::cli {

using nlohmann::ordered_json;

int sample_theory(const SampleOptions& options) {
  if (options.history || options.opponents || options.engine != sample::Engine::kAuto)
    return fail({"--history, --opponents and --engine are for complete games", "leave them out"}, kUnreadable);
  auto read = read_theory(options.file, Budget().within(options.seconds));
  if (!read) return read.error();
  auto made = theory_belief(*read, options.role, Budget().within(options.seconds));
  if (!made) return made.error();
  igdl::TheoryBelief& belief = **made;
  auto rounds = TheoryRounds::make(belief, {options.told, options.game, options.match, options.nth,
                                            options.game ? options.seed : std::nullopt, std::nullopt});
  if (!rounds) return rounds.error();
  if (rounds->first())
    if (auto heard = hear_first(belief, *rounds->first(), Budget().within(options.seconds)); !heard)
      return fail(heard.error(), kFindings);
  while (!options.round || belief.round() <= *options.round) {
    Budget budget = Budget().within(options.seconds);
    auto told = rounds->next(belief, budget);
    if (!told) return fail(told.error(), kFindings);
    if (!*told) break;
    if (auto heard = belief::hear(belief, **told, budget); !heard) return fail(heard.error(), kFindings);
  }
  Random random(~options.seed.value_or(1));  // not the stream of the match
  Budget budget = Budget().within(options.seconds);
  igdl::Count count = belief.worlds(budget.part(0.5));
  igdl::Worlds drawn = belief.draw(options.count, random, budget);
  std::string role = belief.rules().text(belief.role());
  const game::Lexicon& lexicon = belief.rules().lexicon();
  if (options.json) {
    ordered_json out = {
        {"file", options.file},     {"role", role},     {"round", belief.round()},         {"worlds", json_of(count)},
        {"uniform", drawn.uniform}, {"all", drawn.all}, {"samples", ordered_json::array()}};
    for (const igdl::PossibleWorld& world : drawn.worlds) {
      ordered_json state = ordered_json::array(), rules = ordered_json::array();
      for_each_fluent(world.position, [&](game::FluentId fluent) { state.push_back(lexicon.text(fluent)); });
      for (igdl::Number rule : world.rules) rules.push_back(belief.theory().text(rule));
      out["samples"].push_back({{"weight", world.weight}, {"state", state}, {"rules", rules}});
    }
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  } else {
    auto board = show::Board::make(belief.rules());
    if (!board) return fail(board.error(), kFindings);
    auto row = [](std::string_view label, const std::string& text, bool open = false) {
      fmt::print("{}", show::row(label, {text}, colored(stdout), open));
    };
    fmt::print("{}, where {} may be in round {}, and by which rules\n", printable(options.file), printable(role),
               belief.round());
    row("worlds", number_of(count));
    row("weights",
        drawn.all       ? "exact: all there are, each as likely as any other"
        : drawn.uniform ? "exact: drawn independently, each world as likely as any other"
                        : "estimates: worlds were guessed, and weighed by how easily",
        !drawn.uniform);
    std::vector<sample::Sample> samples;
    std::map<std::string, double> rules;
    for (const igdl::PossibleWorld& world : drawn.worlds) {
      samples.push_back({world.weight, world.position, {}});
      for (igdl::Number rule : world.rules) rules[belief.theory().text(rule)] += world.weight;
    }
    show::Samples shown = show::samples_of(belief.rules(), samples, *board, false);
    row("samples", fmt::format("{}, {}", drawn.worlds.size(), counted(shown.positions.size(), "position")));
    std::vector<std::string> shares;
    for (const auto& [rule, weight] : rules) shares.push_back(fmt::format("{} {:.0f}%", printable(rule), 100 * weight));
    if (!shares.empty()) fmt::print("{}", show::row("rules?", shares, colored(stdout), true));
    fmt::print("{}", show::to_text(shown, colored(stdout)));
  }
  if (!drawn.worlds.empty()) return kSuccess;
  return fail({fmt::format("no world was found within {} CPU seconds", options.seconds), "give it more: --seconds"},
              kFindings);
}

}  // namespace percept::cli
