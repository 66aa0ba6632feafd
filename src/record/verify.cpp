// SPDX-License-Identifier: MIT
#include "record/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "record/replay.h"

namespace percept::record {
namespace {

using Texts = std::vector<std::string>;
using Found = std::optional<Disagreement>;

std::string listed(const Texts& texts) {
  constexpr std::size_t kMost = 10;
  std::string out;
  for (std::size_t i = 0; i < std::min(texts.size(), kMost); ++i) out += (i > 0 ? " " : "") + printable(texts[i]);
  if (texts.size() > kMost) out += fmt::format(" and {} more", texts.size() - kMost);
  return out.empty() ? "nothing" : out;
}

// How two sets of texts differ, in any order and case; empty when they do not.
std::string difference(Texts recorded, Texts by_rules) {
  for (Texts* texts : {&recorded, &by_rules}) {
    for (std::string& text : *texts) text = lower(text);
    std::sort(texts->begin(), texts->end());
    texts->erase(std::unique(texts->begin(), texts->end()), texts->end());
  }
  if (recorded == by_rules) return {};
  Texts only_recorded, only_rules;
  std::ranges::set_difference(recorded, by_rules, std::back_inserter(only_recorded));
  std::ranges::set_difference(by_rules, recorded, std::back_inserter(only_rules));
  return fmt::format("only recorded: {}; only by the rules: {}", listed(only_recorded), listed(only_rules));
}

Found header(const Record& record, const game::Game& game) {
  std::string hash = hash_of(game.description());
  if (hash != record.rules.hash)
    return Disagreement{0, fmt::format("the hash of the rules is {}, not {}", hash, printable(record.rules.hash))};
  Texts roles;
  for (std::uint32_t role = 0; role < game.roles(); ++role) roles.push_back(game.text(game::RoleId{role}));
  if (roles != record.roles)
    return Disagreement{0, fmt::format("the roles are {}, not {}", listed(roles), listed(record.roles))};
  if ((record.rules.gdl_version == 2) != game.imperfect())
    return Disagreement{0, fmt::format("the rules are GDL-{}, not GDL-{}", game.imperfect() ? "II" : "I",
                                       record.rules.gdl_version == 2 ? "II" : "I")};
  return std::nullopt;
}

Found round(const Record& record, const Replay& truth, std::size_t i) {
  const Round& round = record.rounds[i];
  if (i >= truth.rounds.size())
    return Disagreement{i + 1, truth.stopped ? truth.stopped->message : "it cannot be played"};
  for (std::size_t role = 0; role < record.roles.size() && record.rules.gdl_version == 2; ++role) {
    Texts seen = role < round.percepts.size() ? round.percepts[role] : Texts();
    std::string differs = difference(std::move(seen), truth.rounds[i].percepts[role]);
    if (!differs.empty())
      return Disagreement{i + 1, fmt::format("the percepts of {} differ; {}", printable(record.roles[role]), differs)};
  }
  std::string differs = difference(round.state, truth.rounds[i].state);
  if (!differs.empty()) return Disagreement{i + 1, "the state differs; " + differs};
  return std::nullopt;
}

Found end(const Record& record, const Replay& truth) {
  std::size_t last = record.rounds.size();
  if (record.status != Status::kCompleted) {
    bool has_goals = std::ranges::any_of(record.goals, [](const auto& goal) { return goal.has_value(); });
    if (has_goals && !truth.terminal) return Disagreement{last, "it has goals, and the game is not over"};
    return std::nullopt;
  }
  if (!truth.terminal) return Disagreement{last, "it is completed, and by the rules the game is not over"};
  for (std::size_t role = 0; role < record.roles.size(); ++role) {
    const std::vector<int>& goals = truth.goals[role];
    auto by_rules = goals.empty() ? "none" : fmt::format("{}", fmt::join(goals, ", "));
    std::string recorded = "none";
    bool wrong = goals.size() == 1;
    if (role < record.goals.size() && record.goals[role]) {
      recorded = std::to_string(*record.goals[role]);
      wrong = std::ranges::find(goals, *record.goals[role]) == goals.end();
    }
    if (wrong)
      return Disagreement{last, fmt::format("the goal of {} is recorded as {}, by the rules it is {}",
                                            printable(record.roles[role]), recorded, by_rules)};
  }
  return std::nullopt;
}

}  // namespace

Result<Found> verify(const Record& record) {
  auto game = game_of(record.rules);
  if (!game) return tl::unexpected(game.error());
  if (Found found = header(record, *game)) return found;
  auto truth = replay(*game, record);
  if (!truth) return tl::unexpected(truth.error());
  std::string differs = difference(record.initial, truth->initial);
  if (!differs.empty()) return Found({0, "the initial state differs; " + differs});
  for (std::size_t i = 0; i < record.rounds.size(); ++i)
    if (Found found = round(record, *truth, i)) return found;
  return end(record, *truth);
}

}  // namespace percept::record
