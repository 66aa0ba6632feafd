// SPDX-License-Identifier: MIT
//
// Relations that are used and never defined (never true, often misspelt), and defined and never used (dead weight, or
// the other half of the misspelling).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "check/check.h"
#include "check/dependencies.h"

namespace percept::check {
namespace {

constexpr std::size_t kMaxComparedRelations = 2000;  // names looked at for a "did you mean"
constexpr std::size_t kMaxHints = 200;               // such hints in one description

std::string similar_to(const Rules& rules, const Relation& undefined) {
  std::string name = rules.name(undefined.name);
  if (name.size() < 3) return {};
  std::vector<std::string> names;
  auto add = [&](Symbol other) {
    if (other != undefined.name) names.push_back(rules.name(other));
  };
  for (Symbol given : {keyword::kTrue, keyword::kDoes, keyword::kDistinct}) add(given);
  std::size_t compared = 0;
  for (const Relation& other : rules.relations())
    if (!other.rules.empty() && ++compared <= kMaxComparedRelations) add(other.name);
  return nearest(name, names).value_or("");
}

// The names of what the description says can be true.
std::set<Symbol> fluents_of(const Rules& rules) {
  std::set<Symbol> names;
  for (Symbol keyword : {keyword::kInit, keyword::kNext, keyword::kBase})
    for (const Rule* rule : rules.defining(keyword))
      if (!rule->head->args[0]->is_variable()) names.insert(rule->head->args[0]->name);
  return names;
}

std::string as_fluent(const Rules& rules, const Relation& relation) {
  std::string name = rules.name(relation.name);
  if (relation.arity == 0) return rules.in_notation("(true " + name + ")", "true(" + name + ")");
  return rules.in_notation("(true (" + name + " ...))", "true(" + name + "(...))");
}

void check_undefined(const Rules& rules, Findings& findings) {
  std::set<Symbol> fluents = fluents_of(rules);
  std::map<Symbol, const Relation*> defined;  // one for each name
  for (const Relation& relation : rules.relations())
    if (!relation.rules.empty()) defined.emplace(relation.name, &relation);
  std::size_t compared = 0;
  for (const Relation& relation : rules.relations()) {
    bool wrong_keyword = gdl::keyword_arity(relation.name) && relation.arity != gdl::keyword_arity(relation.name);
    if (!relation.rules.empty() || !relation.first_use || is_given(relation.name) || wrong_keyword ||
        gdl::is_operator(relation.name))
      continue;
    std::string hint;
    if (auto other = defined.find(relation.name); other != defined.end())
      hint =
          fmt::format("`{}` is defined with {}", rules.name(relation.name), counted(other->second->arity, "argument"));
    if (hint.empty() && fluents.contains(relation.name))
      hint = fmt::format("`{}` is a fluent: write {}", rules.name(relation.name), as_fluent(rules, relation));
    if (hint.empty() && ++compared <= kMaxHints)
      if (std::string other = similar_to(rules, relation); !other.empty())
        hint = fmt::format("did you mean `{}`?", other);
    std::string also = relation.uses > 1 ? fmt::format(" (used {} times)", relation.uses) : "";
    findings.push_back(
        {Code::kUndefined,
         relation.first_use->atom->place,
         fmt::format("`{}` is used but never defined; Percept reads it as never true{}", rules.show(relation), also),
         std::move(hint),
         {}});
  }
}

void check_unused(const Rules& rules, Findings& findings) {
  const auto& relations = rules.relations();
  Dependencies dependencies(rules);
  std::vector<bool> needed(relations.size());
  std::vector<std::uint32_t> queue;
  auto need = [&](std::uint32_t i) {
    if (needed[i]) return;
    needed[i] = true;
    queue.push_back(i);
  };
  for (std::uint32_t i = 0; i < relations.size(); ++i)
    if (gdl::keyword_arity(relations[i].name)) need(i);
  for (std::size_t head = 0; head < queue.size(); ++head)
    for (std::uint32_t used : dependencies.uses()[queue[head]]) need(used);
  for (std::uint32_t i = 0; i < relations.size(); ++i) {
    if (needed[i] || relations[i].rules.empty() || gdl::is_operator(relations[i].name)) continue;
    const Rule& rule = rules.all()[relations[i].rules[0]];
    findings.push_back({Code::kUnused,
                        rule.head->place,
                        relations[i].uses == 0
                            ? fmt::format("`{}` is defined but never used", rules.show(relations[i]))
                            : fmt::format("`{}` is used only by what is itself never used", rules.show(relations[i])),
                        "nothing that decides the game depends on it: remove it, or use it",
                        {}});
  }
}

}  // namespace

void check_relations(const Rules& rules, Findings& findings) {
  check_undefined(rules, findings);
  check_unused(rules, findings);
}

}  // namespace percept::check
