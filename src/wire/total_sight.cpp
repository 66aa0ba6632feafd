// SPDX-License-Identifier: MIT
#include "wire/total_sight.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gdl/writer.h"

namespace percept::wire {
namespace {

namespace keyword = gdl::keyword;

using Binding = std::map<gdl::Symbol, std::string>;

// A rule that shows a move, as it was made, to some roles.
struct Shows {
  const gdl::Term *seer, *mover;
  std::vector<const gdl::Term*> facts;  // about the two
  bool names_mover = false;
};

bool occurs(gdl::Symbol variable, const gdl::Term& term) {
  bool found = false;
  gdl::for_each_term(term, [&](const gdl::Term& part) { found |= part.is_variable() && part.name == variable; });
  return found;
}

std::optional<Shows> shows(const gdl::Statement& rule) {
  if (!rule.head || !rule.head->is(keyword::kSees, 2)) return std::nullopt;
  Shows out{rule.head->args[0], nullptr, {}};
  const gdl::Term* move = nullptr;
  for (const gdl::Formula* literal : rule.body) {
    if (literal->kind != gdl::Formula::Kind::kAtom) return std::nullopt;
    if (!literal->atom->is(keyword::kDoes, 2)) {
      out.facts.push_back(literal->atom);
      continue;
    }
    if (move) return std::nullopt;
    out.mover = literal->atom->args[0];
    move = literal->atom->args[1];
  }
  const gdl::Term& percept = *rule.head->args[1];
  if (!move || !move->is_variable() || !occurs(move->name, percept)) return std::nullopt;
  out.names_mover = out.mover->is_variable() && occurs(out.mover->name, percept);
  return out;
}

class Facts {
 public:
  explicit Facts(const gdl::Description& rules) : rules_(rules) {
    for (const gdl::Statement& statement : rules.statements())
      if (statement.head && statement.body.empty()) facts_.insert(gdl::to_kif(*statement.head, rules.symbols()));
  }

  std::vector<std::string> roles() const {
    std::vector<std::string> out;
    for (const std::string& fact : facts_)
      if (fact.starts_with("(role ")) out.push_back(fact.substr(6, fact.size() - 7));
    return out;
  }

  bool matches(const gdl::Term& term, const std::string& role, Binding& binding) const {
    if (!term.is_variable()) return gdl::to_kif(term, rules_.symbols()) == role;
    return binding.emplace(term.name, role).first->second == role;
  }

  bool holds(const gdl::Term& atom, const Binding& binding) const {
    std::string text = "(" + std::string(rules_.text(atom.name));
    for (const gdl::Term* argument : atom.args) {
      auto bound = binding.find(argument->name);
      if (argument->is_variable() && bound == binding.end()) return false;
      text += " " + (argument->is_variable() ? bound->second : gdl::to_kif(*argument, rules_.symbols()));
    }
    return facts_.contains(text + ")");
  }

 private:
  const gdl::Description& rules_;
  std::set<std::string> facts_;
};

}  // namespace

bool every_move_is_seen(const gdl::Description& rules) {
  if (rules.is_incomplete()) return false;
  std::vector<Shows> all;
  for (const gdl::Statement& statement : rules.statements()) {
    if (statement.head && statement.head->is(keyword::kRole, 1) && !statement.body.empty()) return false;
    if (auto found = shows(statement)) all.push_back(std::move(*found));
  }
  Facts facts(rules);
  std::vector<std::string> roles = facts.roles();
  auto sees = [&](const std::string& seer, const std::string& mover) {
    return std::ranges::any_of(all, [&](const Shows& rule) {
      Binding binding;
      return (rule.names_mover || roles.size() <= 2) && facts.matches(*rule.seer, seer, binding) &&
             facts.matches(*rule.mover, mover, binding) &&
             std::ranges::all_of(rule.facts, [&](const gdl::Term* fact) { return facts.holds(*fact, binding); });
    });
  };
  for (const std::string& seer : roles)
    for (const std::string& mover : roles)
      if (seer != mover && seer != "random" && !sees(seer, mover)) return false;
  return !roles.empty();
}

}  // namespace percept::wire
