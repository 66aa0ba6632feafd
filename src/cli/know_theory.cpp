// SPDX-License-Identifier: MIT
//
// `percept know` of an incomplete description: what its role knows after what it was told, and why.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/knowing.h"
#include "cli/terminal.h"
#include "cli/theory_file.h"
#include "show/lines.h"
#include "show/truth_check.h"

namespace percept::cli {
namespace {

using belief::Truth;
using igdl::TheoryBelief;
using nlohmann::ordered_json;

constexpr double kSecondsAPosition = 10;  // of CPU time

std::vector<std::string> rule_texts(const TheoryBelief& belief, const std::vector<igdl::Number>& rules) {
  std::vector<std::string> out;
  for (igdl::Number rule : rules) out.push_back(belief.theory().text(rule));
  return out;
}

void print_row(const std::string& label, const std::vector<std::string>& items, bool open = false,
               std::size_t most = SIZE_MAX) {
  fmt::print("{}", show::row(label, items, colored(stdout), open, most));
}

// What is known of the rules, and how much is left.
void print_rules(TheoryBelief& belief, bool all, const Budget& budget) {
  std::size_t most = all ? SIZE_MAX : 40;
  auto rules = belief.rules_known(budget);
  if (!rules.known.empty()) print_row("rules", rule_texts(belief, rules.known), false, most);
  if (!rules.open.empty()) print_row("rules?", rule_texts(belief, rules.open), true, most);
  igdl::Count positions = belief.positions(budget);
  print_row("models", {fmt::format("{} of the rules, {} position{}, {} of both", number_of(belief.models(budget)),
                                   number_of(positions), positions.exact && positions.value == 1 ? "" : "s",
                                   number_of(belief.worlds(budget)))});
}

ordered_json json_position(TheoryBelief& belief, const Knowledge& knowledge, const Budget& budget) {
  auto rules = belief.rules_known(budget);
  return {{"round", belief.round()},
          {"move", nullptr},
          {"percepts", nullptr},
          {"fluents",
           {{"known", show::texts_of(belief, knowledge.fluents.known)},
            {"open", show::texts_of(belief, knowledge.fluents.open)}}},
          {"legal",
           {{"known", show::texts_of(belief, knowledge.legal.known)},
            {"open", show::texts_of(belief, knowledge.legal.open)}}},
          {"terminal", show::text_of(knowledge.terminal)},
          {"goal", {{"known", knowledge.goals.known}, {"open", knowledge.goals.open}}},
          {"rules", {{"known", rule_texts(belief, rules.known)}, {"open", rule_texts(belief, rules.open)}}},
          {"models", json_of(belief.models(budget))},
          {"positions", json_of(belief.positions(budget))},
          {"worlds", json_of(belief.worlds(budget))}};
}

Result<ordered_json> explain(TheoryBelief& belief, const std::string& atom, bool json, const Budget& budget) {
  auto because = belief.why(atom, budget);
  if (!because) return tl::unexpected(because.error());
  ordered_json out = {{"atom", atom},
                      {"truth", show::text_of(because->truth)},
                      {"sentences", ordered_json::array()},
                      {"facts", ordered_json::array()}};
  if (!json) {
    print_heading(fmt::format("{}: {}", printable(atom),
                              because->truth == Truth::kYes  ? "known to hold"
                              : because->truth == Truth::kNo ? "known not to hold"
                                                             : "open: some models have it, others do not"));
    if (because->truth != Truth::kOpen) {
      if (because->sentences.empty() && because->facts.empty())
        fmt::print("  the lists and definitions of the description say so\n");
      else
        fmt::print("  because\n");
    }
  }
  for (std::size_t number : because->sentences) {
    const igdl::Sentence& sentence = belief.theory().sentences()[number];
    out["sentences"].push_back({{"line", sentence.place.line()}, {"text", sentence.text()}});
    if (!json) fmt::print("    {}   ({})\n", printable(sentence.text()), printable(sentence.where()));
  }
  for (const igdl::Because::Fact& fact : because->facts) {
    out["facts"].push_back({{"round", fact.round}, {"text", fact.text}});
    if (!json) fmt::print("    round {}: {}\n", fact.round, printable(fact.text));
  }
  return out;
}

}  // namespace

int know_theory(const KnowOptions& options) {
  if (options.player == KnowOptions::Player::kLegal)
    return fail({"--player legal is for complete games", "percept match --players legal plays by a description"},
                kUnreadable);
  auto budget = [&] { return Budget().within(options.seconds.value_or(kSecondsAPosition)); };
  auto read = read_theory(options.file, budget());
  if (!read) return read.error();
  const igdl::Theory& theory = **read;
  auto made_belief = theory_belief(*read, options.role, budget());
  if (!made_belief) return made_belief.error();
  TheoryBelief& belief = **made_belief;
  belief.set_seconds(options.seconds.value_or(kSecondsAPosition));
  std::string role = belief.rules().text(belief.role());
  auto rounds = TheoryRounds::make(
      belief, {options.told, options.game, options.match, options.nth, options.seed, options.max_rounds});
  if (!rounds) return rounds.error();
  const char* percepts_of = theory.sees_position() ? "position" : "move";
  std::optional<show::Board> board;
  if (!options.json) {
    auto made = show::Board::make(belief.rules());
    if (!made) return fail(made.error(), kFindings);
    board = std::move(*made);
    fmt::print("{}, what {} knows, {}{}\n", printable(options.file), printable(role),
               theory.imperfect() ? fmt::format("percepts of the {}", percepts_of) : "who sees the moves made",
               rounds->seed() ? fmt::format(", seed {}", *rounds->seed()) : "");
  }
  if (options.interactive) {
    Beyond beyond;
    if (theory.sees_position() && theory.imperfect())
      beyond.look = [&](const belief::Experience& experience) { return belief.look(*experience.percepts, budget()); };
    beyond.show = [&] { print_rules(belief, options.all, budget()); };
    return know_interactively(belief, *board, options.all, beyond);
  }

  ordered_json record = {
      {"file", options.file},       {"role", role},
      {"filter", "igdl"},           {"seed", rounds->seed() ? ordered_json(*rounds->seed()) : ordered_json()},
      {"percepts_of", percepts_of}, {"rounds", ordered_json::array()}};
  int exit_code = kSuccess;
  // Whether it goes on after what nothing explains.
  auto contradicted = [&](const Error& error) {
    exit_code =
        fail({error.message, options.go_on ? "it goes on without what was seen" : "--go-on goes on"}, kFindings);
    return options.go_on;
  };
  show::TruthCheck check;
  Knowledge knowledge;
  Result<void> done;
  if (rounds->first())
    if (auto heard = hear_first(belief, *rounds->first(), budget()); !heard && !contradicted(heard.error()))
      return exit_code;
  for (;;) {
    knowledge = knowledge_of(belief);
    if (auto truth = rounds->truth())
      if (done = check.add(truth->game, truth->state, belief, knowledge); !done) break;
    if (options.json) {
      record["rounds"].push_back(json_position(belief, knowledge, budget()));
    } else {
      print_heading(fmt::format("Round {}", belief.round()));
      print_knowledge(belief, knowledge, *board, options.all);
      print_rules(belief, options.all, budget());
    }
    Budget for_round = budget();
    auto told = rounds->next(belief, for_round);
    if (!told) done = tl::unexpected(told.error());
    if (!told || !*told) break;
    if (options.json) {
      record["rounds"].back()["move"] = (*told)->move ? ordered_json(*(*told)->move) : ordered_json();
      record["rounds"].back()["percepts"] = (*told)->percepts ? ordered_json(*(*told)->percepts) : ordered_json();
    } else {
      print_told(**told);
    }
    if (auto heard = belief::hear(belief, **told, for_round); !heard) {
      if (!contradicted(heard.error())) break;
      if (done = go_on_without(belief, **told, for_round); !done) break;
    }
  }
  if (options.why && exit_code == kSuccess) {
    auto because = explain(belief, *options.why, options.json, budget());
    if (!because) return fail(because.error(), kUnreadable);
    record["why"] = *because;
  }
  if (options.json) {
    if (check.used()) record["truth"] = check.json();
    fmt::print("{}\n", record.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  } else if (check.used()) {
    fmt::print("{}", check.text(knowledge, colored(stdout)));
  }
  for (const std::string& mistake : check.mistakes()) exit_code = fail({mistake, ""}, kFindings);
  return done ? exit_code : fail(done.error(), kFindings);
}

}  // namespace percept::cli
