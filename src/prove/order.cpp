// SPDX-License-Identifier: MIT
#include "prove/order.h"

#include <algorithm>
#include <cmath>

#include "prove/database.h"

namespace percept::prove {
namespace {

using program::Clause;
using program::Literal;

constexpr double kFewest = 0.6;           // rows: what sets variables costs more than what only tests
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

void Order::forget() {
  expected_.clear();
  for (auto& [rows, count] : counts_) count.up_to_date = false;
}

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
    if (lowest >= kFewest) out.rows *= lowest;
    known.add(open[best].atom);
    out.literals.push_back(open[best]);
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(best));
  }
  return out;
}

// How many rows the literal is expected to have, or less for what only tests.
double Order::cost(const Literal& literal, const KnownVariables& known) {
  bool tests = known.contains(literal.atom);
  if (literal.kind == Literal::Kind::kDistinct) return tests ? 0 : kNotYet;
  Source from = database_.source(literal.atom);
  if (literal.kind == Literal::Kind::kFails) return !tests ? kNotYet : from.predicate == nullptr ? 0.02 : 0.5;
  if (tests) return from.predicate == nullptr ? 0.01 : 0.4;
  Columns given = given_columns(from, known);
  if (from.is_empty()) return kFewest;
  return std::max(kFewest, from.predicate != nullptr ? expected_answers(from, given) : expected_rows(from, given));
}

double Order::expected_rows(const Source& from, const Columns& given) {
  CountedKey key{from.rows, {}, {}, {}};
  for (std::uint32_t column : given) {
    bool fixed = database_.terms().is_ground(from.columns[column]);
    (fixed ? key.fixed : key.columns).push_back(column);
    if (fixed) key.constants.push_back(from.columns[column]);
  }
  Count& count = counts_[key];
  if (!count.up_to_date && from.rows->size() > 0) {
    double now = from.rows->rows_per_key(key.columns, key.fixed, key.constants.data());
    count.mean += (now - count.mean) / ++count.samples;
    count.up_to_date = true;
  }
  constexpr double kUnseen = 16;  // fluents that no state had so far
  return count.samples > 0 ? count.mean : kUnseen / std::pow(4.0, static_cast<double>(given.size()));
}

double Order::expected_answers(const Source& from, const Columns& given) {
  Predicate& predicate = *from.predicate;
  for (const auto& procedure : predicate.procedures)
    if (procedure->given == given && procedure->completed >= kEnoughSeen)
      return static_cast<double>(procedure->answered) / static_cast<double>(procedure->completed);

  auto [expected, is_new] = expected_.try_emplace({&predicate, given}, 1.0);  // for each step of a recursion
  if (!is_new) return expected->second;
  double sum = 0;
  if (predicate.facts.size() > 0) sum += expected_rows({&predicate.facts, nullptr, from.columns, {}}, given);
  for (const Clause* rule : predicate.rules) sum += order(*rule, given).rows;
  return expected->second = sum;
}

}  // namespace percept::prove
