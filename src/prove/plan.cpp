// SPDX-License-Identifier: MIT
#include "prove/plan.h"

#include <algorithm>

#include "prove/database.h"
#include "prove/order.h"

namespace percept::prove {
namespace {

using program::Clause;
using program::Literal;

class Planner {
 public:
  Planner(Database& database, const Clause& clause)
      : database_(database), terms_(database.terms()), clause_(clause), known_(terms_, clause.variables) {
    plan_.slots = clause.variables;
    set_by_.assign(clause.variables, -1);
  }

  std::optional<Plan> run(const Columns& given, const Columns& free) {
    for (std::uint32_t column : given) plan_.inputs.push_back(pattern(terms_.args(clause_.head)[column]));
    for (const Literal& literal : database_.order().of(clause_, given)) {
      bool never = literal.kind != Literal::Kind::kDistinct && database_.source(literal.atom).is_empty();
      if (never && literal.kind == Literal::Kind::kHolds) return std::nullopt;
      if (!never) add_step(literal);
    }
    for (std::uint32_t column : free) {
      TermId output = terms_.args(clause_.head)[column];
      plan_.outputs.push_back(pattern(output));
      plan_.back_after_answer = std::max(plan_.back_after_answer, last_setter(output));
      use(output);
    }
    find_ways_back();
    return std::move(plan_);
  }

 private:
  Pattern pattern(TermId term) { return make_pattern(term, terms_, known_); }

  // ---- steps

  void add_step(const Literal& literal) {
    auto number = static_cast<int>(plan_.steps.size());
    Step step{};
    step.back_if_none = last_setter(literal.atom);
    use(literal.atom);
    for_each_variable(terms_, literal.atom, [&](TermId v) {
      if (!known_.contains(v)) set_by_[terms_.variable_number(v)] = number;
    });
    if (literal.kind == Literal::Kind::kDistinct) {
      step.kind = Step::Kind::kDistinct;
      for (TermId side : terms_.args(literal.atom)) step.key.push_back(value(side, step));
    } else {
      Source from = database_.source(literal.atom);
      bool holds = literal.kind == Literal::Kind::kHolds;
      Columns given = given_columns(from, known_);
      for (std::uint32_t column : given) step.key.push_back(value(from.columns[column], step));
      if (from.rows != nullptr) {
        step.kind = holds ? Step::Kind::kRows : Step::Kind::kNoRows;
        step.rows = from.rows;
        step.key_columns = given;
        if (!given.empty()) step.index = from.rows->index_on(given);
      } else {
        step.kind = holds ? Step::Kind::kAnswers : Step::Kind::kNoAnswers;
        step.procedure = &database_.procedure(*from.predicate, given);
      }
      for (std::uint32_t column = 0, free = 0; column < from.columns.size(); ++column) {
        if (std::find(given.begin(), given.end(), column) != given.end()) continue;
        std::uint32_t at = from.rows != nullptr ? column : free++;
        step.matches.push_back({at, pattern(from.columns[column])});
      }
    }
    plan_.steps.push_back(std::move(step));
  }

  Value value(TermId term, Step& step) {
    if (terms_.is_ground(term)) return {false, term.value};
    if (terms_.is_variable(term)) return {true, terms_.variable_number(term)};
    step.built.push_back({plan_.slots, pattern(term)});
    return {true, plan_.slots++};
  }

  // ---- ways back

  // The last step so far that sets a variable of the term.
  int last_setter(TermId term) const {
    int last = -1;
    for_each_variable(terms_, term, [&](TermId v) { last = std::max(last, set_by_[terms_.variable_number(v)]); });
    return last;
  }

  void use(TermId term) {
    for_each_variable(terms_, term, [&](TermId v) {
      int setter = set_by_[terms_.variable_number(v)];
      if (setter >= 0) used_.push_back(setter);
    });
  }

  void find_ways_back() {
    int last = -1;
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
      Step& step = plan_.steps[i];
      step.back = last;
      bool sets = step.kind == Step::Kind::kRows || step.kind == Step::Kind::kAnswers;
      step.once = std::find(used_.begin(), used_.end(), static_cast<int>(i)) == used_.end();
      if (sets && !step.once) last = static_cast<int>(i);
    }
  }

  Database& database_;
  program::Terms& terms_;
  const Clause& clause_;
  KnownVariables known_;
  Plan plan_;
  std::vector<int> set_by_;  // by variable: the step that sets it, -1 for the head or none so far
  std::vector<int> used_;    // steps that set something used later
};

}  // namespace

std::optional<Plan> make_plan(Database& database, const Clause& clause, const Columns& given, const Columns& free) {
  return Planner(database, clause).run(given, free);
}

}  // namespace percept::prove
