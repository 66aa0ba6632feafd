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

namespace percept::cli {
namespace {

using belief::Truth;
using igdl::TheoryBelief;
using nlohmann::ordered_json;

std::string number_of(const igdl::Count& count) {
  return count.exact ? fmt::format("{:.0f}", count.value) : fmt::format("about {:.3g}", count.value);
}
ordered_json json_of(const igdl::Count& count) { return {{"count", count.value}, {"exact", count.exact}}; }

std::vector<std::string> rule_texts(const TheoryBelief& belief, const std::vector<igdl::Number>& rules) {
  std::vector<std::string> out;
  for (igdl::Number rule : rules) out.push_back(belief.theory().text(rule));
  return out;
}

void print_row(const std::string& label, const std::vector<std::string>& items, bool open = false,
               std::size_t most = SIZE_MAX) {
  fmt::print("{}", show::row(label, items, colored(stdout), open, most));
}

void print_position(TheoryBelief& belief, bool all) {
  Knowledge knowledge = knowledge_of(belief);
  std::size_t most = all ? SIZE_MAX : 40;
  auto row = [&](const std::string& label, const std::vector<std::string>& items, bool open = false) {
    if (!items.empty()) print_row(label, items, open, most);
  };
  row("true", show::texts_of(belief, knowledge.fluents.known));
  row("open", show::texts_of(belief, knowledge.fluents.open), true);
  row("legal", show::texts_of(belief, knowledge.legal.known));
  row("perhaps", show::texts_of(belief, knowledge.legal.open), true);
  print_row("over", {show::text_of(knowledge.terminal)});
  print_row("goal", {show::text_of(knowledge.goals)});
  auto rules = belief.rules_known();
  row("rules", rule_texts(belief, rules.known));
  row("rules open", rule_texts(belief, rules.open), true);
  Budget budget = Budget().within(5);
  print_row("models", {fmt::format("{} of the rules, {} positions, {} of both", number_of(belief.models(budget)),
                                   number_of(belief.positions(budget)), number_of(belief.worlds(budget)))});
}

ordered_json json_position(TheoryBelief& belief) {
  Knowledge knowledge = knowledge_of(belief);
  auto rules = belief.rules_known();
  Budget budget = Budget().within(5);
  return {{"round", belief.round()},
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

Result<ordered_json> explain(TheoryBelief& belief, const std::string& atom, bool json) {
  auto because = belief.why(atom);
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
  if (options.match || options.interactive || options.seed)
    return fail({"an incomplete description has no match of its own to follow",
                 "say what the role did and saw: --told \"q:a; -:b; q\""},
                kUnreadable);
  int exit_code = kSuccess;
  auto read = read_theory(options.file);
  if (!read) return read.error();
  auto theory = std::move(*read);
  auto made_belief = theory_belief(theory, options.role);
  if (!made_belief) return made_belief.error();
  auto belief = std::move(*made_belief);
  ordered_json record = {{"file", options.file},
                         {"role", belief->rules().text(belief->role())},
                         {"filter", "igdl"},
                         {"percepts_of", theory->sees_position() ? "position" : "move"},
                         {"rounds", ordered_json::array()}};
  if (!options.json)
    fmt::print("{}, what {} knows, percepts of the {}\n", printable(options.file),
               printable(belief->rules().text(belief->role())), theory->sees_position() ? "position" : "move");
  auto show = [&] {
    if (options.json) {
      record["rounds"].push_back(json_position(*belief));
    } else {
      print_heading(fmt::format("Round {}", belief->round()));
      print_position(*belief, options.all);
    }
  };
  bool shown = false;
  std::optional<std::string> move;
  std::vector<ToldRound> told = read_told(options.told);
  for (std::size_t i = 0; i < told.size(); ++i) {
    auto experience = experience_of(*belief, {move, told[i].sees});
    Result<void> heard = experience ? Result<void>() : Result<void>(tl::unexpected(experience.error()));
    if (experience && i == 0 && experience->percepts) heard = belief->look(*experience->percepts);
    if (experience && i > 0) heard = belief->update(*experience);
    if (!heard) {
      exit_code = fail({heard.error().message, options.go_on ? "it goes on without what was seen" : "--go-on goes on"},
                       kFindings);
      if (!options.go_on) return exit_code;
      if (i > 0) (void)go_on_without(*belief, {move, std::nullopt});
    }
    move = told[i].move;
    show();
    shown = true;
    if (move) {
      belief->asked();
      if (!options.json) print_row("does", {*move});
    }
  }
  if (!shown) show();
  if (options.why) {
    auto because = explain(*belief, *options.why, options.json);
    if (!because) return fail(because.error(), kUnreadable);
    record["why"] = *because;
  }
  if (options.json) fmt::print("{}\n", record.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  return exit_code;
}

}  // namespace percept::cli
