// SPDX-License-Identifier: MIT
#include "igdl/estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace percept::igdl {
namespace {

constexpr std::size_t kSmallCell = 64, kLargeCell = 2048;  // rows
constexpr std::size_t kCells = 16;                         // of which the mean is taken
constexpr double kDoubt = 0.05;
constexpr int kGuesses = 24;
constexpr double kForCells = 0.8;  // of the time

// A literal that says whether an odd number of these hold.
Literal parity(solve::Solver& solver, const std::vector<Literal>& literals) {
  Literal out = solve::kFalse;
  for (Literal next : literals) {
    Literal sum = solver.variable();
    for (bool a : {false, true})
      for (bool b : {false, true}) solver.add({out ^ a, next ^ b, sum ^ (a == b)});
    out = sum;
  }
  return out;
}

// How many rows fall into a cell that so many parities make; nothing when the budget ran out.
std::optional<std::size_t> rows_of_cell(Timeline& timeline, std::span<const Literal> literals, std::size_t parities,
                                        Random& random, const Budget& budget) {
  std::vector<Literal> cell;
  for (std::size_t i = 0; i < parities; ++i) {
    std::vector<Literal> some;
    for (Literal literal : literals)
      if (random.below(2) == 1) some.push_back(literal);
    cell.push_back(parity(timeline.solver(), some) ^ (random.below(2) == 1));
  }
  Timeline::Rows rows = timeline.rows(literals, kLargeCell, budget, cell);
  return rows.complete ? std::optional(rows.rows.size()) : std::nullopt;
}

std::optional<Count> by_cells(Timeline& timeline, std::span<const Literal> literals, std::size_t seen, Random& random,
                              const Budget& budget) {
  auto parities = static_cast<std::size_t>(std::max(0.0, std::log2(static_cast<double>(seen) / kSmallCell)));
  for (;; ++parities) {
    if (parities > literals.size() || budget.out_of_time()) return std::nullopt;
    auto rows = rows_of_cell(timeline, literals, parities, random, budget);
    if (rows && *rows <= kSmallCell) break;
  }
  // Other cells than the one that decided how many parities there are.
  double sum = 0;
  for (std::size_t i = 0; i < kCells; ++i) {
    auto rows = rows_of_cell(timeline, literals, parities, random, budget);
    if (!rows) return std::nullopt;
    sum += static_cast<double>(*rows);
  }
  // The mean m of the cells differs from their size s by more than sqrt(s k) with a chance of kDoubt at most.
  double mean = sum / kCells, k = 1 / (kDoubt * kCells), reach = std::sqrt(k * mean + k * k / 4);
  double cells = std::ldexp(1.0, static_cast<int>(parities));
  double least = static_cast<double>(seen);
  return Count{std::max(least, mean * cells), false, std::max(least, std::floor((mean + k / 2 - reach) * cells)),
               std::max(least, std::ceil((mean + k / 2 + reach) * cells))};
}

}  // namespace

Count estimated_rows(Timeline& timeline, std::span<const Literal> literals, std::size_t seen, Random& random,
                     const Budget& budget) {
  if (auto count = by_cells(timeline, literals, seen, random, budget.part(kForCells))) return *count;
  // Knuth's estimate is right on average, and may be far off: no interval comes with it.
  double sum = 0;
  int guesses = 0;
  for (; guesses < kGuesses; ++guesses) {
    double rows = timeline.guess(literals, random, budget).rows;
    if (budget.out_of_time()) break;  // it was cut short
    sum += rows;
  }
  auto least = static_cast<double>(seen);
  sum = std::min(sum, std::numeric_limits<double>::max());
  return {guesses == 0 ? least : std::max(least, std::round(sum / guesses)), false, least, HUGE_VAL};
}

}  // namespace percept::igdl
