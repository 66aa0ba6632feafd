// SPDX-License-Identifier: MIT
#include "prove/prover.h"

#include "prove/pattern.h"
#include "prove/rigid.h"

namespace percept::prove {

Prover::Prover(program::Program& program, const Limits& limits)
    : terms_(program.terms()), database_(program), machine_(database_), limits_(limits) {
  evaluate_rigid(program, database_, machine_);
}

void Prover::set_state(std::span<const TermId> fluents) {
  database_.set_moves({});
  database_.set_state(fluents);
}

void Prover::set_moves(std::span<const TermId> moves) { database_.set_moves(moves); }

Result<bool> Prover::holds(TermId atom) {
  return all(atom).map([](const std::vector<TermId>& found) { return !found.empty(); });
}

Result<std::vector<TermId>> Prover::all(TermId pattern) {
  std::vector<TermId> out;
  Source source = database_.source(pattern);
  if (source.is_empty()) return out;

  std::uint32_t variables = 0;
  for_each_variable(terms_, pattern, [&](TermId v) { variables = std::max(variables, terms_.variable_number(v) + 1); });
  KnownVariables known(terms_, variables);
  Columns given;
  std::vector<TermId> key;
  std::vector<Pattern> open;
  for (std::uint32_t i = 0; i < source.columns.size(); ++i) {
    if (terms_.is_ground(source.columns[i]))
      given.push_back(i), key.push_back(source.columns[i]);
    else
      open.push_back(make_pattern(source.columns[i], terms_, known));
  }
  Pattern instance = make_pattern(pattern, terms_, known);

  std::vector<TermId> slots(variables), scratch;
  auto add = [&](const TermId* row, auto column) {
    for (std::size_t i = 0; i < open.size(); ++i)
      if (!match(open[i], row[column(i)], terms_, slots.data())) return;
    out.push_back(build(instance, terms_, slots.data(), scratch));
  };

  if (source.predicate == nullptr) {
    Columns free;
    for (std::uint32_t i = 0; i < source.columns.size(); ++i)
      if (!terms_.is_ground(source.columns[i])) free.push_back(i);
    source.rows->for_each(given, key.data(),
                          [&](const TermId* row) { add(row, [&](std::size_t i) { return free[i]; }); });
    return out;
  }
  auto table = machine_.complete(database_.procedure(*source.predicate, given), key.data(), limits_);
  if (!table)
    return failure("the query " + terms_.to_kif(pattern) + " " + table.error().message,
                   "do the rules build terms without end, or compare everything with everything?");
  const Rows& answers = (*table)->answers;
  for (std::uint32_t row = 0; row < answers.size(); ++row) add(answers[row], [](std::size_t i) { return i; });
  return out;
}

}  // namespace percept::prove
