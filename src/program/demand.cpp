// SPDX-License-Identifier: MIT
#include "program/demand.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace percept::program {
namespace {

using Columns = std::uint64_t;  // a bit for each argument; those behind the last bit count as open
constexpr std::size_t kMostColumns = 64;

class Demands {
 public:
  Demands(Program& program, Keep keep) : program_(program), terms_(program.terms()), keep_(keep) {}

  Result<void> run() {
    clauses_ = program_.clauses();
    std::erase_if(clauses_, [&](const Clause& clause) { return is_open(clause) && never_holds(clause); });
    if (std::ranges::none_of(clauses_, [&](const Clause& clause) { return is_open(clause); })) {
      if (clauses_.size() < program_.clauses().size()) finish(std::move(clauses_));
      return {};
    }
    of_relation_.resize(program_.relations().size());
    for (const Clause& clause : clauses_) of_relation_[program_.relation_of(clause.head).value].push_back(&clause);
    for (std::uint32_t r = 0; r < of_relation_.size(); ++r) answers(RelationId{r}, 0);
    settle();

    for (const Clause& clause : clauses_) {
      RelationId relation = program_.relation_of(clause.head);
      if (answers(relation, 0))
        rewrite(clause, {}, program_.relation(relation).dependence);
      else if (keep_ == Keep::kAll || gdl::keyword_arity(program_.relation(relation).name))
        return failure(fmt::format("line {} leaves a variable of its head open", clause.place.line()),
                       "add a positive literal that says what may be meant");
    }
    for (std::size_t i = 0; i < variants_.size(); ++i) {
      Variant variant = variants_[i];
      for (const Clause* clause : of_relation_[variant.relation.value]) rewrite(*clause, variant, variant.asker);
    }
    finish(std::move(out_));
    return {};
  }

 private:
  // A relation as it is asked by rules that depend on no more than this.
  struct Variant {
    RelationId relation;
    Columns known;
    Dependence asker;
    Symbol name, demand;
  };

  void finish(std::vector<Clause> clauses) {
    program_.set_clauses(std::move(clauses));
    keep_ == Keep::kAll ? program_.find_dependence() : program_.finish(kGameRelations);
  }

  // ---- which arguments have to be known

  using Bound = std::vector<bool>;  // by variable
  using Call = std::pair<RelationId, Columns>;

  void bind(TermId term, Bound& bound) const {
    for_each_variable(terms_, term, [&](TermId v) { bound[terms_.variable_number(v)] = true; });
  }
  bool is_bound(TermId term, const Bound& bound) const {
    bool all = true;
    for_each_variable(terms_, term, [&](TermId v) { all = all && bound[terms_.variable_number(v)]; });
    return all;
  }
  Columns known_columns(TermId atom, const Bound& bound) const {
    Columns out = 0;
    for (std::size_t i = 0; i < std::min(terms_.args(atom).size(), kMostColumns); ++i)
      if (is_bound(terms_.args(atom)[i], bound)) out |= Columns{1} << i;
    return out;
  }

  bool is_open(const Clause& clause) const {
    Bound bound(clause.variables);
    for (const Literal& literal : clause.body)
      if (literal.kind == Literal::Kind::kHolds) bind(literal.atom, bound);
    return !is_bound(clause.head, bound);
  }

  bool never_holds(const Clause& clause) const {
    return std::ranges::any_of(clause.body, [&](const Literal& literal) {
      return literal.kind == Literal::Kind::kHolds && !terms_.is(literal.atom, keyword::kTrue, 1) &&
             !terms_.is(literal.atom, keyword::kDoes, 2) &&
             program_.relation(program_.relation_of(literal.atom)).clauses.empty();
    });
  }

  // As far as is known, and yes until found otherwise.
  bool answers(RelationId relation, Columns known) {
    if (relation.value >= of_relation_.size() || of_relation_[relation.value].empty()) return true;
    for (Columns columns : {Columns{0}, known}) {
      auto [entry, is_new] = answers_.try_emplace({relation, columns}, true);
      if (is_new) work_.push_back({relation, columns});
      if (!entry->second) continue;
      if (at_work_) askers_[{relation, columns}].push_back(*at_work_);
      return true;
    }
    return false;
  }

  bool surely_answers(RelationId relation, Columns known) {
    answers(relation, known);
    settle();
    return answers(relation, known);
  }

  void settle() {
    while (!work_.empty()) {
      Call call = work_.back();
      work_.pop_back();
      if (!answers_[call]) continue;
      at_work_ = call;
      auto [relation, known] = call;
      if (std::ranges::all_of(of_relation_[relation.value], [&, k = known](const Clause* c) { return is_safe(*c, k); }))
        continue;
      answers_[call] = false;
      const std::vector<Call>& askers = askers_[call];
      work_.insert(work_.end(), askers.begin(), askers.end());
    }
    at_work_.reset();
  }

  Bound bound_by_head(const Clause& clause, Columns known) const {
    Bound bound(clause.variables);
    for (std::size_t i = 0; i < std::min(terms_.args(clause.head).size(), kMostColumns); ++i)
      if ((known >> i & 1) != 0) bind(terms_.args(clause.head)[i], bound);
    return bound;
  }

