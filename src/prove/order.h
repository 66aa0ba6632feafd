// SPDX-License-Identifier: MIT
//
// The order in which the literals of a clause are best evaluated, for given arguments of its head. It is greedy: what
// only tests comes as soon as its variables have values, cheap tests first; otherwise the literal that is expected to
// have the fewest rows.
//
// Facts and fluents are counted for that, fluents in several states. The answers of rules are as many as there were on
// average, or, before any were seen, as their own bodies lead to expect. Any order gives the same answers: normalised
// clauses bind every variable by a positive literal.
//
// Internal to prove/.
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
  // Of each role there may be many moves at once, not one. They are found only as a whole, by building the term, so it
  // can be better to go through all of them first: that order is weighed, too.
  void expect_many_moves() { many_moves_ = true; }
  void forget();  // what was expected of rules, and when fluents were counted: they are counted in this state, too

 private:
  struct Ordered {
    std::vector<program::Literal> literals;
    double rows = 1;  // expected for the whole body
    double work = 0;  // rows looked at on the way
  };
  // Rows with these constants in the columns `fixed`, and any one key in `columns`.
  struct Lookup {
    const Rows* rows;
    Columns columns, fixed;
    std::vector<TermId> constants;
    friend auto operator<=>(const Lookup&, const Lookup&) = default;
  };
  struct Count {
    double mean = 0;
    std::uint32_t samples = 0;
    bool up_to_date = false;
  };

  Ordered order(const program::Clause& clause, const Columns& given, const program::Literal* first = nullptr);
  void take(std::vector<program::Literal>& open, std::size_t literal, double costs, KnownVariables& known,
            Ordered& out) const;
  double cost(const program::Literal& literal, const KnownVariables& known);
  double expected_rows(const Source& from, const Columns& given);
  double expected_answers(const Source& from, const Columns& given);

  Database& database_;
  std::map<Lookup, Count> counts_;
  std::map<std::pair<const Predicate*, Columns>, double> expected_;  // answers of calls that were not seen yet
  bool many_moves_ = false;
  int depth_ = 0;  // of rules in rules, while these are looked at
};

// The columns whose terms have no variable without a value.
Columns given_columns(const Source& source, const KnownVariables& known);

}  // namespace percept::prove
