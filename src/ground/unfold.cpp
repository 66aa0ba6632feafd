// SPDX-License-Identifier: MIT
#include "ground/unfold.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "base/components.h"
#include "ground/rigid_count.h"
#include "program/substitution.h"

namespace percept::ground {
namespace {

using program::Clause;
using program::Dependence;
using program::Literal;
using program::Program;
using program::RelationId;
using program::Symbol;
using program::TermId;
using program::Terms;

constexpr std::size_t kFewestColumns = 4;   // of a relation that is worth to be unfolded,
constexpr std::size_t kManyAtoms = 10'000;  // and how many atoms it has at least

bool is_keyword(const Program& program, RelationId id) {
  return gdl::keyword_arity(program.relation(id).name) == program.relation(id).arity;
}

// The relations that rules use, and that a rule negates.
struct Uses {
  explicit Uses(Program& program) : negated(program.relations().size()) {
    for (const Clause& clause : program.clauses())
      for (const Literal& literal : clause.body)
        if (literal.kind == Literal::Kind::kFails) negated[program.relation_of(literal.atom).value] = true;
  }
  std::vector<bool> negated;
};

// ---- idle arguments

class Idle {
 public:
  explicit Idle(Program& program) : program_(program), terms_(program.terms()), uses_(program) {}

  bool run() {
    for (std::uint32_t r = 0; r < program_.relations().size(); ++r) add_candidates(RelationId{r});
    for (bool changed = true; changed;)
      changed = std::erase_if(idle_, [&](const auto& entry) { return !is_idle(entry.first, entry.second); }) > 0;
    if (idle_.empty()) return false;
    std::vector<Clause> out;
    for (const Clause& clause : program_.clauses()) out.push_back(without(clause));
    program_.set_clauses(std::move(out));
    return true;
  }

 private:
  using Column = std::pair<RelationId, std::size_t>;
  using Kinds = std::set<Symbol>;  // relations of one argument that say what it has to be

  // Of a variable: what the literals of the clause say of nothing else.
  Kinds kinds(const Clause& clause, TermId variable) const {
    Kinds out;
    for (const Literal& literal : clause.body)
      if (says_kind(literal) && terms_.args(literal.atom)[0] == variable) out.insert(terms_.name(literal.atom));
    return out;
  }
  bool says_kind(const Literal& literal) const {
    return literal.kind == Literal::Kind::kHolds && terms_.args(literal.atom).size() == 1 &&
           program_.relation(program_.relation_of(literal.atom)).dependence == Dependence::kRigid;
  }

  void add_candidates(RelationId id) {
    const program::Relation& relation = program_.relation(id);
    if (is_keyword(program_, id) || relation.clauses.empty() || uses_.negated[id.value]) return;
    if (relation.dependence == Dependence::kRigid || program_.is_demand(relation.name)) return;
    for (std::size_t i = 0; i < relation.arity; ++i) {
      std::optional<Kinds> all;
      bool same = true;
      for (std::uint32_t c : relation.clauses) {
        const Clause& clause = program_.clauses()[c];
        Kinds here = kinds(clause, terms_.args(clause.head)[i]);
        same = same && (!all || *all == here);
        all = here;
      }
      if (same && !all->empty()) idle_[{id, i}] = *all;
    }
  }

  // Does nothing else in any rule depend on the argument?
  bool is_idle(const Column& column, const Kinds& of) const {
    const program::Relation& relation = program_.relation(column.first);
    return std::ranges::all_of(relation.clauses, [&](std::uint32_t c) {
      const Clause& clause = program_.clauses()[c];
      std::span<const TermId> head = terms_.args(clause.head);
      TermId variable = head[column.second];
      if (!terms_.is_variable(variable) || occurrences(clause.head, variable) > 1) return false;
      return std::ranges::all_of(clause.body, [&](const Literal& literal) {
        std::size_t other = occurrences(literal.atom, variable);
        if (other == 0 || (says_kind(literal) && terms_.args(literal.atom)[0] == variable)) return true;
        if (literal.kind != Literal::Kind::kHolds) return false;
        RelationId used = program_.relation_of(literal.atom);
        std::span<const TermId> args = terms_.args(literal.atom);
        for (std::size_t j = 0; j < args.size(); ++j) {
          auto idle = idle_.find({used, j});
          if (args[j] == variable && idle != idle_.end() && std::ranges::includes(of, idle->second)) --other;
        }
        return other == 0;
      });
    });
  }

  std::size_t occurrences(TermId term, TermId variable) const {
    std::size_t out = 0;
    for_each_variable(terms_, term, [&](TermId v) { out += v == variable ? 1 : 0; });
    return out;
  }

  bool is_idle(RelationId relation, std::size_t column) const { return idle_.contains({relation, column}); }

  TermId shortened(TermId atom) {
    RelationId relation = program_.relation_of(atom);
    std::vector<TermId> args;
    for (std::size_t i = 0; i < terms_.args(atom).size(); ++i)
      if (!is_idle(relation, i)) args.push_back(terms_.args(atom)[i]);
    if (args.size() == terms_.args(atom).size()) return atom;
    auto [name, is_new] = names_.try_emplace(relation);
    if (is_new) name->second = program_.new_name(terms_.text(terms_.name(atom)));
    return terms_.make(name->second, args);
  }