  // The literals that must hold in an order in which each answers, as far as there is one.
  std::vector<const Literal*> in_order(const Clause& clause, Bound& bound) {
    std::vector<const Literal*> order;
    for (bool plain : {true, false})  // those that always answer come first
      for (bool changed = true; changed;) {
        changed = false;
        for (const Literal& literal : clause.body) {
          if (literal.kind != Literal::Kind::kHolds || std::ranges::find(order, &literal) != order.end()) continue;
          RelationId relation = program_.relation_of(literal.atom);
          if (!answers(relation, plain ? 0 : known_columns(literal.atom, bound))) continue;
          bind(literal.atom, bound);
          order.push_back(&literal);
          changed = true;
        }
      }
    return order;
  }

  bool is_safe(const Clause& clause, Columns known) {
    Bound bound = bound_by_head(clause, known);
    in_order(clause, bound);
    return is_bound(clause.head, bound) && std::ranges::all_of(clause.body, [&](const Literal& literal) {
             return is_bound(literal.atom, bound) &&
                    (literal.kind == Literal::Kind::kDistinct ||
                     answers(program_.relation_of(literal.atom), known_columns(literal.atom, bound)));
           });
  }

  // ---- new clauses

  void rewrite(const Clause& clause, const std::optional<Variant>& of, Dependence asker) {
    Clause out{of ? terms_.make(of->name, copied(terms_.args(clause.head))) : clause.head, {}, 0, clause.place};
    std::vector<Literal> before;  // what a question may go by
    bool on_demand = of && !(clause.body.empty() && terms_.is_ground(clause.head));
    if (on_demand) before.push_back(demand(*of, clause.head));
    Bound bound = bound_by_head(clause, of ? of->known : 0), known = bound;
    std::vector<const Literal*> order = in_order(clause, bound);
    for (const Literal* literal : order)
      if (answers(program_.relation_of(literal->atom), 0)) before.push_back(*literal), bind(literal->atom, known);
    for (const Literal& literal : clause.body)
      if (literal.kind == Literal::Kind::kDistinct && is_bound(literal.atom, known)) before.push_back(literal);

    std::map<const Literal*, Literal> asked;
    auto ask = [&](const Literal& literal) {
      const Variant& variant = variant_of(literal.atom, known_columns(literal.atom, known), asker);
      Clause question{demand(variant, literal.atom).atom, before, 0, clause.place};
      auto says_itself = [&](const Literal& other) { return other.atom == question.head; };
      if (std::ranges::none_of(before, says_itself)) out_.push_back(numbered(terms_, std::move(question)));
      Literal renamed{literal.kind, terms_.make(variant.name, copied(terms_.args(literal.atom)))};
      return asked[&literal] = renamed;
    };
    for (const Literal* literal : order) {
      if (answers(program_.relation_of(literal->atom), 0)) continue;
      Literal renamed = ask(*literal);
      if (is_bound(literal->atom, known)) continue;
      before.push_back(renamed);
      bind(literal->atom, known);
    }
    for (const Literal& literal : clause.body)
      if (literal.kind == Literal::Kind::kFails && !answers(program_.relation_of(literal.atom), 0)) ask(literal);

    for (const Literal& literal : clause.body)
      out.body.push_back(asked.contains(&literal) ? asked.at(&literal) : literal);
    if (on_demand) out.body.push_back(demand(*of, clause.head));
    out_.push_back(numbered(terms_, std::move(out)));
  }

  // The copy of the relation to ask: one that needs no more than is known, with as few arguments as will do.
  const Variant& variant_of(TermId atom, Columns known, Dependence asker) {
    RelationId relation = program_.relation_of(atom);
    for (const Variant& variant : variants_)
      if (variant.relation == relation && variant.asker == asker && (variant.known & ~known) == 0) return variant;
    for (Columns column = Columns{1} << (kMostColumns - 1); column != 0; column >>= 1)
      if ((known & column) != 0 && surely_answers(relation, known & ~column)) known &= ~column;
    Symbol name = program_.new_name(terms_.text(terms_.name(atom)));
    variants_.push_back({relation, known, asker, name, program_.new_demand()});
    return variants_.back();
  }

  Literal demand(const Variant& of, TermId atom) {
    std::vector<TermId> args;
    for (std::size_t i = 0; i < std::min(terms_.args(atom).size(), kMostColumns); ++i)
      if ((of.known >> i & 1) != 0) args.push_back(terms_.args(atom)[i]);
    return {Literal::Kind::kHolds, terms_.make(of.demand, args)};
  }

  static std::vector<TermId> copied(std::span<const TermId> terms) { return {terms.begin(), terms.end()}; }

  Program& program_;
  Terms& terms_;
  Keep keep_;
  std::vector<Clause> clauses_;
  std::vector<std::vector<const Clause*>> of_relation_;
  std::map<Call, bool> answers_;
  std::map<Call, std::vector<Call>> askers_;  // that went by an answer
  std::vector<Call> work_;                    // calls to be looked at
  std::optional<Call> at_work_;
  std::vector<Variant> variants_;
  std::vector<Clause> out_;
};

}  // namespace

Result<void> bind_by_demand(Program& program, Keep keep) { return Demands(program, keep).run(); }

}  // namespace percept::program
