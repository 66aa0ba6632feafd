// SPDX-License-Identifier: MIT
//
// The roles: there are some, each can move, and wherever a role is named it is one of them. `random` is nature in games
// with percepts (GDL-II) and a role like any other in games without (GDL).
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tsl/robin_set.h>

#include "base/text.h"
#include "check/check.h"

namespace percept::check {
namespace {

class Roles {
 public:
  Roles(const Rules& rules, Findings& findings) : rules_(rules), findings_(findings) {}

  void check() {
    std::vector<const Rule*> roles = rules_.defining(keyword::kRole);
    if (roles.empty() && misspelt_role()) return;  // the wrong number of arguments has a finding of its own
    Place start{rules_.description().source().get(), 0, 0};
    if (roles.empty()) {
      findings_.push_back(
          {Code::kNoRole,
           start,
           "no role is defined",
           rules_.in_notation("add a fact for each, as in (role white)", "add a fact for each, as in role(white)"),
           {}});
      return;
    }
    bool all_known = true;
    for (const Rule* rule : roles) {
      if (!rule->is_fact())
        findings_.push_back({Code::kRoleByRule,
                             rule->statement->place,
                             "roles should be facts; Percept evaluates the rule before the game",
                             "state each role",
                             {}});
      if (rule->is_fact() && rule->head->ground)
        add(*rule->head->args[0]);
      else
        all_known = false;
    }
    if (all_known) names();
    moves();
    nature();
    if (rules_.defining(keyword::kTerminal).empty())
      findings_.push_back(
          {Code::kNoTerminal, start, "no rule says when the game is over", "add a rule for terminal", {}});
  }

 private:
  void add(const Term& role) {
    known_.push_back(&role);
    ids_.insert(role.id);
  }

  bool misspelt_role() const {
    return std::ranges::any_of(rules_.all(), [](const Rule& rule) { return rule.head->name == keyword::kRole; });
  }

  // Every role named is one.
  void names() {
    for (const Rule& rule : rules_.all()) {
      named(*rule.head);
      for (const Literal& literal : rule.literals) named(*literal.atom);
    }
  }

  void named(const Term& atom) {
    if (!(has_role(atom) || atom.is(keyword::kRole, 1)) || !atom.args[0]->ground || is_role(*atom.args[0])) return;
    const Term& role = *atom.args[0];
    std::vector<std::string> known;
    for (std::size_t i = 0; i < std::min(known_.size(), kMaxCompared); ++i) known.push_back(rules_.show(*known_[i]));
    std::string text = rules_.show(role);
    auto meant = text.size() < 3 ? std::nullopt : nearest(text, known);
    std::string hint = meant ? fmt::format("did you mean {}?", *meant)
                             : fmt::format("add a role {} or use one of: {}", text, fmt::join(known, " "));
    findings_.push_back({Code::kUnknownRole,
                         role.place,
                         fmt::format("{} is not a role; Percept reads `{}` as never true for it", rules_.show(role),
                                     rules_.name(atom.name)),
                         std::move(hint),
                         {}});
  }

  bool is_role(const Term& term) const { return ids_.contains(term.id); }

  void moves() {
    std::vector<const Rule*> legal = rules_.defining(keyword::kLegal);
    for (const Term* role : known_)
      if (std::ranges::none_of(legal, [&](const Rule* rule) { return may_match(*rule->head->args[0], *role); }))
        findings_.push_back({Code::kRoleWithoutMoves,
                             role->place,
                             fmt::format("no rule gives {} a legal move", rules_.show(*role)),
                             "every role moves in every round, if only noop",
                             {}});
  }

  void nature() {
    bool perceives = !rules_.defining(keyword::kSees).empty();
    for (const Term* role : known_)
      if (role->name == keyword::kRandom && !perceives)
        findings_.push_back({Code::kOrdinaryRandom,
                             role->place,
                             "without `sees` this is a GDL game; Percept reads random as a role like any other",
                             "add rules for sees if random is meant to be nature",
                             {}});
    for (const Rule* rule : rules_.defining(keyword::kSees))
      if (rule->head->args[0]->is(keyword::kRandom, 0))
        findings_.push_back({Code::kRandomSees,
                             rule->head->place,
                             "random chooses blindly; what it sees has no effect",
                             "remove the rule",
                             {}});
  }

  const Rules& rules_;
  Findings& findings_;
  static constexpr std::size_t kMaxCompared = 10;  // roles named in a hint

  std::vector<const Term*> known_;              // roles stated as facts
  tsl::robin_set<gdl::TermId, MixedHash> ids_;  // the same
};

}  // namespace

void check_roles(const Rules& rules, Findings& findings) { Roles(rules, findings).check(); }

}  // namespace percept::check
