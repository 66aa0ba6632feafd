// SPDX-License-Identifier: MIT
#include "prove/order.h"

#include <algorithm>
#include <cmath>

#include "prove/database.h"

namespace percept::prove {
namespace {

using program::Clause;
using program::Literal;

constexpr double kNotYet = 1e300;         // the cost of a test whose variables have no values
constexpr std::uint64_t kEnoughSeen = 3;  // calls, to go by their answers

}  // namespace

Columns given_columns(const Source& source, const KnownVariables& known) {
  Columns out;
  for (std::uint32_t i = 0; i < source.columns.size(); ++i)
    if (known.contains(source.columns[i])) out.push_back(i);
  return out;
}

std::vector<Literal> Order::of(const Clause& clause, const Columns& given) { return order(clause, given).literals; }

void Order::forget() { expected_.clear(); }

Order::Ordered Order::order(const Clause& clause, const Columns& given) {
  KnownVariables known(database_.terms(), clause.variables);
  for (std::uint32_t column : given) known.add(database_.terms().args(clause.head)[column]);
  Ordered out;
  std::vector<Literal> open = clause.body;
  while (!open.empty()) {
    std::size_t best = 0;
    double lowest = kNotYet * 2;
    for (std::size_t i = 0; i < open.size(); ++i)
      if (double costs = cost(open[i], known); costs < lowest) best = i, lowest = costs;
    if (lowest >= 1) out.rows *= lowest;
    known.add(open[best].atom);
    out.literals.push_back(open[best]);
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(best));
  }
  return out;
}

// How many rows the literal is expected to have, at least one; less for what only tests.
double Order::cost(const Literal& literal, const KnownVariables& known) {
  bool tests = known.contains(literal.atom);
  if (literal.kind == Literal::Kind::kDistinct) return tests ? 0 : kNotYet;
  Source from = database_.source(literal.atom);
  if (literal.kind == Literal::Kind::kFails) return !tests ? kNotYet : from.predicate == nullptr ? 0.02 : 0.5;
  if (tests) return from.predicate == nullptr ? 0.01 : 0.4;
  Columns given = given_columns(from, known);
  if (from.predicate != nullptr) return std::max(1.0, expected_answers(*from.predicate, given));
  return from.rows == nullptr ? 1.0 : std::max(1.0, expected_rows(*from.rows, given));
}

double Order::expected_rows(const Rows& rows, const Columns& given) const {
  constexpr double kUnseen = 16;  // fluents that this state has none of
  if (rows.size() == 0) return kUnseen / std::pow(4.0, static_cast<double>(given.size()));
  return static_cast<double>(rows.size()) / static_cast<double>(rows.distinct_keys(given));
}

double Order::expected_answers(Predicate& predicate, const Columns& given) {
  for (const auto& procedure : predicate.procedures)
    if (procedure->given == given && procedure->completed >= kEnoughSeen)
      return static_cast<double>(procedure->answered) / static_cast<double>(procedure->completed);

  double open = static_cast<double>(predicate.arity - given.size());
  auto [expected, is_new] = expected_.try_emplace({&predicate, given}, 2 * std::pow(4.0, open));  // in a recursion
  if (!is_new) return expected->second;
  double sum = predicate.facts.size() == 0 ? 0 : expected_rows(predicate.facts, given);
  for (const Clause* rule : predicate.rules) sum += order(*rule, given).rows;
  return expected->second = sum;
}

}  // namespace percept::prove
