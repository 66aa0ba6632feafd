// SPDX-License-Identifier: MIT
#include "show/knowledge.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "show/lines.h"

namespace percept::show {

using namespace game;
using belief::Belief;
using belief::Known;
using belief::Truth;
using nlohmann::ordered_json;

namespace {

constexpr std::size_t kShownMoves = 24, kShownFluents = 40;  // of a name, unless all are asked for

void sort_moves(const Belief& belief, std::vector<MoveId>& moves) {
  const Lexicon& lexicon = belief.rules().lexicon();
  std::ranges::sort(moves, [&](MoveId a, MoveId b) { return lexicon.less(belief.role(), a, b); });
}

}  // namespace

bool Knowledge::exact_probabilities() const {
  return probabilities.size() == fluents.open.size() &&
         std::ranges::all_of(probabilities, [](const belief::Probability& one) { return one.exact; });
}

Knowledge knowledge_of(Belief& belief) {
  const Lexicon& lexicon = belief.rules().lexicon();
  Knowledge out;
  out.legal = belief.legal();
  sort_moves(belief, out.legal.known);
  sort_moves(belief, out.legal.open);
  out.fluents = belief.fluents();
  std::vector<belief::Probability> probabilities = belief.probabilities();
  std::vector<FluentId> open = out.fluents.open;
  std::vector<std::size_t> order(open.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return lexicon.less(open[a], open[b]); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    out.fluents.open[i] = open[order[i]];
    if (!probabilities.empty()) out.probabilities.push_back(probabilities[order[i]]);
  }
  std::ranges::sort(out.fluents.known, [&](FluentId a, FluentId b) { return lexicon.less(a, b); });
  out.terminal = belief.terminal();
  out.goals = belief.goals();
  out.states = belief.states();
  out.gave_up = belief.gave_up();  // last: questions use up budgets, too
  return out;
}

Picture picture_of(const Knowledge& knowledge, const Board& board) {
  State known;
  for (FluentId fluent : knowledge.fluents.known) known.insert(fluent);
  std::vector<OpenFluent> open;
  for (std::size_t i = 0; i < knowledge.fluents.open.size(); ++i) {
    open.push_back({knowledge.fluents.open[i]});
    if (knowledge.probabilities.empty()) continue;
    open.back().probability = knowledge.probabilities[i].value;
    open.back().exact = knowledge.probabilities[i].exact;
  }
  return board.picture(known, open);
}

std::string to_text(const Belief& belief, const Knowledge& knowledge, const Board& board, const Look& look) {
  std::string out = to_text(picture_of(knowledge, board), look.color, look.all ? SIZE_MAX : kShownFluents);
  auto add = [&](std::string_view label, std::vector<std::string> items, bool open, std::size_t most = SIZE_MAX) {
    if (!items.empty()) out += row(label, std::move(items), look.color, open, most);
  };
  bool estimates = !knowledge.probabilities.empty() && !knowledge.exact_probabilities();
  std::string count = knowledge.states ? std::to_string(*knowledge.states) : "too many to count";
  if (knowledge.states || estimates)
    add("positions", {count + (estimates ? "; probabilities are estimates" : "")}, false);
  if (knowledge.terminal != Truth::kYes) {
    std::size_t number = 0;
    auto add_moves = [&](std::string_view label, const std::vector<MoveId>& moves, bool open) {
      std::vector<std::string> texts = texts_of(belief, moves);
      if (look.numbered)
        for (std::string& text : texts) text = fmt::format("{} {}", ++number, text);
      add(label, std::move(texts), open, look.all ? SIZE_MAX : kShownMoves);
    };
    add_moves("legal", knowledge.legal.known, false);
    add_moves("legal?", knowledge.legal.open, true);
  }
  bool decided = knowledge.terminal != Truth::kOpen;
  add(decided ? "terminal" : "terminal?", {decided ? text_of(knowledge.terminal) : "it may be over"}, !decided);
  auto add_goals = [&](std::string_view label, const std::vector<int>& goals, bool open) {
    std::vector<std::string> texts;
    for (int goal : goals) texts.push_back(std::to_string(goal));
    add(label, std::move(texts), open);
  };
  add_goals("goal", knowledge.goals.known, false);
  add_goals("goal?", knowledge.goals.open, true);
  if (knowledge.gave_up)
    add("gave up", {fmt::format("a budget ran out: some of what is called open may be known{}", look.more_time)}, true);
  return out;
}

ordered_json to_json(const Belief& belief, const Knowledge& knowledge) {
  auto lists = [&](const auto& known) -> ordered_json {
    return {{"known", texts_of(belief, known.known)}, {"open", texts_of(belief, known.open)}};
  };
  ordered_json out;
  out["legal"] = lists(knowledge.legal);
  out["fluents"] = lists(knowledge.fluents);
  out["terminal"] = knowledge.terminal == Truth::kYes  ? "known"
                    : knowledge.terminal == Truth::kNo ? "known-not"
                                                       : "open";
  out["goal"] = {{"known", knowledge.goals.known}, {"open", knowledge.goals.open}};
  out["states"] = knowledge.states ? ordered_json(*knowledge.states) : ordered_json();
  out["probabilities"] = ordered_json::object();
  for (std::size_t i = 0; i < knowledge.probabilities.size(); ++i)
    out["probabilities"][belief.rules().text(knowledge.fluents.open[i])] = knowledge.probabilities[i].value;
  out["exact_probabilities"] = knowledge.exact_probabilities();
  out["gave_up"] = knowledge.gave_up;
  return out;
}

// ---- parts of it

std::string text_of(const game::Told& told, bool color) {
  std::vector<std::string> percepts = told.percepts.value_or(std::vector<std::string>{"not known"});
  if (percepts.empty()) percepts.push_back("nothing");
  return row("does", {told.move.value_or("not known")}, color) + row("sees", std::move(percepts), color);
}

std::vector<std::string> texts_of(const Belief& belief, const std::vector<MoveId>& moves) {
  std::vector<std::string> out;
  for (MoveId move : moves) out.push_back(belief.rules().text(belief.role(), move));
  return out;
}

std::vector<std::string> texts_of(const Belief& belief, const std::vector<FluentId>& fluents) {
  std::vector<std::string> out;
  for (FluentId fluent : fluents) out.push_back(belief.rules().text(fluent));
  return out;
}

std::string text_of(Truth truth) { return truth == Truth::kYes ? "yes" : truth == Truth::kNo ? "no" : "open"; }

std::string text_of(const Known<int>& goals) {
  std::string out;
  if (!goals.known.empty() || goals.open.empty())
    out = goals.known.empty() ? "known: none" : fmt::format("known: {}", fmt::join(goals.known, ", "));
  if (!goals.open.empty()) out += fmt::format("{}open: {}", out.empty() ? "" : ", ", fmt::join(goals.open, ", "));
  return out;
}

std::string text_of(const std::vector<int>& goals) {
  return goals.empty() ? "none" : fmt::format("{}", fmt::join(goals, " and "));
}

}  // namespace percept::show
