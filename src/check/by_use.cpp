// SPDX-License-Identifier: MIT
#include "check/by_use.h"

#include <algorithm>

namespace percept::check {
namespace {

constexpr std::size_t kMostColumns = 64;
constexpr auto kEveryAtom = [](const Formula&) { return true; };
constexpr Symbol kAskedByGame[] = {keyword::kRole, keyword::kInit, keyword::kLegal,   keyword::kNext,
                                   keyword::kSees, keyword::kGoal, keyword::kTerminal};

bool includes_all(const Variables& bound, const Term& term) {
  bool all = true;
  for_each_variable(term, [&](const Term& v) { all = all && bound.contains(v.name); });
  return all;
}

std::uint64_t known_columns(const Term& atom, const Variables& bound) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < std::min(atom.args.size(), kMostColumns); ++i)
    if (includes_all(bound, *atom.args[i])) out |= std::uint64_t{1} << i;
  return out;
}

bool is_role_term(const Rules& rules, const Term& term) {
  return term.ground && std::ranges::any_of(rules.defining(keyword::kRole),
                                            [&](const Rule* role) { return role->head->args[0]->id == term.id; });
}

// With a role, and with nothing that is not one.
bool compared_with_role(const Rules& rules, const Rule& rule, Symbol variable) {
  bool with_role = false, with_other = false;
  for (const Literal& literal : rule.literals) {
    if (!literal.is_distinct() || !literal.conjunct) continue;
    const Term* a = literal.atom->args[0];
    const Term* b = literal.atom->args[1];
    if (b->is_variable() && b->name == variable) std::swap(a, b);
    if (!a->is_variable() || a->name != variable || !b->ground) continue;
    (is_role_term(rules, *b) ? with_role : with_other) = true;
  }
  return with_role && !with_other;
}

}  // namespace

// The role of legal, goal or sees, unless the head uses it elsewhere, too; or what the body only compares with roles.
Variables role_variables(const Rules& rules, const Rule& rule, const Variables& bound) {
  const Term& head = *rule.head;
  Variables out;
  for (const Term* arg : head.args) {
    if (!arg->is_variable() || bound.contains(arg->name)) continue;
    bool evident = has_role(head) ? arg == head.args[0] && !variables_of(*head.args[1]).contains(arg->name)
                                  : compared_with_role(rules, rule, arg->name);
    if (evident) out.insert(arg->name);
  }
  return out;
}

Uses::Uses(const Rules& rules) : rules_(rules), of_relation_(rules.relations().size()) {
  for (const Rule& rule : rules.all()) {
    if (is_stray_literal(rule) || is_ignored_declaration(rule)) continue;
    of_relation_[rule.relation.value].push_back(&rule);
    for (const Literal& literal : rule.literals) relation_of_[literal.atom] = literal.relation;
  }
  std::vector<RelationId> asked;
  for (std::uint32_t r = 0; r < rules.relations().size(); ++r) {
    const Relation& relation = rules.relations()[r];
    bool by_game = std::ranges::find(kAskedByGame, relation.name) != std::end(kAskedByGame);
    bool is_asked = by_game && relation.arity == gdl::keyword_arity(relation.name);
    // Rules that nobody asks are asked by their author, who will; facts with variables just say nothing.
    if (relation.uses == 0 && !gdl::keyword_arity(relation.name))
      is_asked = !std::ranges::all_of(of_relation_[r], &Rule::is_fact);
    if (is_asked) asked.push_back(RelationId{r});
  }
  for (RelationId relation : asked) answers(relation, 0);
  settle();
  for (RelationId relation : asked)
    if (!answers(relation, 0)) agenda_.push_back({{relation.value, 0}, nullptr, {}});
  while (!agenda_.empty()) {
    Visit next = std::move(agenda_.front());
    agenda_.pop_front();
    if (visited_.insert(next.call).second) visit(next);
  }
}