  Clause without(const Clause& clause) {
    std::set<TermId> gone;
    RelationId of = program_.relation_of(clause.head);
    for (std::size_t i = 0; i < terms_.args(clause.head).size(); ++i)
      if (is_idle(of, i)) gone.insert(terms_.args(clause.head)[i]);
    Clause out{shortened(clause.head), {}, 0, clause.place};
    auto add = [&](const Literal& literal) {
      if (std::ranges::find(out.body, literal) == out.body.end()) out.body.push_back(literal);
    };
    for (const Literal& literal : clause.body) {
      if (says_kind(literal) && gone.contains(terms_.args(literal.atom)[0])) continue;
      if (literal.kind == Literal::Kind::kDistinct) {
        add(literal);
        continue;
      }
      RelationId used = program_.relation_of(literal.atom);
      for (std::size_t i = 0; i < terms_.args(literal.atom).size(); ++i) {
        TermId arg = terms_.args(literal.atom)[i];
        if (!is_idle(used, i) || gone.contains(arg)) continue;
        for (Symbol kind : idle_.at({used, i})) add({Literal::Kind::kHolds, terms_.make(kind, std::array{arg})});
      }
      add({literal.kind, shortened(literal.atom)});
    }
    return numbered(terms_, std::move(out));
  }

  Program& program_;
  Terms& terms_;
  Uses uses_;
  std::map<Column, Kinds> idle_;
  std::map<RelationId, Symbol> names_;
};

// ---- unfolding

class Unfolding {
 public:
  explicit Unfolding(Program& program) : program_(program), terms_(program.terms()), uses_(program) {}

  bool run() {
    find_recursive();
    for (std::uint32_t r = 0; r < program_.relations().size(); ++r)
      if (is_worth_it(RelationId{r})) chosen_.insert(RelationId{r});
    if (chosen_.empty()) return false;
    std::vector<Clause> out;
    for (const Clause& clause : program_.clauses()) {
      if (chosen_.contains(program_.relation_of(clause.head))) continue;
      if (std::optional<Clause> unfolded = this->unfolded(clause)) out.push_back(std::move(*unfolded));
    }
    program_.set_clauses(std::move(out));
    return true;
  }

 private:
  void find_recursive() {
    Adjacency graph(program_.relations().size());
    for (const Clause& clause : program_.clauses())
      for (const Literal& literal : clause.body)
        if (literal.kind != Literal::Kind::kDistinct)
          graph[program_.relation_of(clause.head).value].push_back(program_.relation_of(literal.atom).value);
    std::vector<std::uint32_t> component = strong_components(graph);
    std::map<std::uint32_t, int> size;
    for (std::uint32_t c : component) ++size[c];
    recursive_.resize(graph.size());
    for (std::uint32_t r = 0; r < graph.size(); ++r)
      recursive_[r] = size[component[r]] > 1 || std::ranges::find(graph[r], r) != graph[r].end();
  }

  bool is_worth_it(RelationId id) {
    const program::Relation& relation = program_.relation(id);
    if (is_keyword(program_, id) || relation.dependence != Dependence::kRigid || relation.clauses.size() != 1)
      return false;
    if (relation.arity < kFewestColumns || recursive_[id.value] || uses_.negated[id.value]) return false;
    Clause clause = program_.clauses()[relation.clauses[0]];
    std::set<TermId> variables;
    for_each_variable(terms_, clause.head, [&](TermId v) { variables.insert(v); });
    bool joins = std::ranges::none_of(clause.body, [&](const Literal& literal) {
      std::set<TermId> here;
      for_each_variable(terms_, literal.atom, [&](TermId v) { here.insert(v); });
      return literal.kind == Literal::Kind::kHolds && std::ranges::includes(here, variables);
    });
    if (!joins || clause.body.empty()) return false;
    return more_than(kManyAtoms, program_, clause.body, std::vector<TermId>(variables.begin(), variables.end()));
  }

  // The clause with the bodies of chosen relations in place of them; nothing if it can never hold.
  std::optional<Clause> unfolded(Clause clause) {
    for (;;) {
      auto call = std::ranges::find_if(clause.body, [&](const Literal& literal) {
        return literal.kind == Literal::Kind::kHolds && chosen_.contains(program_.relation_of(literal.atom));
      });
      if (call == clause.body.end()) return clause;
      const Clause& rule = program_.clauses()[program_.relation(program_.relation_of(call->atom)).clauses[0]];
      auto apart = [&](TermId term) {
        return substitute(terms_, term,
                          [&](TermId v) { return terms_.variable(terms_.variable_number(v) + clause.variables); });
      };
      program::Substitution same(terms_);
      if (!same.unify(call->atom, apart(rule.head))) return {};
      Clause out{same.apply(clause.head), {}, 0, clause.place};
      for (const Literal& literal : clause.body) {
        if (&literal != &*call) {
          out.body.push_back({literal.kind, same.apply(literal.atom)});
          continue;
        }
        for (const Literal& inner : rule.body) out.body.push_back({inner.kind, same.apply(apart(inner.atom))});
      }
      clause = numbered(terms_, std::move(out));
    }
  }

  Program& program_;
  Terms& terms_;
  Uses uses_;
  std::vector<bool> recursive_;
  std::set<RelationId> chosen_;
};

}  // namespace

void drop_idle_arguments(Program& program) {
  if (Idle(program).run()) program.finish(program::kGameRelations);
}

void unfold(Program& program) {
  if (Unfolding(program).run()) program.finish(program::kGameRelations);
}

}  // namespace percept::ground
