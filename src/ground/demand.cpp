// SPDX-License-Identifier: MIT
#include "ground/demand.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/components.h"
#include "ground/rigid_count.h"

namespace percept::ground {
namespace {

using program::Dependence;
using program::RelationId;
namespace keyword = gdl::keyword;

constexpr std::size_t kFewestArguments = 4;  // of a relation that is worth a demand about some of them,
constexpr std::size_t kMany = 1000;          // and how many values these have at least

class Demand {
 public:
  explicit Demand(Program& program) : program_(program), terms_(program.terms()) {}

  SplitProgram run() {
    find_uses();
    choose();
    SplitProgram out = unsplit(program_);
    out.clauses.clear();
    for (const Clause& clause : program_.clauses()) {
      for (const Literal& literal : clause.body)
        for (const Literal& demand : demands_of(literal)) out.clauses.push_back(question(clause, demand));
      out.clauses.push_back(clause);
      for (const Literal& demand : demands_of({Literal::Kind::kHolds, clause.head}))
        out.clauses.back().body.push_back(demand);
    }
    for (const auto& [relation, demands] : asked_)
      for (const About& about : demands) out.domains.insert(about.name);
    return out;
  }

 private:
  // A demand about some of the arguments.
  struct About {
    Symbol name;
    std::vector<std::uint32_t> columns;
  };

  // Questions are made of literals without a demand of their own: those of two demands must not wait for each other.
  void choose() {
    for (std::uint32_t r = 0; r < program_.relations().size(); ++r) {
      if (!is_loose(RelationId{r})) continue;
      std::vector<std::uint32_t> all(program_.relation(RelationId{r}).arity);
      for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
      asked_[RelationId{r}] = {{{}, std::move(all)}};
    }
    leave_out_unknown();
    for (std::uint32_t r = 0; r < program_.relations().size(); ++r)
      if (!asked_.contains(RelationId{r})) add_rigid(RelationId{r});
    leave_out_unknown();
    for (auto& [relation, demands] : asked_)
      for (About& about : demands) about.name = program_.new_name("demand");
  }

  void leave_out_unknown() {
    for (bool changed = true; changed;)
      changed = std::erase_if(asked_, [&](const auto& entry) {
                  return !std::ranges::all_of(entry.second, [&](const About& about) {
                    return std::ranges::all_of(about.columns, [&](auto c) { return is_known(entry.first, c); });
                  });
                }) > 0;
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

  // Arguments that only literals bind which are the same in every position, and bind to very many values: a demand
  // about these, and one about the others that are known where the relation is asked.
  void add_rigid(RelationId id) {
    const program::Relation& relation = program_.relation(id);
    if (!may_be_asked(relation, id) || relation.arity < kFewestArguments || relation.clauses.size() != 1) return;
    const Clause& clause = program_.clauses()[relation.clauses[0]];
    std::set<TermId> other;
    std::vector<Literal> rigid;
    for (const Literal& literal : clause.body) {
      if (literal.kind != Literal::Kind::kHolds) continue;
      if (program_.relation(program_.relation_of(literal.atom)).dependence == Dependence::kRigid)
        rigid.push_back(literal);
      else
        for_each_variable(terms_, literal.atom, [&](TermId v) { other.insert(v); });
    }
    About of_rigid, of_others;
    std::vector<TermId> variables;
    std::vector<TermId> head(terms_.args(clause.head).begin(), terms_.args(clause.head).end());
    for (std::uint32_t i = 0; i < head.size(); ++i) {
      if (!terms_.is_variable(head[i])) continue;
      if (other.contains(head[i])) {
        if (is_known(id, i)) of_others.columns.push_back(i);
        continue;
      }
      of_rigid.columns.push_back(i);
      variables.push_back(head[i]);
    }
    if (variables.size() < 2 || !std::ranges::all_of(of_rigid.columns, [&](auto c) { return is_known(id, c); })) return;
    if (!more_than(kMany, program_, rigid, variables)) return;
    asked_[id] = {std::move(of_rigid)};
    if (!of_others.columns.empty()) asked_[id].push_back(std::move(of_others));
  }

  bool may_be_asked(const program::Relation& relation, RelationId id) const {
    return !gdl::keyword_arity(relation.name) && !program_.is_demand(relation.name) && !recursive_.contains(id) &&
           relation.dependence != Dependence::kRigid;  // facts cost nothing
  }

  bool is_loose(RelationId id) const {
    const program::Relation& relation = program_.relation(id);
    if (!may_be_asked(relation, id)) return false;
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

  // Does every rule that uses the relation bind the variables of this argument by other literals?
  bool is_known(RelationId id, std::uint32_t column) const {
    return std::ranges::all_of(uses_[id.value], [&](const Use& use) {
      std::set<TermId> bound;
      for (const Literal& literal : use.clause->body)
        if (literal.kind == Literal::Kind::kHolds && &literal != use.literal && !asked(literal))
          for_each_variable(terms_, literal.atom, [&](TermId v) { bound.insert(v); });
      bool all = true;
      for_each_variable(terms_, terms_.args(use.literal->atom)[column], [&](TermId v) { all &= bound.contains(v); });
      return all;
    });
  }

  bool asked(const Literal& literal) const {
    return literal.kind != Literal::Kind::kDistinct && asked_.contains(program_.relation_of(literal.atom));
  }

  std::vector<Literal> demands_of(const Literal& literal) {
    std::vector<Literal> out;
    if (!asked(literal)) return out;
    for (const About& about : asked_.at(program_.relation_of(literal.atom))) {
      std::vector<TermId> args;
      for (std::uint32_t column : about.columns) args.push_back(terms_.args(literal.atom)[column]);
      out.push_back({Literal::Kind::kHolds, terms_.make(about.name, args)});
    }
    return out;
  }

  // What the clause may ask: everything about the demand that its literals allow which have none themselves.
  Clause question(const Clause& clause, const Literal& demand) {
    Clause out{demand.atom, {}, 0, clause.place};
    std::set<TermId> bound;
    auto keep = [&](const Literal& other) {
      out.body.push_back(other);
      for_each_variable(terms_, other.atom, [&](TermId v) { bound.insert(v); });
    };
    for (const Literal& other : clause.body)
      if (other.kind == Literal::Kind::kHolds && !asked(other)) keep(other);
    for (const Literal& outer : demands_of({Literal::Kind::kHolds, clause.head})) keep(outer);
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
  std::map<RelationId, std::vector<About>> asked_;  // the demands of a relation
};

}  // namespace

SplitProgram with_demand(Program& program) { return Demand(program).run(); }

}  // namespace percept::ground
