// SPDX-License-Identifier: MIT
#include "check/rules.h"

#include <fmt/format.h>

#include "gdl/writer.h"

namespace percept::check {

Rules::Rules(const Description& description) : d_(description) {
  for (const Statement& statement : d_.statements()) {
    if (statement.kind == Statement::Kind::kSentence) continue;
    Rule rule{&statement, statement.head, relation_of(*statement.head), {}};
    for (const Formula* part : statement.body)
      add_literals(*part, part->place, Polarity::kPositive, true, rule.literals);
    relations_[rule.relation.value].rules.push_back(static_cast<std::uint32_t>(rules_.size()));
    rules_.push_back(std::move(rule));
  }
  for (const Rule& rule : rules_)
    if (gdl::keyword_arity(rule.head->name) == rule.head->args.size())
      defining_[rule.head->name.value].push_back(&rule);
  for (const Rule& rule : rules_)
    for (const Literal& literal : rule.literals) {
      Relation& relation = relations_[literal.relation.value];
      if (relation.uses++ == 0) relation.first_use = &literal;
    }
}

RelationId Rules::relation_of(const Term& atom) {
  std::uint64_t key = (std::uint64_t{atom.name.value} << 32) | atom.args.size();
  auto [known, is_new] = ids_.insert({key, RelationId{static_cast<std::uint32_t>(relations_.size())}});
  if (is_new) {
    relations_.push_back({.name = atom.name, .arity = atom.args.size(), .rules = {}});
    ++arities_[atom.name];
  }
  return known->second;
}

void Rules::add_literals(const Formula& formula, const Place& place, Polarity polarity, bool conjunct,
                         std::vector<Literal>& literals) {
  using Kind = Formula::Kind;
  if (formula.atom) {
    literals.push_back({&formula, formula.atom, place, relation_of(*formula.atom), polarity, conjunct});
    return;
  }
  if (formula.kind == Kind::kEquivalent) polarity = Polarity::kBoth;
  for (const Formula* part : formula.parts) {
    bool flips = formula.kind == Kind::kNot || (formula.kind == Kind::kImplies && part == formula.parts.front());
    add_literals(*part, formula.kind == Kind::kNot ? formula.place : part->place, flips ? opposite(polarity) : polarity,
                 conjunct && formula.kind == Kind::kAnd, literals);
  }
}

std::string Rules::variable(Symbol symbol) const {
  std::string text = name(symbol);
  std::string capital = text;
  if (capital[0] >= 'a' && capital[0] <= 'z') capital[0] = static_cast<char>(capital[0] - 'a' + 'A');
  return in_notation("?" + text, capital);
}

std::string Rules::show(const Term& term) const {
  return in_notation(gdl::to_kif(term, d_.symbols()), gdl::to_infix(term, d_.symbols()));
}

std::string Rules::in_notation(std::string kif, std::string infix) const {
  return d_.notation() == gdl::Notation::kKif ? kif : infix;
}

std::string Rules::show(const Relation& relation) const {
  std::string text = name(relation.name);
  return arities_.at(relation.name) > 1 ? fmt::format("{}/{}", text, relation.arity) : text;
}

bool is_stray_literal(const Rule& rule) { return rule.is_fact() && is_given(rule.head->name); }

bool is_ignored_declaration(const Rule& rule) {
  Symbol name = rule.head->name;
  return (name == keyword::kBase || name == keyword::kInput) && rule.head->args.size() != gdl::keyword_arity(name);
}

bool may_match(const Term& a, const Term& b) {
  if (a.is_variable() || b.is_variable() || a.id == b.id) return true;
  if ((a.ground && b.ground) || a.name != b.name || a.args.size() != b.args.size()) return false;
  for (std::size_t i = 0; i < a.args.size(); ++i)
    if (!may_match(*a.args[i], *b.args[i])) return false;
  return true;
}

}  // namespace percept::check
