// SPDX-License-Identifier: MIT
#include "record/sight.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "belief/exact.h"
#include "belief/told.h"
#include "gdl/reader.h"

namespace percept::record {
namespace {

const Facts& state_after(const Record& record, std::size_t rounds) {
  return rounds == 0 ? record.initial : record.rounds[rounds - 1].state;
}

std::optional<int> goal_of(const Record& record, std::size_t role) {
  if (record.status != Status::kCompleted || role >= record.goals.size()) return std::nullopt;
  return record.goals[role];
}

// A sound belief knows nothing but what is true; of a record that is not, nothing beyond the record is shown.
Facts known_of(const Record& record, belief::ExactBelief& belief, std::size_t rounds) {
  std::vector<std::string> known;
  for (belief::FluentId fluent : belief.fluents().known) known.push_back(belief.rules().text(fluent));
  std::ranges::sort(known);
  Facts out;
  for (const std::string& fact : state_after(record, rounds))
    if (std::ranges::binary_search(known, fact)) out.push_back(fact);
  return out;
}

}  // namespace

Result<std::size_t> role_number(const Record& record, const std::string& name) {
  auto found = std::ranges::find(record.roles, lower(name));
  if (found != record.roles.end()) return static_cast<std::size_t>(found - record.roles.begin());
  return failure(fmt::format("match {} has no role {}", printable(record.id), printable(name)),
                 fmt::format("its roles are {}", fmt::join(record.roles, ", ")));
}

bool sees_all(const Record& record, std::size_t role) {
  return record.rules.gdl_version == 1 || record.roles.at(role) == "random";
}

game::Told told(const Record& record, std::size_t role, std::size_t round) {
  const Round& of = record.rounds.at(round - 1);
  game::Told out{of.moves.at(role), std::vector<std::string>()};
  if (record.rules.gdl_version == 1)
    out.percepts = game::moves_seen(record.roles, of.moves);
  else if (role < of.percepts.size())
    out.percepts = of.percepts[role];
  return out;
}

Result<std::vector<Sight>> sight_of(const Record& record, std::size_t role, double seconds) {
  std::vector<Sight> out;
  if (sees_all(record, role)) {
    for (std::size_t i = 0; i <= record.rounds.size(); ++i) out.push_back({state_after(record, i), std::nullopt});
    out.back().goal = goal_of(record, role);
    return out;
  }
  ground::Options grounding;
  grounding.seconds = 5;  // beyond, each round is grounded by itself
  auto rules =
      belief::Rules::make(gdl::read_text(record.rules.name, record.rules.text), circuit::Logic::kTwoValued, grounding);
  if (!rules) return tl::unexpected(rules.error());
  auto own = (*rules)->role(record.roles[role]);
  if (!own) return failure(fmt::format("the rules of {} have no role {}", printable(record.id), record.roles[role]));
  belief::ExactBelief::Options options;
  options.seconds = seconds;
  auto belief = belief::ExactBelief::make(*rules, *own, options);
  if (!belief) return tl::unexpected(belief.error());
  out.push_back({known_of(record, **belief, 0), std::nullopt});
  for (std::size_t round = 1; round <= record.rounds.size(); ++round) {
    auto experience = belief::experience_of(**belief, told(record, role, round));
    if (!experience) return tl::unexpected(experience.error());
    if (auto updated = (*belief)->update(*experience); !updated)
      return failure(fmt::format("match {}: {}", printable(record.id), updated.error().message),
                     "percept matches verify tells whether the record is true");
    out.push_back({known_of(record, **belief, round), std::nullopt});
  }
  belief::Known<int> goals = (*belief)->goals();
  if (goals.known.size() == 1 && goals.open.empty() && goal_of(record, role) == goals.known[0])
    out.back().goal = goals.known[0];
  return out;
}

}  // namespace percept::record
