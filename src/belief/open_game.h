// SPDX-License-Identifier: MIT
//
// A game's rules as the open logic program ⟨G, B⁺, B⁰⟩ of the filtering paper, on a circuit: fluents and moves are true
// (in B⁺), open (in B⁰) or false. Of an atom, seen as a boolean function of what is open,
//
//   possible  ⇔  it is satisfiable (there is a support)
//   known     ⇔  it has the empty support: derivable from B⁺ when `not A` is read as "A is not possible"
//
// and filtering by an observation fixes the inputs that have the same value in every world that explains it: a literal
// is in all supports exactly when the observation implies it, so supports need not be enumerated.
//
// Kleene's logic answers nearly everything; where it says "open", a world that witnesses it or a unate cone (cone.h)
// shows that it is right, and only then a solver is asked. When there is no time for that, open it stays.
//
// Internal to belief/.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "belief/belief.h"
#include "circuit/cone.h"
#include "circuit/kleene_stepper.h"
#include "solve/clauses.h"

namespace percept::belief {

class OpenGame {
 public:
  using Input = circuit::KleeneStepper::Input;

  // The circuit has to be made for Kleene's logic.
  OpenGame(std::shared_ptr<const NumberedCircuit> circuit, RoleId role);

  const NumberedCircuit& circuit() const { return *circuit_; }

  // For what is asked from now on.
  void limit(const Budget& budget) {
    budget_ = budget;
    gave_up_ = false;
  }
  bool gave_up() const { return gave_up_; }  // since then: something may be called open that is not

  // ---- the position, by index of the circuit's fluents
  void set_fluent(std::size_t fluent, Input value);
  Input fluent(std::size_t fluent) const;
  // The role's own moves by index, its goals by index, and whether the game is over.
  Truth legal(std::size_t move);
  Truth goal(std::size_t goal);
  Truth terminal();

  // ---- one round; what is false of a move or percept in these functions is not changed
  // The moves that others may make are open; the role makes this one (index), or any that may be legal.
  void open_moves(std::optional<std::size_t> own);
  Input move(std::size_t role, std::size_t move) const;
  Truth sees(std::size_t percept);
  // Why there is no world with these percepts (by index of the role's); none when there is, and all it learns is
  // learnt.
  struct Contradiction {
    std::optional<std::size_t> percept;  // it cannot be seen, or has to be; none when only some of them together
    bool seen = false;
  };
  std::optional<Contradiction> filter(const std::vector<bool>& seen, bool nonpercepts);
  std::vector<Truth> next();  // by fluent

 private:
  enum Group : std::size_t { kMoves, kQueries, kSees, kNext, kGroups };
  using Watched = circuit::KleeneStepper::Watched;
  struct Forced {
    std::uint32_t input;
    bool value;
  };

  static std::vector<std::vector<circuit::Wire>> groups_of(const GameCircuit& game, std::size_t role);
  void settle(Group group);
  void settle_again();
  Truth truth(const Watched& watched);
  bool satisfiable(circuit::Wire wire);  // of one that Kleene calls open
  bool ask_solver(circuit::Wire wire);
  bool out_of_time() { return budget_.out_of_time() && (gave_up_ = true); }
  void learn(const solve::Solver& solver, const solve::Clauses& copy);  // the world it found
  void set(std::uint32_t input, Input value) {
    if (stepper_.input(input) == value) return;
    stepper_.set(input, value);
    settled_ = 0;
  }
  // What the wire implies, or some of it when time is short; nothing when it cannot hold.
  std::optional<std::vector<Forced>> backbone(circuit::Wire wire);
  std::optional<std::vector<Forced>> backbone_of_small_cone();
  solve::Clauses clauses(solve::Solver& solver) const;

  std::shared_ptr<const NumberedCircuit> circuit_;
  const GameCircuit& game_;
  std::size_t role_;
  std::vector<std::vector<circuit::Wire>> groups_;
  circuit::KleeneStepper stepper_;
  std::vector<std::vector<Watched>> legal_;  // by role
  std::vector<Watched> sees_, next_;
  circuit::Cone cone_;
  solve::Copied copied_;
  std::vector<std::vector<std::uint32_t>> failures_;  // by group: its nodes of this kind
  std::vector<std::uint32_t> open_;                   // inputs that are open, while filtering
  std::uint32_t settled_ = 0;                         // groups, as bits
  Budget budget_;
  bool gave_up_ = false;
};

}  // namespace percept::belief
