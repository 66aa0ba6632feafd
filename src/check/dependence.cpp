// SPDX-License-Identifier: MIT
//
// What the keywords may depend on: legal moves, goals and the end are those of a position, not of a move made in it;
// roles, the initial position and the declarations hold before there is any position.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "check/check.h"
#include "check/dependencies.h"

namespace percept::check {
namespace {

struct Ban {
  Symbol keyword;
  std::vector<Symbol> on;
  std::string_view why;
};

const std::vector<Ban>& bans() {
  using namespace keyword;
  static constexpr std::string_view kStatic = "it must hold before the game starts";
  static constexpr std::string_view kPosition = "it must follow from the position alone";
  static const std::vector<Ban> kBans = {
      {kRole, {kTrue, kDoes, kInit, kNext, kLegal, kGoal, kTerminal, kSees}, kStatic},
      {kInit, {kTrue, kDoes, kNext, kLegal, kGoal, kTerminal, kSees}, kStatic},
      {kBase, {kTrue, kDoes, kNext, kLegal, kGoal, kTerminal, kSees}, kStatic},
      {kInput, {kTrue, kDoes, kNext, kLegal, kGoal, kTerminal, kSees}, kStatic},
      {kLegal, {kDoes, kNext, kSees}, kPosition},
      {kGoal, {kDoes, kNext, kSees}, kPosition},
      {kTerminal, {kDoes, kNext, kSees}, kPosition},
  };
  return kBans;
}

}  // namespace

void check_dependence(const Rules& rules, Findings& findings) {
  Dependencies dependencies(rules);
  const auto& relations = rules.relations();
  for (const Ban& ban : bans()) {
    // Breadth first from the keyword; each relation remembers the literal that led to it.
    std::vector<std::optional<std::pair<RelationId, const Literal*>>> came_by(relations.size());
    std::vector<std::uint32_t> queue;
    std::vector<bool> seen(relations.size());
    for (std::uint32_t i = 0; i < relations.size(); ++i)
      if (relations[i].name == ban.keyword && relations[i].arity == gdl::keyword_arity(ban.keyword)) {
        queue.push_back(i);
        seen[i] = true;
      }
    for (std::size_t head = 0; head < queue.size(); ++head) {
      std::uint32_t at = queue[head];
      for (std::uint32_t rule : relations[at].rules)
        for (const Literal& literal : rules.all()[rule].literals) {
          std::uint32_t to = literal.relation.value;
          if (seen[to] || literal.is_distinct()) continue;
          seen[to] = true;
          came_by[to] = {RelationId{at}, &literal};
          bool banned = std::ranges::find(ban.on, relations[to].name) != ban.on.end() &&
                        relations[to].arity == gdl::keyword_arity(relations[to].name);
          if (!banned) {
            queue.push_back(to);
            continue;
          }
          std::vector<Note> notes;
          for (RelationId step{at}; came_by[step.value]; step = came_by[step.value]->first)
            notes.push_back(
                {came_by[step.value]->second->formula->place,
                 fmt::format("`{}` depends on `{}` here", rules.show(rules.relation(came_by[step.value]->first)),
                             rules.show(rules.relation(step)))});
          std::reverse(notes.begin(), notes.end());
          findings.push_back({Code::kForbiddenDependence, literal.formula->place,
                              fmt::format("`{}` depends on `{}`; {}", rules.name(ban.keyword),
                                          rules.name(relations[to].name), ban.why),
                              "", std::move(notes)});
        }
    }
  }
}

}  // namespace percept::check
