// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <pugixml.hpp>

#include "base/text.h"
#include "gdl/term_text.h"
#include "record/dresden_xml.h"
#include "record/replay.h"

namespace percept::record {
namespace {

constexpr std::size_t kMaxXmlNesting = 200;

using Moves = std::vector<std::vector<std::string>>;

// One file of a match.
struct Step {
  std::string name, id, sight;
  std::vector<std::string> roles, players;
  std::int64_t time = 0;
  Clocks clocks;
  Moves moves;  // of all steps before
  bool has_state = false, final = false;
  Facts state;
  std::vector<std::optional<int>> rewards;
};

template <class Number>
std::optional<Number> number(std::string_view text) {
  text = trimmed(text);
  Number out = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(out) : std::nullopt;
}

// The term that an element holds: prop-f and arguments, or a text.
Result<std::string> term_of(const pugi::xml_node& element, std::size_t depth = 0) {
  if (depth > kMaxXmlNesting) return failure("a term is nested too deeply");
  pugi::xml_node name = element.child("prop-f");
  if (!name) return gdl::term_text(element.text().get());
  std::string out = lower(trimmed(name.text().get()));
  if (out.empty()) return failure("a term has no name");
  if (!element.child("arg")) return out;
  for (pugi::xml_node arg : element.children("arg")) {
    auto term = term_of(arg, depth + 1);
    if (!term) return term;
    out += ' ' + *term;
  }
  return '(' + out + ')';
}

Result<Step> step_of(const XmlFile& file) {
  auto wrong = [&](const std::string& what) { return failure(fmt::format("{}: {}", file.name, what)); };
  pugi::xml_document document;
  pugi::xml_parse_result parsed =
      document.load_buffer(file.text.data(), file.text.size(), pugi::parse_default, pugi::encoding_auto);
  if (!parsed) {
    auto offset =
        std::min<std::size_t>(static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0)), file.text.size());
    auto line = 1 + std::count(file.text.begin(), file.text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
    return failure(fmt::format("{}:{}: this is not XML: {}", file.name, line, parsed.description()));
  }
  pugi::xml_node match = document.child("match");
  if (!match) return wrong("there is no <match>");
  Step out;
  out.name = file.name;
  out.id = trimmed(match.child("match-id").text().get());
  if (out.id.empty()) return wrong("the match has no id");
  out.sight = lower(trimmed(match.child("sight-of").text().get()));
  for (pugi::xml_node role : match.children("role")) out.roles.push_back(lower(trimmed(role.text().get())));
  for (pugi::xml_node player : match.children("player")) out.players.emplace_back(trimmed(player.text().get()));
  out.time = number<std::int64_t>(match.child("timestamp").text().get()).value_or(0);
  out.clocks = {number<double>(match.child("startclock").text().get()).value_or(0),
                number<double>(match.child("playclock").text().get()).value_or(0)};
  for (pugi::xml_node step : match.child("history").children("step")) {
    out.moves.emplace_back();
    for (pugi::xml_node move : step.children("move")) {
      auto term = term_of(move);
      if (!term) return wrong(fmt::format("step {}: {}", out.moves.size(), term.error().message));
      out.moves.back().push_back(std::move(*term));
    }
  }
  pugi::xml_node state = match.child("state");
  out.has_state = !state.empty();
  for (pugi::xml_node fact : state.children("fact")) {
    auto term = term_of(fact);
    if (!term) return wrong(term.error().message);
    out.state.push_back(std::move(*term));
  }
  out.final = !match.child("scores").empty();
  for (pugi::xml_node reward : match.child("scores").children("reward"))
    out.rewards.push_back(number<int>(reward.text().get()));
  return out;
}

}  // namespace

Result<Record> read_dresden_xml(const std::vector<XmlFile>& files, const std::string& name,
                                const RulesOnRecord& rules) {
  std::map<std::size_t, Step> steps;  // by rounds played
  for (const XmlFile& file : files) {
    auto step = step_of(file);
    if (!step) return tl::unexpected(step.error());
    if (!steps.empty() && steps.begin()->second.id != step->id)
      return failure(fmt::format("{}: this is of match {}, {} of {}", file.name, printable(step->id),
                                 steps.begin()->second.name, printable(steps.begin()->second.id)),
                     "a folder has the files of one match");
    std::size_t rounds = step->moves.size();
    if (auto known = steps.find(rounds); known == steps.end() || step->final)
      steps.insert_or_assign(rounds, std::move(*step));
  }
  if (steps.empty())
    return failure(fmt::format("{} has no step_1.xml, nor others of a match", name), "it is not a record of Dresden's");
  const Step& last = steps.rbegin()->second;
  bool hidden = std::ranges::any_of(last.moves, [](const auto& moves) { return moves.empty(); });
  if (hidden)
    return failure(
        fmt::format("{}: this is what {} saw, without the moves of others", last.name, printable(last.sight)),
        "import the view of everyone, sight-of RANDOM");
  Record out;
  out.id = last.id;
  out.rules = rules;
  out.roles = last.roles;
  for (const std::string& player : last.players) out.players.push_back({player, "", "", false});
  out.started = steps.begin()->second.time;
  out.clocks = steps.begin()->second.clocks;
  out.ended = last.time;
  out.status = last.final ? Status::kCompleted : Status::kInterrupted;
  out.goals = last.rewards;
  for (std::size_t i = 0; i <= last.moves.size(); ++i) {
    auto step = steps.find(i);
    bool there = step != steps.end() && step->second.has_state;
    if (i == 0) {
      if (there) out.initial = step->second.state;
      continue;
    }
    Round round;
    round.moves = last.moves[i - 1];
    if (there) round.state = step->second.state;
    if (step != steps.end()) round.time = step->second.time;
    out.rounds.push_back(std::move(round));
  }
  if (auto fine = complete(out); !fine)
    return failure(fmt::format("{}: {}", name, fine.error().message), fine.error().hint);
  return out;
}

}  // namespace percept::record
