// SPDX-License-Identifier: MIT
#include "ground/relax.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace percept::ground {
namespace {

using program::Dependence;
using program::Program;
using program::RelationId;
using program::Symbol;
using program::Terms;
using Rule = program::Clause;
using Condition = program::Literal;
namespace keyword = program::keyword;

bool is_output(const program::Relation& relation) {
  constexpr Symbol kOutputs[] = {keyword::kLegal, keyword::kNext, keyword::kSees, keyword::kGoal, keyword::kTerminal};
  return std::ranges::find(kOutputs, relation.name) != std::end(kOutputs) &&
         relation.arity == gdl::keyword_arity(relation.name);
}

// The columns of an instance: each term once, behind those of the head.
class InstanceColumns {
 public:
  InstanceColumns(const Terms& terms, std::span<const TermId> head)
      : terms_(terms), columns_(head.begin(), head.end()) {}

  prove::Value value(TermId term) {
    if (terms_.is_ground(term)) return {false, term.value};
    auto at = std::ranges::find(columns_, term) - columns_.begin();
    if (static_cast<std::size_t>(at) == columns_.size()) columns_.push_back(term);
    return {true, static_cast<std::uint32_t>(at)};
  }
  const std::vector<TermId>& all() const { return columns_; }

 private:
  const Terms& terms_;
  std::vector<TermId> columns_;
};

}  // namespace

Relaxed::Relaxed(Program& from) : program_(Program::about_terms_of(from)), terms_(from.terms()) {
  of_relation_.resize(from.relations().size());
  for (const Rule& rule : from.clauses()) {
    RelationId relation = from.relation_of(rule.head);
    bool rigid = from.relation(relation).dependence == Dependence::kRigid;
    if (rigid) program_.add(rule);
    if (!rigid || is_output(from.relation(relation))) add(from, relation, rule);
  }
  program_.find_dependence();
}

void Relaxed::add(Program& from, RelationId relation, const Rule& rule) {
  Clause clause{relation, {}, rule.head, {}};
  InstanceColumns columns(terms_, terms_.args(rule.head));
  std::vector<Condition> possible, known;
  bool may_be_known = true;  // not if a move has to be made
  for (const Condition& condition : rule.body) {
    TermId atom = condition.atom;
    if (condition.kind == Condition::Kind::kDistinct ||
        from.relation(from.relation_of(atom)).dependence == Dependence::kRigid) {
      possible.push_back(condition);
      known.push_back(condition);
      continue;
    }
    bool negated = condition.kind == Condition::Kind::kFails;
    bool is_move = terms_.is(atom, keyword::kDoes, 2);
    if (is_move && !negated) may_be_known = false;
    if (!is_move || !negated)
      possible.push_back({condition.kind, in_mode(negated ? Mode::kKnown : Mode::kPossible, atom)});
    known.push_back({condition.kind, in_mode(negated ? Mode::kPossible : Mode::kKnown, atom)});
    Literal literal{Literal::Kind::kDerived, negated, from.relation_of(atom), {}};
    if (is_move) literal.kind = Literal::Kind::kMove;
    if (terms_.is(atom, keyword::kTrue, 1)) literal.kind = Literal::Kind::kFluent;
    for (TermId arg : terms_.args(atom)) literal.args.push_back(columns.value(arg));
    clause.body.push_back(std::move(literal));
  }

  auto number = static_cast<std::uint32_t>(clauses_.size());
  Symbol instances = terms_.symbols().intern(fmt::format("instance of clause {}", number));
  TermId instance = terms_.make(instances, columns.all());
  clause.instances = program_.relation_of(instance);
  bool is_fact = possible.empty();
  program_.add(numbered(terms_, {instance, std::move(possible), 0, rule.place}));

  std::span<const TermId> args = terms_.args(rule.head);
  Symbol possible_name = name(Mode::kPossible, terms_.name(rule.head));
  if (is_fact) {
    program_.add({terms_.make(possible_name, args), {}, 0, rule.place});
  } else {
    std::vector<TermId> variables;
    for (std::uint32_t i = 0; i < columns.all().size(); ++i) variables.push_back(terms_.variable(i));
    TermId head = terms_.make(possible_name, std::span(variables).first(args.size()));
    Condition has_instance{Condition::Kind::kHolds, terms_.make(instances, variables)};
    program_.add({head, {has_instance}, static_cast<std::uint32_t>(variables.size()), rule.place});
  }
  if (may_be_known) {
    TermId head = terms_.make(name(Mode::kKnown, terms_.name(rule.head)), args);
    program_.add(numbered(terms_, {head, std::move(known), 0, rule.place}));
  }
  of_relation_[relation.value].push_back(number);
  clauses_.push_back(std::move(clause));
}

Symbol Relaxed::name(Mode mode, Symbol of) {
  return terms_.symbols().intern(fmt::format("{} {}", mode == Mode::kKnown ? "known" : "possible", terms_.text(of)));
}

// The fluent among those of every name.
TermId Relaxed::any(Mode mode, TermId fluent) {
  any_fluent_ = true;
  return terms_.make(name(mode, terms_.symbols().intern("any fluent")), std::array{fluent});
}

TermId Relaxed::in_mode(Mode mode, TermId atom) {
  if (terms_.is(atom, keyword::kDoes, 2)) return atom;
  if (!terms_.is(atom, keyword::kTrue, 1)) return terms_.make(name(mode, terms_.name(atom)), terms_.args(atom));
  TermId fluent = terms_.args(atom)[0];
  if (terms_.is_variable(fluent))
    fluent = any(mode, fluent);
  else if (mode == Mode::kKnown)
    fluent = terms_.make(name(mode, terms_.name(fluent)), terms_.args(fluent));
  return terms_.make(keyword::kTrue, std::array{fluent});
}

void Relaxed::add_possible(TermId fluent, std::vector<TermId>& state) {
  state.push_back(fluent);
  if (any_fluent_) state.push_back(any(Mode::kPossible, fluent));
}

void Relaxed::add_known(TermId fluent, std::vector<TermId>& state) {
  if (fluent.value >= known_.size()) known_.resize(std::max<std::size_t>(fluent.value + 1, 2 * known_.size()));
  TermId& known = known_[fluent.value];
  if (known == TermId{}) known = terms_.make(name(Mode::kKnown, terms_.name(fluent)), terms_.args(fluent));
  state.push_back(known);
  if (any_fluent_) state.push_back(any(Mode::kKnown, fluent));
}

}  // namespace percept::ground
