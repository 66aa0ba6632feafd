// SPDX-License-Identifier: MIT
#include "program/program.h"

#include <algorithm>
#include <map>

#include "base/components.h"

namespace percept::program {

Clause numbered(Terms& terms, Clause clause) {
  std::map<TermId, TermId> numbers;
  auto renamed = [&](TermId v) {
    auto [entry, is_new] = numbers.try_emplace(v);
    if (is_new) entry->second = terms.variable(static_cast<std::uint32_t>(numbers.size() - 1));
    return entry->second;
  };
  clause.head = substitute(terms, clause.head, renamed);
  for (Literal& literal : clause.body) literal.atom = substitute(terms, literal.atom, renamed);
  clause.variables = static_cast<std::uint32_t>(numbers.size());
  return clause;
}

std::size_t Program::ClauseHash::operator()(const Clause& clause) const {
  std::uint64_t hash = mixed(clause.head.value);
  for (const Literal& literal : clause.body)
    hash = mixed(hash + literal.atom.value * 4 + static_cast<std::uint64_t>(literal.kind));
  return hash;
}

Program Program::copied() const {
  Program out = *this;
  out.terms_ = terms_->copied();
  return out;
}

RelationId Program::relation_of(Symbol name, std::size_t arity) {
  std::uint64_t key = (std::uint64_t{name.value} << 32) | arity;
  auto [known, is_new] = ids_.insert({key, RelationId{static_cast<std::uint32_t>(relations_.size())}});
  if (is_new) relations_.push_back({.name = name, .arity = arity, .clauses = {}});
  return known->second;
}

RelationId Program::relation_of(TermId atom) { return relation_of(terms_->name(atom), terms_->args(atom).size()); }

void Program::add(Clause clause) {
  if (!said_.insert(clause).second) return;  // twice, and meant once
  Relation& relation = relations_[relation_of(clause.head).value];
  relation.clauses.push_back(static_cast<std::uint32_t>(clauses_.size()));
  clauses_.push_back(std::move(clause));
}

void Program::set_clauses(std::vector<Clause> clauses) {
  clauses_.clear(), said_.clear();
  for (Relation& relation : relations_) relation.clauses.clear();
  for (Clause& clause : clauses) add(std::move(clause));
}

Symbol Program::new_name(std::string_view text) {
  return terms_->symbols().intern(std::string(text) + " " + std::to_string(++names_));
}

void Program::finish(std::span<const Symbol> wanted) {
  std::vector<RelationId> open;
  std::vector<bool> needed;
  auto need = [&](RelationId relation) {
    needed.resize(relations_.size());
    if (needed[relation.value]) return;
    needed[relation.value] = true;
    open.push_back(relation);
  };
  for (Symbol keyword : wanted) need(relation_of(keyword, *gdl::keyword_arity(keyword)));
  while (!open.empty()) {
    RelationId relation = open.back();
    open.pop_back();
    for (std::size_t i = 0; i < relations_[relation.value].clauses.size(); ++i)
      for (const Literal& literal : clauses_[relations_[relation.value].clauses[i]].body)
        if (literal.kind != Literal::Kind::kDistinct) need(relation_of(literal.atom));
  }
  needed.resize(relations_.size());

  std::vector<Clause> kept;
  for (Relation& relation : relations_) relation.clauses.clear();
  for (Clause& clause : clauses_) {
    RelationId relation = relation_of(clause.head);
    if (!needed[relation.value]) continue;
    relations_[relation.value].clauses.push_back(static_cast<std::uint32_t>(kept.size()));
    kept.push_back(std::move(clause));
  }
  clauses_ = std::move(kept);
  said_.clear();
  find_dependence();
}

void Program::find_dependence() {
  // What a relation depends on is what those it uses depend on; these come first, and members of a component share it.
  Adjacency uses(relations_.size());
  for (const Clause& clause : clauses_)
    for (const Literal& literal : clause.body)
      if (literal.kind != Literal::Kind::kDistinct)
        uses[relation_of(clause.head).value].push_back(relation_of(literal.atom).value);
  RelationId given_true = relation_of(keyword::kTrue, 1), given_does = relation_of(keyword::kDoes, 2);
  uses.resize(relations_.size());
  std::vector<std::uint32_t> component = strong_components(uses);
  std::vector<std::uint32_t> order(relations_.size());
  for (std::uint32_t r = 0; r < order.size(); ++r) order[r] = r;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return component[a] < component[b]; });
  std::vector<Dependence> of_component(relations_.size(), Dependence::kRigid);
  of_component[component[given_true.value]] = Dependence::kState;
  of_component[component[given_does.value]] = Dependence::kMove;
  for (std::uint32_t r : order)
    for (std::uint32_t used : uses[r])
      of_component[component[r]] = std::max(of_component[component[r]], of_component[component[used]]);
  for (std::uint32_t r = 0; r < relations_.size(); ++r) relations_[r].dependence = of_component[component[r]];
}

bool Program::defines(Symbol keyword) const {
  return std::any_of(relations_.begin(), relations_.end(), [&](const Relation& relation) {
    return relation.name == keyword && relation.arity == gdl::keyword_arity(keyword) && !relation.clauses.empty();
  });
}

std::string Program::to_kif(const Clause& clause) const {
  std::string head = terms_->to_kif(clause.head);
  if (clause.body.empty()) return head;
  std::string out = "(<= " + head;
  for (const Literal& literal : clause.body) {
    std::string atom = terms_->to_kif(literal.atom);
    out += literal.kind == Literal::Kind::kFails ? " (not " + atom + ")" : " " + atom;
  }
  return out + ")";
}

}  // namespace percept::program
