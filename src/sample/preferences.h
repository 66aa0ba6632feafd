// SPDX-License-Identifier: MIT
//
// An opponent model that a person writes down: which moves a role likes more than others. A line has a role, a move and
// a weight; the move is KIF and may have variables, `*` stands for every role, and a semicolon starts a comment:
//
//   black (move ?x ?y ?x ?z) 3    ; three times as likely as a move that no line is about
//   *     noop               0.1
//
// The first line that a move matches counts; a move without one weighs 1. `random` chooses uniformly by definition, so
// a line about it is an error. A model belongs to the rules it was read for and may grow with them.
//
// Any thread may ask where the lexicon of the rules is complete; where it grows, the rules' thread.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "belief/opponents.h"
#include "gdl/description.h"

namespace percept::sample {

class Preferences : public belief::Opponents {
 public:
  // An error has the name and the line. The rules have to live as long.
  static Result<std::shared_ptr<const Preferences>> read(const std::string& name, std::string_view text,
                                                         const belief::Rules& rules);

  void weigh(belief::RoleId role, const game::State& position, std::span<const belief::MoveId> legal,
             std::span<double> weights) const override;

 private:
  struct Line {
    std::optional<belief::RoleId> role;                   // nothing for every role
    std::shared_ptr<const gdl::Description> description;  // holds the pattern
    const gdl::Term* pattern = nullptr;                   // of all moves, when null
    double weight;
  };

  explicit Preferences(const belief::Rules& rules) : rules_(rules), known_(rules.roles()) {}
  Result<void> add(std::string_view line);
  double weight_of(belief::RoleId role, belief::MoveId move) const;

  const belief::Rules& rules_;
  std::vector<Line> lines_;
  mutable std::mutex knowing_;                      // of what follows
  mutable std::vector<std::vector<double>> known_;  // weights by role and move; 0 where not asked yet
};

}  // namespace percept::sample
