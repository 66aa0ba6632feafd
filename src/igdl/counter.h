// SPDX-License-Identifier: MIT
//
// In how many ways some variables can have values in the models of clauses, counted without listing them: what shares
// no variable is counted by itself and multiplied, and what was counted once is remembered. Buttons whose wires say
// nothing of each other are so many small questions, however many models all of them have together.
//
//   Counter counter(solver, wanted);
//   counter.count(budget)           // exactly, up to what a double holds; nothing when the budget ran out
//   counter.draw(random, budget)    // values of the wanted ones, each row as likely as any other
//
// The clauses have a model. One thread's.
//
// Internal to igdl/.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "base/random.h"
#include "igdl/propagation.h"

namespace percept::igdl {

class Counter {
 public:
  // Constants may be among the wanted.
  Counter(const solve::Solver& unsolved, std::span<const solve::Literal> wanted);

  std::optional<double> count(const Budget& budget);
  std::optional<std::vector<bool>> draw(Random& random, const Budget& budget);

 private:
  using Variable = Propagation::Variable;
  struct Component {
    std::vector<Variable> variables;     // sorted
    std::vector<std::uint32_t> clauses;  // that nothing satisfies yet, sorted
  };
  struct KeyHash {
    std::size_t operator()(const std::vector<std::uint32_t>& key) const;
  };

  std::vector<Component> components(std::span<const Variable> among);
  double count(const Component& component, const Budget& budget);
  double rest(std::span<const Variable> among, const Budget& budget);

  Propagation values_;
  std::vector<solve::Literal> wanted_;
  std::vector<bool> is_wanted_;
  std::vector<Variable> reached_;                // all that the wanted ones hang together with
  std::vector<std::uint32_t> met_, met_clause_;  // in which search they were met last
  std::uint32_t search_ = 0;
  std::unordered_map<std::vector<std::uint32_t>, double, KeyHash> known_;
  std::size_t known_size_ = 0;
  bool time_ = true;
};

}  // namespace percept::igdl
