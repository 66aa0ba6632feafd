// SPDX-License-Identifier: MIT
#include "prove/database.h"

#include <algorithm>

namespace percept::prove {
namespace {

Columns others(std::size_t arity, const Columns& columns) {
  Columns out;
  for (std::uint32_t i = 0; i < arity; ++i)
    if (std::find(columns.begin(), columns.end(), i) == columns.end()) out.push_back(i);
  return out;
}

bool is_more_general(const Procedure& a, const Procedure& b) {
  return a.given.size() < b.given.size() &&
         std::includes(b.given.begin(), b.given.end(), a.given.begin(), a.given.end());
}

General general(Procedure& of, const Procedure& procedure) {
  auto position = [](const Columns& columns, std::uint32_t column) {
    return static_cast<std::uint32_t>(std::find(columns.begin(), columns.end(), column) - columns.begin());
  };
  General out{&of, {}, {}, {}, {}};
  for (std::uint32_t column : of.given) out.key.push_back(position(procedure.given, column));
  for (std::uint32_t column : procedure.free) out.answer.push_back(position(of.free, column));
  for (std::uint32_t i = 0; i < of.free.size(); ++i) {
    std::uint32_t in_key = position(procedure.given, of.free[i]);
    if (in_key == procedure.given.size()) continue;
    out.tested.push_back(i);
    out.tested_in_key.push_back(in_key);
  }
  return out;
}

std::size_t number(program::Dependence dependence) { return static_cast<std::size_t>(dependence); }

}  // namespace

Table::Table(Procedure& of) : procedure(of), answers(static_cast<std::uint32_t>(of.free.size())) {}

Procedure::Procedure(Predicate& of, const Columns& given_columns)
    : predicate(of),
      given(given_columns),
      free(others(of.arity, given_columns)),
      calls(static_cast<std::uint32_t>(given.size())) {}

Database::Database(program::Program& program) : program_(program), terms_(program.terms()) {
  for (const program::Relation& relation : program.relations()) {
    predicates_.push_back(
        {relation.arity, relation.dependence, Rows(static_cast<std::uint32_t>(relation.arity)), {}, {}});
    Predicate& predicate = predicates_.back();
    for (std::uint32_t clause_number : relation.clauses) {
      const program::Clause& clause = program.clauses()[clause_number];
      if (clause.body.empty())
        predicate.facts.add_if_new(terms_.args(clause.head).data());
      else
        predicate.rules.push_back(&clause);
    }
  }
}

void Database::set_state(std::span<const TermId> fluents) {
  if (++states_ == replan_at_) {
    replan();
    replan_at_ *= 2;
  }
  ++generations_[number(program::Dependence::kState)];
  ++generations_[number(program::Dependence::kMove)];
  all_fluents_.clear();
  for (auto& [key, rows] : fluents_) rows->clear();
  for (TermId fluent : fluents) {
    all_fluents_.add(&fluent);
    std::span<const TermId> args = terms_.args(fluent);
    row_.assign(args.begin(), args.end());
    row_.push_back(fluent);
    this->fluents(terms_.name(fluent), args.size()).add(row_.data());
  }
}

// The plans that go by fluents and answers, from time to time: these are known better the more states were seen.
void Database::replan() {
  for (Predicate& predicate : predicates_)
    for (auto& procedure : predicate.procedures) {
      if (predicate.dependence == program::Dependence::kRigid) continue;
      procedure->planned = false;
      procedure->plans.clear();
    }
  order_.forget();
}

void Database::set_moves(std::span<const TermId> moves) {
  ++generations_[number(program::Dependence::kMove)];
  moves_.clear();
  for (TermId move : moves) moves_.add(terms_.args(move).data());
}

bool Database::is_met(const program::Literal& literal, const program::Clause& clause, const Columns& given) const {
  if (!program_.is_demand(terms_.name(literal.atom))) return false;
  std::span<const TermId> head = terms_.args(clause.head);
  return std::ranges::all_of(terms_.args(literal.atom), [&](TermId arg) {
    return std::ranges::any_of(given, [&](std::uint32_t column) { return head[column] == arg; });
  });
}

Source Database::source(TermId pattern) {
  auto args = [&](TermId term) { return std::vector<TermId>(terms_.args(term).begin(), terms_.args(term).end()); };
  if (terms_.is(pattern, program::keyword::kTrue, 1)) {
    TermId fluent = terms_.args(pattern)[0];
    if (terms_.is_variable(fluent)) return {&all_fluents_, nullptr, {fluent}, {}};
    return {&fluents(terms_.name(fluent), terms_.args(fluent).size()), nullptr, args(fluent), fluent};
  }
  if (terms_.is(pattern, program::keyword::kDoes, 2)) return {&moves_, nullptr, args(pattern), {}};
  Predicate* of = defined(pattern);
  if (of == nullptr) return {};
  if (of->has_rules()) return {nullptr, of, args(pattern), {}};
  return {&of->facts, nullptr, args(pattern), {}};
}

Predicate* Database::defined(TermId atom) {
  std::uint32_t relation = program_.relation_of(atom).value;
  if (relation >= predicates_.size()) return nullptr;
  Predicate& predicate = predicates_[relation];
  return predicate.has_rules() || predicate.facts.size() > 0 ? &predicate : nullptr;
}

Procedure& Database::procedure(Predicate& predicate, const Columns& given) {
  for (auto& procedure : predicate.procedures)
    if (procedure->given == given) return *procedure;
  predicate.procedures.push_back(std::make_unique<Procedure>(predicate, given));
  Procedure& added = *predicate.procedures.back();
  for (auto& other : predicate.procedures) {
    if (is_more_general(*other, added)) added.generals.push_back(general(*other, added));
    if (is_more_general(added, *other)) other->generals.push_back(general(added, *other));
  }
  return added;
}

void Database::make_plans(Procedure& procedure) {
  procedure.planned = true;
  for (const program::Clause* rule : procedure.predicate.rules)
    if (auto plan = make_plan(*this, *rule, procedure.given, procedure.free))
      procedure.plans.push_back(std::move(*plan));
}

void Database::make_facts(Predicate& predicate, const Rows& answers) {
  predicate.facts.clear();
  for (std::uint32_t row = 0; row < answers.size(); ++row) predicate.facts.add(answers[row]);
  predicate.rules.clear();
}

void Database::forget_plans() {
  for (Predicate& predicate : predicates_) predicate.procedures.clear();
  order_.forget();
  kept_for_ever_ = 0;
}

Rows& Database::fluents(Symbol name, std::size_t arity) {
  std::uint64_t key = (std::uint64_t{name.value} << 32) | arity;
  auto known = fluents_.find(key);
  if (known == fluents_.end())
    known = fluents_.emplace(key, std::make_unique<Rows>(static_cast<std::uint32_t>(arity + 1))).first;
  return *known->second;
}

bool Database::refresh(Procedure& procedure) {
  std::uint64_t now = generations_[number(procedure.predicate.dependence)];
  if (procedure.generation == now) return true;
  procedure.generation = now;
  procedure.calls.clear();
  return false;
}

std::pair<Table*, bool> Database::table(Procedure& procedure, const TermId* key) {
  refresh(procedure);
  std::uint32_t call = procedure.calls.find(key);
  if (call != kNoRow) return {&procedure.tables[call], false};
  call = procedure.calls.size();
  procedure.calls.add(key);
  if (call == procedure.tables.size()) procedure.tables.emplace_back(procedure);
  Table& table = procedure.tables[call];
  table.call = call;
  table.answers.clear();
  table.complete = false;
  table.consumers.clear();
  table.queued = false;
  table.assumed.reset();
  return {&table, true};
}

Table* Database::completed(Procedure& procedure, const TermId* key) {
  if (!refresh(procedure)) return nullptr;
  std::uint32_t call = procedure.calls.find(key);
  return call != kNoRow && procedure.tables[call].complete ? &procedure.tables[call] : nullptr;
}

void Database::forget_all() {
  for (std::uint64_t& generation : generations_) ++generation;
}

}  // namespace percept::prove