void Uses::settle() {
  while (!work_.empty()) {
    Call call = work_.back();
    work_.pop_back();
    if (!answers_[call]) continue;
    at_work_ = call;
    if (std::ranges::all_of(of_relation_[call.first], [&](const Rule* rule) { return is_safe(*rule, call.second); }))
      continue;
    answers_[call] = false;
    const std::vector<Call>& askers = askers_[call];
    work_.insert(work_.end(), askers.begin(), askers.end());
  }
  at_work_.reset();
}

const Uses::Open* Uses::open(const Rule& rule) const {
  auto found = open_.find(&rule);
  return found == open_.end() ? nullptr : &found->second;
}

// As far as is known.
bool Uses::answers(RelationId relation, Columns known) {
  if (of_relation_[relation.value].empty()) return true;
  for (Columns columns : {Columns{0}, known}) {
    Call call{relation.value, columns};
    auto [entry, is_new] = answers_.try_emplace(call, true);
    if (is_new) work_.push_back(call);
    if (!entry->second) continue;
    if (at_work_) askers_[call].push_back(*at_work_);
    return true;
  }
  return false;
}

// What has a value in the rule when these arguments of its head have one.
Variables Uses::bound_by(const Rule& rule, Columns known) {
  Variables all;
  add_bound(rule.statement->body, all, kEveryAtom);
  Variables bound = role_variables(rules_, rule, all);
  for (std::size_t i = 0; i < std::min(rule.head->args.size(), kMostColumns); ++i)
    if ((known >> i & 1) != 0) bound.merge(variables_of(*rule.head->args[i]));
  add_bound(rule.statement->body, bound, [&](const Formula& atom, const Variables& now) {
    return answers(relation_of_.at(atom.atom), known_columns(*atom.atom, now));
  });
  return bound;
}

bool Uses::is_safe(const Rule& rule, Columns known) {
  Variables bound = bound_by(rule, known);
  return includes_all(bound, *rule.head) && all_ready(rule.statement->body, bound);
}

bool Uses::all_ready(std::span<const Formula* const> conjunction, const Variables& bound) {
  auto counts = [&](const Formula& atom, const Variables& now) {
    return answers(relation_of_.at(atom.atom), known_columns(*atom.atom, now));
  };
  return std::ranges::all_of(conjunction, [&](const Formula* part) {
    while (part->kind == Formula::Kind::kNot) part = part->parts[0];
    if (part->kind == Formula::Kind::kDistinct) return true;
    if (part->kind == Formula::Kind::kAtom) return counts(*part, bound);
    if (part->kind == Formula::Kind::kAnd) {
      Variables inside = bound;
      add_bound(part->parts, inside, counts);
      return all_ready(part->parts, inside);
    }
    return std::ranges::all_of(part->parts, [&](const Formula* branch) {
      Variables inside = bound;
      add_bound(*branch, inside, counts);
      return all_ready({&branch, 1}, inside);
    });
  });
}

// Goes from a call without an answer to the rules that are to blame.
void Uses::visit(const Visit& at) {
  const auto& [call, use, bound] = at;
  for (const Rule* rule : of_relation_[call.first]) {
    Variables here = bound_by(*rule, call.second), every = here;
    add_bound(rule->statement->body, every, kEveryAtom);
    Variables left = variables_of(*rule->head);
    std::erase_if(left, [&](Symbol v) { return every.contains(v); });
    if (!left.empty() && !open_.contains(rule)) {
      Open& open = open_[rule] = {left, use, {}};
      for (std::size_t i = 0; use && i < rule->head->args.size(); ++i) {
        bool at_fault = false;
        for_each_variable(*rule->head->args[i], [&](const Term& v) { at_fault |= left.contains(v.name); });
        if (at_fault && !includes_all(bound, *use->atom->args[i])) open.asked.push_back(use->atom->args[i]);
      }
    }
    for (const Literal& literal : rule->literals) {
      if (literal.is_distinct()) continue;
      Columns known = known_columns(*literal.atom, here);
      answers(literal.relation, known);
      settle();  // where that is a new question
      if (!answers(literal.relation, known)) agenda_.push_back({{literal.relation.value, known}, &literal, here});
    }
  }
}

}  // namespace percept::check
