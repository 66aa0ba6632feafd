// SPDX-License-Identifier: MIT
//
// `percept check` of an incomplete description, behind what its text is checked for.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/playing.h"
#include "cli/terminal.h"
#include "cli/theory_file.h"
#include "gdl/reader.h"
#include "igdl/inspection.h"

namespace percept::cli {
namespace {

using nlohmann::ordered_json;

}  // namespace

int check_theory(const std::string& file, const CheckOptions& options, std::string& out) {
  const auto& against = options.against;
  bool json = options.json;
  Budget budget = Budget().within(options.seconds);
  auto read = gdl::read_file(file);
  if (!read) return fail(read.error(), kUnreadable);
  auto made = igdl::Theory::make(std::move(*read), budget);
  ordered_json entry;
  auto text = [&](const std::string& line) {
    if (!json) fmt::print("{}\n", line);
  };
  if (!made) {
    entry["error"] = made.error().message;
    if (json)
      out = entry.dump();
    else
      print_error(made.error());
    return kFindings;
  }
  const igdl::Theory& theory = **made;
  auto sentence = [&](std::size_t number) {
    return fmt::format("  {}: {}", printable(theory.sentences()[number].where()),
                       printable(theory.sentences()[number].text()));
  };
  auto places = [&](const std::vector<std::size_t>& numbers) {
    ordered_json list = ordered_json::array();
    for (std::size_t number : numbers)
      list.push_back({{"line", theory.sentences()[number].place.line()}, {"text", theory.sentences()[number].text()}});
    return list;
  };
  std::vector<igdl::Stray> strays = igdl::find_strays(theory);
  entry["mentioned_once"] = ordered_json::array();
  for (const igdl::Stray& stray : strays) {
    entry["mentioned_once"].push_back({{"relation", stray.name},
                                       {"line", theory.sentences()[stray.sentence].place.line()},
                                       {"similar", stray.meant ? ordered_json(*stray.meant) : ordered_json()}});
    text(printable(theory.sentences()[stray.sentence].placed(
        fmt::format("{} is mentioned nowhere else, so that nothing is known of it{}", stray.name,
                    stray.meant ? fmt::format(": is {} meant?", *stray.meant) : ""))));
  }
  entry["free_and_bound"] = ordered_json::array();
  for (const igdl::Sentence& one : theory.sentences()) {
    if (one.twice.empty()) continue;
    entry["free_and_bound"].push_back({{"line", one.place.line()}, {"variable", one.twice}});
    text(printable(one.placed(fmt::format(
        "{} is bound by a quantifier, and outside of its scope it is another: are parentheses missing?", one.twice))));
  }
  int exit_code = kSuccess;
  if (auto wrong = igdl::find_contradiction(*made, budget)) {
    exit_code = kFindings;
    entry["contradiction"] = {{"round", wrong->round}, {"sentences", places(wrong->sentences)}};
    text(fmt::format("{}: {}: these cannot all hold", printable(file),
                     wrong->round == 1 ? "no position can be the first" : "no move can be made in the first position"));
    for (std::size_t number : wrong->sentences) text(sentence(number));
  } else {
    std::vector<std::size_t> redundant = igdl::find_redundant(theory, budget);
    entry["redundant"] = places(redundant);
    if (!redundant.empty()) text(fmt::format("{}: each of these follows from all the others", printable(file)));
    for (std::size_t number : redundant) text(sentence(number));
    entry["open"] = ordered_json::array();
    std::vector<igdl::Open> opens = igdl::find_open(theory, budget);
    if (opens.empty() && !budget.out_of_time()) text(fmt::format("{}: nothing is left open", printable(file)));
    for (const igdl::Open& open : opens) {
      entry["open"].push_back({{"what", open.what},
                               {"at_first", open.at_first},
                               {"position", open.position},
                               {"moves", open.moves},
                               {"differs", open.differs},
                               {"left", open.left}});
      std::string where;
      if (!open.position.empty())
        where = fmt::format(" in {}position {}", open.at_first ? "the first " : "", fmt::join(open.position, " "));
      if (!open.moves.empty()) where += fmt::format(" after {}", fmt::join(open.moves, " "));
      text(fmt::format("{}: open: {}{}{}", printable(file), open.what, printable(where),
                       open.at_first ? "" : ", which may never come about"));
      for (std::size_t i = 0; i < open.differs.size(); ++i)
        text(fmt::format("  {:28} {:>4} | {:>4}", printable(open.differs[i]), open.left[i] ? "yes" : "no",
                         open.left[i] ? "no" : "yes"));
    }
  }
  if (budget.out_of_time()) {
    entry["complete"] = false;
    text(fmt::format("{}: not all was looked at within {} CPU seconds: --seconds gives it more", printable(file),
                     options.seconds));
  }
  if (against) {
    auto game = make_game(*against, game::Game::Choice::kCircuit);
    if (!game) return game.error();
    auto agreement = igdl::compare(*made, *game, 5000, Budget().within(options.seconds));
    if (!agreement) return fail(agreement.error(), kFindings);
    const auto& wrong = agreement->disagreement;
    entry["against"] = {
        {"file", *against}, {"model", !wrong}, {"positions", agreement->positions}, {"all", agreement->all}};
    if (!wrong) {
      text(fmt::format("{} is a model of it: {}{} agree", printable(*against), agreement->all ? "all " : "",
                       counted(agreement->positions, "position")));
    } else {
      exit_code = kFindings;
      entry["against"]["round"] = wrong->round;
      entry["against"]["position"] = wrong->position;
      entry["against"]["sentences"] = places(wrong->sentences);
      if (!wrong->unknown.empty()) entry["against"]["not_listed"] = wrong->unknown;
      text(wrong->unknown.empty() ? fmt::format("{} is not a model of it: in round {}, at {}, these cannot all hold",
                                                printable(*against), wrong->round, printable(wrong->position))
                                  : fmt::format("{} is not a model of it: it has {}, which is not listed",
                                                printable(*against), printable(wrong->unknown)));
      for (std::size_t number : wrong->sentences) text(sentence(number));
    }
  }
  if (json) out = entry.dump();
  return exit_code;
}

}  // namespace percept::cli
