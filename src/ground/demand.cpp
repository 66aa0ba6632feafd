// SPDX-License-Identifier: MIT
#include "ground/demand.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/components.h"

namespace percept::ground {
namespace {

using program::Dependence;
using program::RelationId;
namespace keyword = gdl::keyword;

class Demand {
 public:
  explicit Demand(Program& program) : program_(program), terms_(program.terms()) {}

  SplitProgram run() {
    find_uses();
    choose();
    SplitProgram out;
    for (const Clause& clause : program_.clauses()) {
      for (const Literal& literal : clause.body)
        if (asked(literal)) out.clauses.push_back(question(clause, literal));
      out.clauses.push_back(clause);
      if (std::optional<Literal> demand = demand_of(clause.head)) out.clauses.back().body.push_back(*demand);
    }
    for (const auto& [relation, name] : names_) out.domains.insert(name);
    return out;
  }

 private:
  // Questions are made of literals without a demand of their own: those of two demands must not wait for each other.
  void choose() {
    for (std::uint32_t r = 0; r < program_.relations().size(); ++r)
      if (is_loose(RelationId{r})) names_[RelationId{r}] = {};
    for (bool changed = true; changed;)
      changed = std::erase_if(names_, [&](const auto& entry) { return !is_asked_with_all_known(entry.first); }) > 0;
    for (auto& [relation, name] : names_) name = program_.new_name("demand");
  }

  void find_uses() {
    Adjacency graph(program_.relations().size());
    uses_.resize(program_.relations().size());
    for (const Clause& clause : program_.clauses())
      for (const Literal& literal : clause.body) {
        if (literal.kind == Literal::Kind::kDistinct) continue;
        RelationId used = program_.relation_of(literal.atom);
        graph[program_.relation_of(clause.head).value].push_back(used.value);
        uses_[used.value].push_back({&clause, &literal});
      }
    std::vector<std::uint32_t> component = strong_components(graph);
    std::map<std::uint32_t, int> size;
    for (std::uint32_t c : component) ++size[c];
    for (std::uint32_t r = 0; r < graph.size(); ++r)
      if (size[component[r]] > 1 || std::count(graph[r].begin(), graph[r].end(), r) > 0)
        recursive_.insert(RelationId{r});
  }

  // Does a rule of the relation have a variable in its head that only literals about nothing else bind?
  bool is_loose(RelationId id) const {
    const program::Relation& relation = program_.relation(id);
    if (gdl::keyword_arity(relation.name) || recursive_.contains(id)) return false;
    if (relation.dependence == Dependence::kRigid) return false;  // facts cost nothing
    return std::any_of(relation.clauses.begin(), relation.clauses.end(), [&](std::uint32_t c) {
      const Clause& clause = program_.clauses()[c];
      std::set<TermId> loose;
      for_each_variable(terms_, clause.head, [&](TermId v) { loose.insert(v); });
      for (const Literal& literal : clause.body) {
        if (is_unary_and_rigid(literal)) continue;
        for_each_variable(terms_, literal.atom, [&](TermId v) { loose.erase(v); });
      }
      return !loose.empty() && !clause.body.empty();
    });
  }

  bool is_unary_and_rigid(const Literal& literal) const {
    return literal.kind == Literal::Kind::kHolds && terms_.args(literal.atom).size() == 1 &&
           terms_.is_variable(terms_.args(literal.atom)[0]) &&
           program_.relation(program_.relation_of(literal.atom)).dependence == Dependence::kRigid;
  }

  // Does every rule that uses the relation bind all variables by other literals?
  bool is_asked_with_all_known(RelationId id) const {
    return std::all_of(uses_[id.value].begin(), uses_[id.value].end(), [&](const Use& use) {
      std::set<TermId> bound;
      for (const Literal& literal : use.clause->body)
        if (literal.kind == Literal::Kind::kHolds && !asked(literal))
          for_each_variable(terms_, literal.atom, [&](TermId v) { bound.insert(v); });
      bool all = true;
      for_each_variable(terms_, use.literal->atom, [&](TermId v) { all &= bound.contains(v); });
      return all;
    });
  }

  bool asked(const Literal& literal) const {
    return literal.kind != Literal::Kind::kDistinct && names_.contains(program_.relation_of(literal.atom));
  }

  std::optional<Literal> demand_of(TermId atom) {
    auto name = names_.find(program_.relation_of(atom));
    if (name == names_.end()) return {};
    std::vector<TermId> args(terms_.args(atom).begin(), terms_.args(atom).end());
    return Literal{Literal::Kind::kHolds, terms_.make(name->second, args)};
  }

  // What the clause may ask: everything about the literal that its other literals allow.
  Clause question(const Clause& clause, const Literal& literal) {
    Clause out{demand_of(literal.atom)->atom, {}, 0, clause.place};
    std::set<TermId> bound;
    auto keep = [&](const Literal& other) {
      out.body.push_back(other);
      for_each_variable(terms_, other.atom, [&](TermId v) { bound.insert(v); });
    };
    for (const Literal& other : clause.body)
      if (other.kind == Literal::Kind::kHolds && !asked(other)) keep(other);
    if (std::optional<Literal> outer = demand_of(clause.head)) keep(*outer);
    for (const Literal& other : clause.body) {
      if (other.kind != Literal::Kind::kDistinct) continue;
      bool known = true;
      for_each_variable(terms_, other.atom, [&](TermId v) { known &= bound.contains(v); });
      if (known) out.body.push_back(other);
    }
    return numbered(terms_, std::move(out));
  }

  struct Use {
    const Clause* clause;
    const Literal* literal;
  };

  Program& program_;
  program::Terms& terms_;
  std::vector<std::vector<Use>> uses_;  // by relation
  std::set<RelationId> recursive_;
  std::map<RelationId, Symbol> names_;  // of the demand of a relation
};

}  // namespace

SplitProgram with_demand(Program& program) { return Demand(program).run(); }

}  // namespace percept::ground
