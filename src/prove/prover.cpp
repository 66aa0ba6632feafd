// SPDX-License-Identifier: MIT
#include "prove/prover.h"

#include <algorithm>

#include "prove/pattern.h"
#include "prove/rigid.h"

namespace percept::prove {

Prover::Prover(program::Program& program, const Limits& limits, const Budget& budget)
    : terms_(program.terms()), database_(program), machine_(database_), limits_(limits) {
  evaluate_rigid(program, database_, machine_, budget);
}

void Prover::set_state(std::span<const TermId> fluents) {
  if (database_.kept_for_ever() > limits_.megabytes << 20) database_.forget_plans();
  database_.set_moves({});
  database_.set_state(fluents);
}

void Prover::set_moves(std::span<const TermId> moves) { database_.set_moves(moves); }

Result<bool> Prover::holds(TermId atom, const Budget& budget) {
  bool found = false;
  return for_each_instance(atom, 0, budget, [&](const TermId*) { found = true; }).map([&] { return found; });
}

Result<std::vector<TermId>> Prover::all(TermId pattern, const Budget& budget) {
  PatternMaker patterns(terms_, variables(pattern));
  patterns.add_known(pattern);
  Pattern instance = patterns.make(pattern);
  std::vector<TermId> out, scratch;
  auto add = [&](const TermId* slots) { out.push_back(build(instance, terms_, slots, scratch)); };
  return for_each_instance(pattern, variables(pattern), budget, add).map([&] { return std::move(out); });
}

Result<std::vector<TermId>> Prover::values(TermId pattern, const Budget& budget) {
  std::uint32_t count = variables(pattern);
  std::vector<TermId> out;
  auto add = [&](const TermId* slots) { out.push_back(slots[count - 1]); };
  return for_each_instance(pattern, count, budget, add).map([&] { return std::move(out); });
}

std::uint32_t Prover::variables(TermId pattern) const {
  std::uint32_t count = 0;
  for_each_variable(terms_, pattern, [&](TermId v) { count = std::max(count, terms_.variable_number(v) + 1); });
  return count;
}

template <class Visit>
Result<void> Prover::for_each_instance(TermId pattern, std::uint32_t variables, const Budget& budget, Visit visit) {
  Source source = database_.source(pattern);
  if (source.is_empty()) return {};
  Columns given;
  std::vector<TermId> key;
  std::vector<PatternMaker::Column> open;
  for (std::uint32_t i = 0; i < source.columns.size(); ++i) {
    TermId term = source.columns[i];
    if (terms_.is_ground(term))
      given.push_back(i), key.push_back(term);
    else
      open.push_back({source.predicate == nullptr ? i : static_cast<std::uint32_t>(open.size()), term});
  }
  std::vector<Built> none;
  RowPattern row_pattern = PatternMaker(terms_, variables).make_row(open, none);
  std::vector<TermId> slots(variables);
  auto visit_if_matching = [&](const TermId* row) {
    if (row_pattern.matches(row, terms_, slots.data())) visit(slots.data());
  };

  if (source.predicate == nullptr) {
    source.rows->for_each(given, key.data(), visit_if_matching);
    return {};
  }
  auto table = machine_.complete(database_.procedure(*source.predicate, given), key.data(), limits_, budget);
  if (!table)
    return failure("the query " + terms_.to_kif(pattern) + " " + table.error().message,
                   "do the rules build terms without end, or compare everything with everything?");
  const Rows& answers = (*table)->answers;
  for (std::uint32_t row = 0; row < answers.size(); ++row) visit_if_matching(answers[row]);
  return {};
}

}  // namespace percept::prove
