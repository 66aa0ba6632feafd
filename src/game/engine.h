// SPDX-License-Identifier: MIT
//
// What runs a game: Definition 1 of the filtering paper as functions of a state and a joint move. There are two, which
// agree: the circuit (fast, needs the rules grounded) and the prover (the reference, for games too large to ground).
// Both number fluents, moves and percepts in the Vocabulary they share with their Game.
//
// Engines keep what they computed for the last state they were asked about, so asking for legal moves, termination and
// goals of one state, then for its successor, costs one evaluation. They are not to be shared between threads.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "game/numbering.h"
#include "game/state.h"
#include "program/program.h"

namespace percept::game {

struct Vocabulary {
  std::vector<program::TermId> roles;
  Numbering<FluentId> fluents;
  std::vector<Numbering<MoveId>> moves;  // by role
  Numbering<PerceptId> percepts;
};

class Engine {
 public:
  virtual ~Engine() = default;

  virtual std::string_view name() const = 0;

  virtual Result<State> initial() = 0;
  virtual Result<bool> terminal(const State& state) = 0;
  virtual Result<std::vector<MoveId>> legal(const State& state, RoleId role) = 0;  // by number
  virtual Result<State> next(const State& state, const JointMove& moves) = 0;
  // What the rules say the role sees when the joint move is made in the state, by number.
  virtual Result<Percepts> sees(const State& state, const JointMove& moves, RoleId role) = 0;
  // Every value that holds, in rising order: one in a well-formed game's end, none or several in others.
  virtual Result<std::vector<int>> goals(const State& state, RoleId role) = 0;
};

}  // namespace percept::game
