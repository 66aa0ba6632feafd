// SPDX-License-Identifier: MIT
//
// What the keywords may depend on: legal moves, goals and the end are those of a position, not of a move made in it;
// roles, the initial position and the declarations hold before there is any position.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "check/check.h"

namespace percept::check {
namespace {

struct Ban {
  Symbol keyword;
  std::vector<Symbol> on;
  std::string_view why;
  std::string_view hint;
};

const std::vector<Ban>& bans() {
  using namespace keyword;
  static constexpr std::string_view kStatic = "it must hold before the game starts";
  static constexpr std::string_view kPosition = "it must follow from the position alone";
  static constexpr std::string_view kUseFacts = "define it by facts, or by relations that only facts define";
  static constexpr std::string_view kUseNext = "let the move change the position with next, and ask the position";
  static const std::vector<Ban> kBans = {
      {kRole, {kTrue, kDoes, kInit, kNext, kLegal, kGoal, kTerminal, kSees}, kStatic, kUseFacts},
      {kInit, {kTrue, kDoes, kNext, kLegal, kGoal, kTerminal, kSees}, kStatic, kUseFacts},
      {kBase, {kTrue, kDoes, kNext, kLegal, kGoal, kTerminal, kSees}, kStatic, kUseFacts},
      {kInput, {kTrue, kDoes, kNext, kLegal, kGoal, kTerminal, kSees}, kStatic, kUseFacts},
      {kLegal, {kDoes, kNext}, kPosition, kUseNext},
      {kGoal, {kDoes, kNext}, kPosition, kUseNext},
      {kTerminal, {kDoes, kNext}, kPosition, kUseNext},
  };
  return kBans;
}

// Everything that one keyword depends on, breadth first; each relation remembers the literal that led to it.
class Reach {
 public:
  // Does not go on from relations of `ends`.
  Reach(const Rules& rules, Symbol keyword, const std::vector<Symbol>& ends)
      : rules_(rules), came_by_(rules.relations().size()) {
    const auto& relations = rules.relations();
    for (std::uint32_t i = 0; i < relations.size(); ++i)
      if (relations[i].name == keyword && relations[i].arity == gdl::keyword_arity(keyword)) {
        start_ = i;
        queue_.push_back(i);
      }
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      Symbol name = relations[queue_[head]].name;
      if (!is_given(name) && std::ranges::find(ends, name) == ends.end()) expand(queue_[head]);
    }
  }

  const std::vector<std::uint32_t>& reached() const { return queue_; }
  const Literal* last_step(std::uint32_t relation) const {
    return came_by_[relation] ? came_by_[relation]->literal : nullptr;
  }

  // One note for each step from the keyword to the relation but the last.
  std::vector<Note> way_to(std::uint32_t relation) const {
    std::vector<Note> notes;
    for (std::uint32_t at = came_by_[relation]->from; came_by_[at]; at = came_by_[at]->from)
      notes.push_back({came_by_[at]->literal->place,
                       fmt::format("`{}` depends on `{}` here", rules_.show(rules_.relations()[came_by_[at]->from]),
                                   rules_.show(rules_.relations()[at]))});
    std::reverse(notes.begin(), notes.end());
    return notes;
  }

 private:
  struct Step {
    std::uint32_t from;
    const Literal* literal;
  };

  void expand(std::uint32_t from) {
    for (std::uint32_t rule : rules_.relations()[from].rules)
      for (const Literal& literal : rules_.all()[rule].literals) {
        std::uint32_t to = literal.relation.value;
        if (literal.is_distinct() || to == start_ || came_by_[to]) continue;
        came_by_[to] = {from, &literal};
        queue_.push_back(to);
      }
  }

  const Rules& rules_;
  std::vector<std::optional<Step>> came_by_;
  std::vector<std::uint32_t> queue_;
  std::uint32_t start_ = UINT32_MAX;
};

}  // namespace

void check_dependence(const Rules& rules, Findings& findings) {
  for (const Ban& ban : bans()) {
    Reach reach(rules, ban.keyword, ban.on);
    for (std::uint32_t reached : reach.reached()) {
      const Relation& relation = rules.relations()[reached];
      bool banned = std::ranges::find(ban.on, relation.name) != ban.on.end() && reach.last_step(reached) &&
                    relation.arity == gdl::keyword_arity(relation.name);
      if (!banned) continue;
      bool declares = ban.keyword == keyword::kBase || ban.keyword == keyword::kInput;
      std::string message =
          fmt::format("`{}` depends on `{}`; {}", rules.name(ban.keyword), rules.name(relation.name), ban.why);
      if (declares) message += ". Percept does not need this declaration and ignores it";
      findings.push_back({declares ? Code::kDynamicDeclaration : Code::kForbiddenDependence,
                          reach.last_step(reached)->place, std::move(message), std::string(ban.hint),
                          reach.way_to(reached)});
    }
  }
}

}  // namespace percept::check
