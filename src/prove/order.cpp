// SPDX-License-Identifier: MIT
#include "prove/order.h"

#include <algorithm>
#include <cmath>

#include "prove/database.h"

namespace percept::prove {
namespace {

using program::Clause;
using program::Literal;

// Costs of literals: the number of rows expected, or less for what only tests.
constexpr double kDistinct = 0;
constexpr double kIsRow = 0.01, kIsNoRow = 0.02;
constexpr double kIsAnswer = 0.4, kIsNoAnswer = 0.5;
constexpr double kFewest = 0.6;
constexpr double kBuild = 5;       // rows that could be looked at while a term is built
constexpr double kNotYet = 1e300;  // a test whose variables have no values

constexpr std::uint64_t kEnoughSeen = 3;  // calls, to go by their answers
constexpr int kDeepest = 20;              // rules in rules, to be looked at
constexpr double kUnseen = 16;            // rows, with nothing given, of what is not known
double guess(const Columns& given) { return kUnseen / std::pow(4.0, static_cast<double>(given.size())); }

}  // namespace

Columns given_columns(const Source& source, const KnownVariables& known) {
  Columns out;
  for (std::uint32_t i = 0; i < source.columns.size(); ++i)
    if (known.contains(source.columns[i])) out.push_back(i);
  return out;
}

std::vector<Literal> Order::of(const Clause& clause, const Columns& given) {
  Ordered best = order(clause, given);
  if (!many_moves_) return best.literals;
  for (const Literal& literal : clause.body) {
    bool is_move = database_.terms().is(literal.atom, program::keyword::kDoes, 2);
    if (!is_move || literal.kind != Literal::Kind::kHolds) continue;
    if (Ordered other = order(clause, given, &literal); other.work < best.work) best = std::move(other);
  }
  return best.literals;
}

void Order::forget() {
  expected_.clear();
  for (auto& [rows, count] : counts_) count.up_to_date = false;
}

// With `first`, a literal of the body that is taken before all others.
Order::Ordered Order::order(const Clause& clause, const Columns& given, const Literal* first) {
  KnownVariables known(database_.terms(), clause.variables);
  for (std::uint32_t column : given) known.add(database_.terms().args(clause.head)[column]);
  Ordered out;
  std::vector<Literal> open = clause.body;
  if (first != nullptr)
    take(open, static_cast<std::size_t>(first - clause.body.data()), cost(*first, known), known, out);
  while (!open.empty()) {
    std::size_t best = 0;
    double lowest = kNotYet * 2;
    for (std::size_t i = 0; i < open.size(); ++i)
      if (double costs = cost(open[i], known); costs < lowest) best = i, lowest = costs;
    take(open, best, lowest, known, out);
  }
  return out;
}

void Order::take(std::vector<Literal>& open, std::size_t literal, double costs, KnownVariables& known,
                 Ordered& out) const {
  TermId atom = open[literal].atom;
  bool builds = costs < kFewest && database_.terms().is(atom, program::keyword::kDoes, 2);
  out.work += out.rows * std::max(costs, builds ? kBuild : 1.0);
  if (costs >= kFewest) out.rows *= costs;
  known.add(atom);
  out.literals.push_back(open[literal]);
  open.erase(open.begin() + static_cast<std::ptrdiff_t>(literal));
}

double Order::cost(const Literal& literal, const KnownVariables& known) {
  bool tests = known.contains(literal.atom);
  if (literal.kind == Literal::Kind::kDistinct) return tests ? kDistinct : kNotYet;
  Source from = database_.source(literal.atom);
  bool has_rows = from.predicate == nullptr;
  if (literal.kind == Literal::Kind::kFails) return !tests ? kNotYet : has_rows ? kIsNoRow : kIsNoAnswer;
  if (tests) return has_rows ? kIsRow : kIsAnswer;
  if (from.is_empty()) return kFewest;
  Columns given = given_columns(from, known);
  return std::max(kFewest, has_rows ? expected_rows(from, given) : expected_answers(from, given));
}

double Order::expected_rows(const Source& from, const Columns& given) {
  Lookup key{from.rows, {}, {}, {}};
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
  return count.samples > 0 ? count.mean : guess(given);
}

double Order::expected_answers(const Source& from, const Columns& given) {
  Predicate& predicate = *from.predicate;
  for (const auto& procedure : predicate.procedures)
    if (procedure->given == given && procedure->completed >= kEnoughSeen)
      return static_cast<double>(procedure->answered) / static_cast<double>(procedure->completed);

  if (depth_ == kDeepest) return guess(given);
  auto [expected, is_new] = expected_.try_emplace({&predicate, given}, 1.0);  // for each step of a recursion
  if (!is_new) return expected->second;
  ++depth_;
  double sum = 0;
  if (predicate.facts.size() > 0) sum += expected_rows({&predicate.facts, nullptr, from.columns, {}}, given);
  for (const Clause* rule : predicate.rules) sum += order(*rule, given).rows;
  --depth_;
  return expected->second = sum;
}

}  // namespace percept::prove
