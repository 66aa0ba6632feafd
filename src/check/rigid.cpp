// SPDX-License-Identifier: MIT
#include "check/rigid.h"

#include <algorithm>
#include <set>

namespace percept::check {
namespace {

constexpr std::size_t kMaxAtoms = 2000;       // of one relation
constexpr std::size_t kMaxSolutions = 20000;  // of one rule
constexpr std::size_t kMaxWork = 300'000;     // matches tried

}  // namespace

const Term& resolve(const Term& term, const Bindings& bindings) {
  auto bound = term.is_variable() ? bindings.find(term.name) : bindings.end();
  return bound == bindings.end() ? term : *bound->second;
}

bool match(const Term& pattern, const Term& ground, Bindings& bindings) {
  const Term& term = resolve(pattern, bindings);
  if (term.ground) return term.id == ground.id;
  if (term.is_variable()) return bindings.emplace(term.name, &ground).second;
  if (term.name != ground.name || term.args.size() != ground.args.size()) return false;
  for (std::size_t i = 0; i < term.args.size(); ++i)
    if (!match(*term.args[i], *ground.args[i], bindings)) return false;
  return true;
}

bool excluded(const Rule& rule, const Bindings& bindings) {
  return std::ranges::any_of(rule.literals, [&](const Literal& literal) {
    return literal.is_distinct() && literal.conjunct &&
           resolve(*literal.atom->args[0], bindings).id == resolve(*literal.atom->args[1], bindings).id;
  });
}

Rigid::Rigid(const Rules& rules, const Dependencies& dependencies, std::uint32_t component)
    : rules_(rules), atoms_(rules.relations().size()) {
  // What the component uses, directly or not, itself excepted.
  std::vector<bool> seen(rules.relations().size());
  std::vector<std::uint32_t> queue;
  for (std::uint32_t i = 0; i < rules.relations().size(); ++i)
    if (dependencies.component(RelationId{i}) == component) {
      seen[i] = true;
      queue.push_back(i);
    }
  std::map<std::uint32_t, std::vector<std::uint32_t>> needed;  // relations by component: after those they depend on
  for (std::size_t head = 0; head < queue.size(); ++head)
    for (std::uint32_t used : dependencies.uses()[queue[head]]) {
      const Relation& relation = rules.relations()[used];
      if (seen[used] || relation.rules.empty() || is_given(relation.name)) continue;
      seen[used] = true;
      queue.push_back(used);
      needed[dependencies.component(RelationId{used})].push_back(used);
    }
  for (const auto& [number, relations] : needed) {
    std::vector<std::uint32_t> of_component;
    for (std::uint32_t relation : relations) {
      atoms_[relation].emplace();
      const auto& defining = rules.relations()[relation].rules;
      of_component.insert(of_component.end(), defining.begin(), defining.end());
    }
    if (!derive(of_component))
      for (std::uint32_t relation : relations) atoms_[relation].reset();
  }
}

// Applies the rules until nothing new follows; false when their atoms are not easily had.
bool Rigid::derive(const std::vector<std::uint32_t>& of_component) {
  for (std::uint32_t i : of_component) {
    const Rule& rule = rules_.all()[i];
    bool simple = std::ranges::all_of(rule.literals, [&](const Literal& literal) {
      return literal.positive() && literal.conjunct && (literal.is_distinct() || atoms_[literal.relation.value]);
    });
    bool flat = std::ranges::all_of(rule.head->args, [](const Term* arg) { return arg->ground || arg->is_variable(); });
    if (!simple || !flat) return false;
  }
  std::set<std::pair<RelationId, std::vector<gdl::TermId>>> known;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i : of_component) {
      const Rule& rule = rules_.all()[i];
      auto found = solutions(rule, kMaxSolutions);
      if (!found) return false;
      for (const Bindings& bindings : *found) {
        Tuple tuple;
        std::vector<gdl::TermId> ids;
        for (const Term* arg : rule.head->args) {
          tuple.push_back(&resolve(*arg, bindings));
          if (!tuple.back()->ground) return false;
          ids.push_back(tuple.back()->id);
        }
        if (!known.insert({rule.relation, std::move(ids)}).second) continue;
        atoms_[rule.relation.value]->push_back(std::move(tuple));
        if (atoms_[rule.relation.value]->size() > kMaxAtoms) return false;
        changed = true;
      }
    }
  }
  return true;
}

const std::vector<Rigid::Tuple>* Rigid::atoms(RelationId relation) const {
  return atoms_[relation.value] ? &*atoms_[relation.value] : nullptr;
}

std::optional<std::vector<Bindings>> Rigid::solutions(const Rule& rule, std::size_t limit) {
  std::vector<Bindings> found(1);
  for (const Literal& literal : rule.literals) {
    const std::vector<Tuple>* tuples = literal.is_distinct() ? nullptr : atoms(literal.relation);
    if (!tuples || !literal.conjunct) continue;
    std::vector<Bindings> extended;
    for (const Bindings& bindings : found)
      for (const Tuple& tuple : *tuples) {
        if (++work_ > kMaxWork) return std::nullopt;
        Bindings candidate = bindings;
        bool matches = true;
        for (std::size_t i = 0; i < tuple.size() && matches; ++i)
          matches = match(*literal.atom->args[i], *tuple[i], candidate);
        if (!matches) continue;
        extended.push_back(std::move(candidate));
        if (extended.size() > limit) return std::nullopt;
      }
    found = std::move(extended);
  }
  std::erase_if(found, [&](const Bindings& bindings) { return excluded(rule, bindings); });
  return found;
}

}  // namespace percept::check
