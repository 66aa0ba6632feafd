// SPDX-License-Identifier: MIT
#include "prove/supports.h"

#include <fmt/format.h>

#include <algorithm>

#include "program/substitution.h"

namespace percept::prove {
namespace {

using program::Clause;
using program::Literal;

constexpr std::uint32_t kLargest = 4000;    // names in a term that rules build
constexpr std::size_t kLongestBody = 2000;  // literals; solve() calls itself for each
constexpr std::uint64_t kProofStep = 50;    // a literal solved or a clause tried takes as long as so many comparisons
constexpr std::uint64_t kKeptFactor = 5;    // of the limit for one query, before tables are forgotten

}  // namespace

void AtomIndex::add(TermId atom, std::uint32_t item) {
  Items& items = relations_[shape(atom)];
  items.all.push_back(item);
  std::span<const TermId> args = terms_.args(atom);
  bool open = args.empty() || terms_.is_variable(args[0]);
  (open ? items.open : items.by_first[shape(args[0])]).push_back(item);
}

template <class Visit>
void AtomIndex::for_each(TermId pattern, Visit&& visit) const {
  auto found = relations_.find(shape(pattern));
  if (found == relations_.end()) return;
  const Items& items = found->second;
  std::span<const TermId> args = terms_.args(pattern);
  if (args.empty() || terms_.is_variable(args[0])) {
    for (std::uint32_t item : items.all) visit(item);
    return;
  }
  if (auto same = items.by_first.find(shape(args[0])); same != items.by_first.end())
    for (std::uint32_t item : same->second) visit(item);
  for (std::uint32_t item : items.open) visit(item);
}

Derivation::Derivation(program::Program& program, const SupportLimits& limits)
    : program_(program), terms_(program.terms()), meter_(limits), clauses_(terms_), base_index_(terms_) {
  for (std::uint32_t i = 0; i < program.clauses().size(); ++i) clauses_.add(program.clauses()[i].head, i);
  for (const Clause& clause : program.clauses()) {
    program::RelationId head = program.relation_of(clause.head);
    for (const Literal& literal : clause.body) {
      if (literal.kind == Literal::Kind::kDistinct) continue;
      program::RelationId used = program.relation_of(literal.atom);
      if (users_.size() <= used.value) users_.resize(used.value + 1);
      users_[used.value].push_back(head);
    }
  }
}

void Derivation::set_base(std::span<const TermId> known, std::span<const TermId> open) {
  // What depends on what was or will be in the base, through any number of clauses, is forgotten.
  std::vector<program::RelationId> agenda;
  std::set<program::RelationId> changed;
  auto change = [&](program::RelationId relation) {
    if (changed.insert(relation).second) agenda.push_back(relation);
  };
  auto change_all = [&](std::span<const TermId> atoms) {
    for (TermId atom : atoms) change(program_.relation_of(atom));
  };
  change_all(base_), change_all(known), change_all(open);
  while (!agenda.empty()) {
    program::RelationId relation = agenda.back();
    agenda.pop_back();
    if (relation.value < users_.size())
      for (program::RelationId user : users_[relation.value]) change(user);
  }
  for (auto table = tables_.begin(); table != tables_.end();)
    table = changed.contains(program_.relation_of(table->first)) ? tables_.erase(table) : std::next(table);

  known_.clear(), open_.clear(), base_.clear();
  known_.insert(known.begin(), known.end());
  open_.insert(open.begin(), open.end());
  base_.insert(base_.end(), known.begin(), known.end());
  base_.insert(base_.end(), open.begin(), open.end());
  base_index_.clear();
  for (std::uint32_t i = 0; i < base_.size(); ++i) base_index_.add(base_[i], i);
}

Result<std::span<const SupportedAtom>> Derivation::supports(TermId atom) {
  auto table = complete(atom);
  if (!table) return tl::unexpected(table.error());
  return std::span<const SupportedAtom>((*table)->answers.atoms);
}

Result<SupportSet> Derivation::supports_of_negation(TermId atom) {
  auto table = complete(atom);
  if (!table) return tl::unexpected(table.error());
  SupportSet out = negation_of(**table);
  if (!meter_.exhausted()) return out;
  return give_up(atom);
}

// ---- which table is evaluated when

Result<Derivation::Table*> Derivation::complete(TermId atom) {
  if (kept_ > kKeptFactor * meter_.limits().supports) forget_all();
  meter_.restart();
  bindings_.clear();
  at_work_ = atom;
  Table& query = table_of(call_of(atom));
  if (!query.complete()) enter(query);
  while (!frames_.empty() && failure_.empty() && !meter_.exhausted()) {
    Table& table = *frames_.back();
    const Evaluation& evaluation = *table.evaluation;
    if (evaluation.busy()) {
      work(table, table);
      continue;
    }
    std::uint32_t lowest = evaluation.lowest;
    if (lowest == evaluation.position) {  // nothing that called it is part of its recursion
      if (!busy_.empty() && *busy_.rbegin() >= lowest) {
        work(table, *open_tables_[*busy_.rbegin()]);
        continue;
      }
      finish_recursion(table);
    }
    frames_.pop_back();
    if (frames_.empty() || table.complete()) continue;
    Evaluation& caller = *frames_.back()->evaluation;
    caller.lowest = std::min(caller.lowest, lowest);
  }
  kept_ += meter_.supports();
  if (!failure_.empty() || meter_.exhausted()) return give_up(atom);
  return &query;
}

void Derivation::enter(Table& table) {
  Evaluation& evaluation = *table.evaluation;
  evaluation.entered = evaluation.stale = true;
  evaluation.position = evaluation.lowest = static_cast<std::uint32_t>(open_tables_.size());
  open_tables_.push_back(&table);
  frames_.push_back(&table);
  busy_.insert(evaluation.position);
}

// One step for a table that has something to do. Its caller is the table itself, or the first of its recursion.
void Derivation::work(Table& caller, Table& table) {
  Evaluation& evaluation = *table.evaluation;
  Table* callee = nullptr;
  if (evaluation.visited < evaluation.callees.size())
    callee = evaluation.callees[evaluation.visited++];
  else
    evaluate(table);
  if (!evaluation.busy()) busy_.erase(evaluation.position);
  if (callee == nullptr || callee->complete()) return;
  if (!callee->evaluation->entered) return enter(*callee);
  std::uint32_t& lowest = caller.evaluation->lowest;
  lowest = std::min(lowest, callee->evaluation->position);
}

void Derivation::finish_recursion(Table& first) {
  std::uint32_t position = first.evaluation->position;
  std::span<Table*> members = std::span(open_tables_).subspan(position);
  for (const Table* member : members) {
    const Table* negated = member->evaluation->waits_for;
    if (negated == nullptr || negated->complete()) continue;
    failure_ = fmt::format("needs that {} does not hold for {}, which it depends on", terms_.to_kif(negated->call),
                           terms_.to_kif(member->call));
    return;
  }
  std::vector<Table*> waiters;
  for (Table* member : members) {
    waiters.insert(waiters.end(), member->evaluation->waiters.begin(), member->evaluation->waiters.end());
    member->evaluation.reset();
  }
  open_tables_.resize(position);
  mark_stale(waiters);
}

void Derivation::mark_stale(const std::vector<Table*>& tables) {
  for (Table* table : tables) {
    if (table->complete()) continue;
    table->evaluation->stale = true;
    busy_.insert(table->evaluation->position);
  }
}

// ---- tables

Derivation::Table& Derivation::table_of(TermId call) {
  auto [found, is_new] = tables_.insert({call, nullptr});
  if (!is_new) return *found->second;
  Table& table = *(tables_[call] = std::make_unique<Table>());
  table.call = call;
  if (is_too_large(call)) failure_ = "builds terms without end";
  if (!failure_.empty()) return table;
  add_base(table);
  add_clauses(table);
  return table;
}

// Rules 1 and 2.
void Derivation::add_base(Table& table) {
  auto add = [&](TermId atom) {
    bool known = known_.contains(atom);
    table.answers.add(atom, known ? SupportSet::certain() : SupportSet::of({{atom}}), meter_);
  };
  if (terms_.is_ground(table.call)) {
    if (known_.contains(table.call) || open_.contains(table.call)) add(table.call);
    return;
  }
  base_index_.for_each(table.call, [&](std::uint32_t item) {
    meter_.step(kProofStep);
    program::Substitution same(terms_);
    if (same.unify(table.call, base_[item])) add(base_[item]);
  });
}

// Facts are answers, rules are for later.
void Derivation::add_clauses(Table& table) {
  clauses_.for_each(table.call, [&](std::uint32_t item) {
    meter_.step(kProofStep);
    const Clause& clause = program_.clauses()[item];
    if (clause.body.empty() && clause.head == table.call) {
      table.answers.add(clause.head, SupportSet::certain(), meter_);
      return;
    }
    if (clause.body.empty() && terms_.is_ground(table.call)) return;
    program::Substitution same(terms_);
    TermId apart = substitute(terms_, table.call, [&](TermId variable) {
      return terms_.variable(terms_.variable_number(variable) + clause.variables);
    });
    if (!same.unify(clause.head, apart)) return;
    if (clause.body.empty()) {
      table.answers.add(clause.head, SupportSet::certain(), meter_);
      return;
    }
    Clause rule{same.apply(clause.head), {}, 0, clause.place};
    for (const Literal& literal : clause.body) rule.body.push_back({literal.kind, same.apply(literal.atom)});
    if (rule.body.size() > kLongestBody) failure_ = fmt::format("needs a rule of more than {} literals", kLongestBody);
    if (is_too_large(rule.head)) failure_ = "builds terms without end";
    for (const Literal& literal : rule.body)
      if (is_too_large(literal.atom)) failure_ = "builds terms without end";
    if (!failure_.empty()) return;
    if (table.complete()) table.evaluation = std::make_unique<Evaluation>();
    table.evaluation->rules.push_back(in_order(numbered(terms_, std::move(rule))));
  });
}

// Literals that have no open variable come as soon as that is so, others as they are written: all are ground then
// when it is their turn, but atoms that must hold.
Clause Derivation::in_order(Clause clause) const {
  std::vector<bool> bound(clause.variables);
  auto is_bound = [&](const Literal& literal) {
    bool out = true;
    for_each_variable(terms_, literal.atom, [&](TermId v) { out = out && bound[terms_.variable_number(v)]; });
    return out;
  };
  std::vector<Literal> open = std::move(clause.body);
  clause.body.clear();
  while (!open.empty()) {
    auto next = std::ranges::find_if(
        open, [&](const Literal& literal) { return literal.kind == Literal::Kind::kDistinct && is_bound(literal); });
    if (next == open.end()) next = std::ranges::find_if(open, is_bound);
    if (next == open.end())
      next = std::ranges::find_if(open, [](const Literal& literal) { return literal.kind == Literal::Kind::kHolds; });
    for_each_variable(terms_, next->atom, [&](TermId v) { bound[terms_.variable_number(v)] = true; });
    clause.body.push_back(*next);
    open.erase(next);
  }
  return clause;
}

void Derivation::use(Table& caller, Table& callee, bool negated) {
  if (callee.complete()) return;
  Evaluation& evaluation = *caller.evaluation;
  if (negated) evaluation.waits_for = &callee;
  if (evaluation.known_callees.insert(&callee).second) evaluation.callees.push_back(&callee);
  std::vector<Table*>& users = negated ? callee.evaluation->waiters : callee.evaluation->readers;
  if (users.empty() || users.back() != &caller) users.push_back(&caller);
}

// ---- rules 3 and 4

bool Derivation::Answers::add(TermId atom, const SupportSet& supports, Meter& meter) {
  auto [number, is_new] = numbers.insert({atom, static_cast<std::uint32_t>(atoms.size())});
  if (is_new) {
    atoms.push_back({atom, {}});
    meter.made({});  // even if it is the empty one: tables take memory
  }
  return atoms[number->second].supports.insert(supports, meter);
}

void Derivation::evaluate(Table& table) {
  at_work_ = table.call;
  Evaluation& evaluation = *table.evaluation;
  evaluation.stale = false;
  evaluation.waits_for = nullptr;
  Answers found;
  for (const Clause& rule : evaluation.rules) {
    bindings_.assign(rule.variables, std::nullopt);
    solve(table, rule, 0, SupportSet::certain(), found);
  }
  bool changed = false;
  for (const SupportedAtom& answer : found.atoms) changed |= table.answers.add(answer.atom, answer.supports, meter_);
  if (changed) mark_stale(evaluation.readers);
}

void Derivation::solve(Table& table, const Clause& rule, std::size_t next, const SupportSet& so_far, Answers& found) {
  meter_.step(kProofStep);
  if (meter_.exhausted() || !failure_.empty()) return;
  auto value = [&](TermId variable) { return *bindings_[terms_.variable_number(variable)]; };
  if (next == rule.body.size()) {
    TermId head = substitute(terms_, rule.head, value);
    if (is_too_large(head)) failure_ = "builds terms without end";
    found.add(head, so_far, meter_);
    return;
  }
  const Literal& literal = rule.body[next];
  if (literal.kind == Literal::Kind::kDistinct) {
    std::span<const TermId> args = terms_.args(literal.atom);
    TermId a = args[0], b = args[1];
    if (substitute(terms_, a, value) != substitute(terms_, b, value)) solve(table, rule, next + 1, so_far, found);
    return;
  }
  Table& callee = table_of(call_of(literal.atom));
  use(table, callee, literal.kind == Literal::Kind::kFails);
  if (literal.kind == Literal::Kind::kFails) {
    if (!callee.complete()) return;
    SupportSet with = combined(so_far, negation_of(callee), meter_);
    if (!with.is_empty()) solve(table, rule, next + 1, with, found);
    return;
  }
  std::vector<TermId> bound_here;
  for (const SupportedAtom& answer : callee.answers.atoms) {
    if (meter_.exhausted() || !failure_.empty()) return;
    if (match(literal.atom, answer.atom, bound_here)) {
      SupportSet with = combined(so_far, answer.supports, meter_);
      if (!with.is_empty()) solve(table, rule, next + 1, with, found);
    }
    for (TermId variable : bound_here) bindings_[terms_.variable_number(variable)].reset();
    bound_here.clear();
  }
}

const SupportSet& Derivation::negation_of(Table& table) {
  if (!table.negation)
    table.negation =
        table.answers.atoms.empty() ? SupportSet::certain() : countersupports(table.answers.atoms[0].supports, meter_);
  return *table.negation;
}

// ---- terms

// The atom with what its variables stand for; those that are open are numbered by occurrence.
TermId Derivation::call_of(TermId atom) {
  std::vector<TermId> open;
  return substitute(terms_, atom, [&](TermId variable) {
    std::uint32_t number = terms_.variable_number(variable);
    if (number < bindings_.size() && bindings_[number]) return *bindings_[number];
    auto known = std::ranges::find(open, variable);
    if (known == open.end()) known = open.insert(open.end(), variable);
    return terms_.variable(static_cast<std::uint32_t>(known - open.begin()));
  });
}

bool Derivation::match(TermId pattern, TermId ground, std::vector<TermId>& bound_here) {
  if (pattern == ground) return true;
  if (terms_.is_variable(pattern)) {
    std::optional<TermId>& binding = bindings_[terms_.variable_number(pattern)];
    if (binding) return *binding == ground;
    binding = ground;
    bound_here.push_back(pattern);
    return true;
  }
  if (!terms_.is(ground, terms_.name(pattern), terms_.args(pattern).size())) return false;
  for (std::size_t i = 0; i < terms_.args(pattern).size(); ++i)
    if (!match(terms_.args(pattern)[i], terms_.args(ground)[i], bound_here)) return false;
  return true;
}

// Arguments are made before the term that has them, so sizes are found in order.
bool Derivation::is_too_large(TermId term) {
  for (std::uint32_t i = static_cast<std::uint32_t>(sizes_.size()); i <= term.value; ++i) {
    std::uint32_t size = 1;
    if (!terms_.is_variable(TermId{i}))
      for (TermId arg : terms_.args(TermId{i})) size = std::min(size + sizes_[arg.value], kLargest + 1);
    sizes_.push_back(size);
  }
  return sizes_[term.value] > kLargest;
}

// ---- limits

void Derivation::forget_all() {
  tables_.clear();
  frames_.clear();
  open_tables_.clear();
  busy_.clear();
  kept_ = 0;
}

// What was begun cannot be used: the next query starts anew.
tl::unexpected<Error> Derivation::give_up(TermId query) {
  std::string what = failure_;
  std::string hint = "the rules have to be stratified and build finitely many terms";
  if (what.empty()) {
    what = meter_.too_many_supports() ? fmt::format("has more than {} supports to be made", meter_.limits().supports)
                                      : fmt::format("takes more than {} steps", meter_.limits().steps);
    hint = "the method enumerates all supports: it is meant for small games and programs";
  }
  if (at_work_ != query) what += ", at work on " + terms_.to_kif(at_work_);
  forget_all();
  failure_.clear();
  return failure(fmt::format("the query {} {}", terms_.to_kif(query), what), hint);
}

}  // namespace percept::prove
