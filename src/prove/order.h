// SPDX-License-Identifier: MIT
//
// The order in which the literals of a clause are best evaluated, for given arguments of its head. It is greedy: what
// only tests comes as soon as its variables have values, cheap tests first; otherwise the literal that is expected to
// have the fewest rows.
//
// Facts and the fluents of the present state are counted for that. The answers of rules are as many as there were on
// average, or, before any were seen, as their own bodies lead to expect. Any order gives the same answers: normalised
// clauses bind every variable by a positive literal.
#pragma once

#include <map>
#include <vector>

#include "program/program.h"
#include "prove/pattern.h"
#include "prove/rows.h"

namespace percept::prove {

class Database;
struct Predicate;
struct Source;

class Order {
 public:
  explicit Order(Database& database) : database_(database) {}

  std::vector<program::Literal> of(const program::Clause& clause, const Columns& given);
  void forget();  // what was expected of rules: by now it may be known better

 private:
  struct Ordered {
    std::vector<program::Literal> literals;
    double rows = 1;  // expected for the whole body
  };

  Ordered order(const program::Clause& clause, const Columns& given);
  double cost(const program::Literal& literal, const KnownVariables& known);
  double expected_rows(const Rows& rows, const Columns& given) const;
  double expected_answers(Predicate& predicate, const Columns& given);

  Database& database_;
  std::map<std::pair<const Predicate*, Columns>, double> expected_;
};

// The columns whose terms have no variable without a value.
Columns given_columns(const Source& source, const KnownVariables& known);

}  // namespace percept::prove
