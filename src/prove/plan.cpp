// SPDX-License-Identifier: MIT
#include "prove/plan.h"

#include <algorithm>
#include <set>

#include "prove/database.h"
#include "prove/order.h"

namespace percept::prove {
namespace {

using program::Clause;
using program::Literal;

class Planner {
 public:
  Planner(Database& database, const Clause& clause)
      : database_(database),
        terms_(database.terms()),
        clause_(clause),
        patterns_(terms_, clause.variables),
        set_by_(clause.variables, -1) {}

  std::optional<Plan> run(const Columns& given, const Columns& free) {
    keep_repeated_compounds();
    std::span<const TermId> head = terms_.args(clause_.head);
    std::vector<PatternMaker::Column> inputs;
    for (std::uint32_t i = 0; i < given.size(); ++i) inputs.push_back({i, head[given[i]]});
    std::vector<Built> none;
    plan_.inputs = patterns_.make_row(inputs, none);

    for (const Literal& literal : database_.order().of(clause_, given)) {
      if (database_.is_met(literal, clause_, given)) continue;
      bool never = literal.kind != Literal::Kind::kDistinct && database_.source(literal.atom).is_empty();
      if (never && literal.kind == Literal::Kind::kHolds) return std::nullopt;
      if (!never) add_step(literal);
    }
    for (std::uint32_t column : free) {
      plan_.outputs.push_back(patterns_.make(head[column]));
      plan_.back_after_answer = std::max(plan_.back_after_answer, last_setter(head[column]));
      use(head[column]);
    }
    find_ways_back();
    plan_.slots = patterns_.slots();
    return std::move(plan_);
  }

 private:
  // A fluent that stays as it is, say, need not be made again.
  void keep_repeated_compounds() {
    std::set<TermId> seen;
    auto see = [&](TermId term) {
      bool is_compound = !terms_.is_ground(term) && !terms_.is_variable(term);
      if (is_compound && !seen.insert(term).second) patterns_.keep(term);
    };
    for (TermId arg : terms_.args(clause_.head)) see(arg);
    for (const Literal& literal : clause_.body) {
      if (literal.kind == Literal::Kind::kDistinct) continue;
      Source from = database_.source(literal.atom);
      for (TermId column : from.columns) see(column);
      if (from.fluent && literal.kind == Literal::Kind::kHolds) see(*from.fluent);
    }
  }

  // ---- steps

  void add_step(const Literal& literal) {
    Step step{};
    step.back_if_none = last_setter(literal.atom);
    use(literal.atom);
    for_each_variable(terms_, literal.atom, [&](TermId v) {
      if (!patterns_.known().contains(v)) set_by_[terms_.variable_number(v)] = static_cast<int>(plan_.steps.size());
    });
    if (literal.kind == Literal::Kind::kDistinct) {
      step.kind = Step::Kind::kDistinct;
      for (TermId side : terms_.args(literal.atom)) step.key.push_back(patterns_.value(side, step.built));
    } else {
      bool holds = literal.kind == Literal::Kind::kHolds;
      Source from = database_.source(literal.atom);
      Columns given = given_columns(from, patterns_.known());
      if (from.predicate == nullptr)
        look_up(from, given, holds, step);
      else
        call(from, given, holds, step);
    }
    plan_.steps.push_back(std::move(step));
  }

  void look_up(const Source& from, const Columns& given, bool holds, Step& step) {
    step.kind = holds ? Step::Kind::kRows : Step::Kind::kNoRows;
    step.rows = from.rows;
    if (!given.empty()) step.index = from.rows->index_on(given);
    std::vector<PatternMaker::Column> columns;
    for (TermId term : from.columns) columns.push_back({static_cast<std::uint32_t>(columns.size()), term});
    bool sets = given.size() < columns.size();
    step.row = patterns_.make_row(columns, step.built);
    if (!from.fluent || !sets) return;
    if (std::uint32_t slot = patterns_.slot_for(*from.fluent); slot != kNoSlot)
      step.row.set.push_back({static_cast<std::uint32_t>(columns.size()), slot});
  }

  void call(const Source& from, const Columns& given, bool holds, Step& step) {
    step.kind = holds ? Step::Kind::kAnswers : Step::Kind::kNoAnswers;
    step.procedure = &database_.procedure(*from.predicate, given);
    for (std::uint32_t column : given) step.key.push_back(patterns_.value(from.columns[column], step.built));
    std::vector<PatternMaker::Column> open;
    for (std::uint32_t column : step.procedure->free)
      open.push_back({static_cast<std::uint32_t>(open.size()), from.columns[column]});
    step.row = patterns_.make_row(open, step.built);
  }

  // ---- ways back

  // The last step so far that sets a variable of the term.
  int last_setter(TermId term) const {
    int last = -1;
    for_each_variable(terms_, term, [&](TermId v) { last = std::max(last, set_by_[terms_.variable_number(v)]); });
    return last;
  }

  void use(TermId term) {
    for_each_variable(terms_, term, [&](TermId v) { used_.insert(set_by_[terms_.variable_number(v)]); });
  }

  void find_ways_back() {
    int last = -1;
    for (int i = 0; i < static_cast<int>(plan_.steps.size()); ++i) {
      Step& step = plan_.steps[static_cast<std::size_t>(i)];
      step.back = last;
      step.once = !used_.contains(i);
      if (!step.once) last = i;
    }
  }

  Database& database_;
  program::Terms& terms_;
  const Clause& clause_;
  PatternMaker patterns_;
  Plan plan_;
  std::vector<int> set_by_;  // by variable: the step that sets it, -1 for the head or none so far
  std::set<int> used_;       // steps that set something used later
};

}  // namespace

std::optional<Plan> make_plan(Database& database, const Clause& clause, const Columns& given, const Columns& free) {
  return Planner(database, clause).run(given, free);
}

}  // namespace percept::prove
