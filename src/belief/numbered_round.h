// SPDX-License-Identifier: MIT
//
// A round as a role watches it (lanes/watched_round.h), on a circuit whose fluents, moves and percepts have numbers.
//
// One thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "belief/rules.h"
#include "lanes/watched_round.h"

namespace percept::belief {

// The numbers are the bits of rows. The circuit must outlive it.
circuit::Automaton automaton_of(const NumberedCircuit& circuit);

class NumberedRound : public lanes::WatchedRound {
 public:
  explicit NumberedRound(RoleId role) : WatchedRound(role.value), role_(role) {}

  void use(std::shared_ptr<const NumberedCircuit> circuit);
  const std::shared_ptr<const NumberedCircuit>& circuit() const { return circuit_; }
  // What the role did and saw; nothing where it is not known. False when the circuit has no such move or percept.
  bool expect(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts);

 private:
  RoleId role_;
  std::shared_ptr<const NumberedCircuit> circuit_;
  std::vector<std::uint32_t> indices_;  // of percepts
};

}  // namespace percept::belief
