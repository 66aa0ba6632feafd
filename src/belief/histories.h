// SPDX-License-Identifier: MIT
//
// All histories that explain what a role did and saw, as a formula: the circuit of the game once for each round, in an
// incremental solver. Each role makes exactly one legal move a round, no round follows a terminal position, and the
// role's percepts are exactly those it had. Questions about the last position are answered for all histories at once.
//
// What is found to hold in all histories becomes a constant, so that the next round's copy stays small. In a game too
// large to ground each round has a circuit of its own (rules.h), given before it with use().
//
// One thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "belief/belief.h"
#include "belief/outcome.h"
#include "solve/clauses.h"

namespace percept::belief {

class Histories {
 public:
  struct Options {
    // What a round demands can be taken back. Otherwise a round that is not explained ends it all: nothing but a new
    // formula helps; but more is found to be constant at once.
    bool guarded = true;
    bool rounds = false;  // keep the literals of all rounds, so that the history of a model can be read
  };
  // At the first position. The circuit is a two-valued one.
  Histories(std::shared_ptr<const NumberedCircuit> circuit, RoleId role, const std::vector<FluentId>& initial)
      : Histories(std::move(circuit), role, initial, Options()) {}
  Histories(std::shared_ptr<const NumberedCircuit> circuit, RoleId role, const std::vector<FluentId>& initial,
            Options options);

  // The circuit of the next round: it has to know every fluent that may hold.
  void use(std::shared_ptr<const NumberedCircuit> circuit);
  // Only histories that end in this position count from now on.
  void end_in(std::span<const FluentId> position);
  // What is known of the last position without asking the solver; a fluent that is open here need not be.
  Known<FluentId> position_bounds();

  // One round. When it is not explained, nothing has changed. When the budget ran out before that was clear, it is
  // taken to be explained until it is found not to be.
  Outcome advance(const std::optional<MoveId>& move, const std::optional<Percepts>& percepts, const Budget& budget);

  // What is known before the solver is asked: a wire was seen to hold, or not to hold, in a possible position.
  struct Seen {
    bool holds = false;
    bool fails = false;
  };
  // For each of these wires, which depend on the position only: does it hold in all histories, none, or some? Open,
  // too, when the budget ran out; `gave_up` then says so.
  std::vector<Truth> decide(std::span<const circuit::Wire> wires, std::vector<Seen> seen, const Budget& budget,
                            bool& gave_up);
  // The fluents, by index; those that are decided become constants.
  std::vector<Truth> decide_fluents(std::vector<Seen> seen, const Budget& budget, bool& gave_up);

  void simplify(const Budget& budget);  // decides the fluents without being told

  // Possible positions, by index which fluents hold: as many as are wanted, or as the budget allows.
  struct Positions {
    std::vector<std::vector<bool>> found;
    bool all = false;  // there are no others
  };
  Positions positions(std::size_t wanted, const Budget& budget);

  // ---- models, for samplers
  struct Round {
    std::shared_ptr<const NumberedCircuit> circuit;
    std::vector<solve::Literal> fluents;                   // of the position before it, by index
    std::vector<std::vector<solve::Literal>> legal, does;  // by role and move
  };
  const std::vector<Round>& rounds() const { return rounds_; }          // when they are kept
  const NumberedCircuit& circuit() const { return *circuit_; }          // of the last position
  const std::vector<solve::Literal>& last() const { return fluents_; }  // its fluents, by index
  solve::Solver& solver() { return *solver_; }
  const solve::Solver& solver() const { return *solver_; }

 private:
  // The solver with all rounds that are not proven; a model proves them.
  solve::Answer ask(std::span<const solve::Literal> some, const Budget& budget);
  void keep_proven();
  void drop_contradictions(const Budget& budget);
  void add_only_one(const std::vector<solve::Literal>& literals, solve::Literal guard);
  std::vector<Truth> decide(const std::vector<solve::Literal>& literals, std::vector<Seen> seen, const Budget& budget,
                            bool& gave_up);
  solve::Clauses& position();  // the copy of the last position

  const GameCircuit& game() const { return circuit_->game; }

  Options options_;
  std::size_t role_;
  std::shared_ptr<const NumberedCircuit> circuit_;
  std::unique_ptr<solve::Copied> copied_;
  std::unique_ptr<solve::Solver> solver_;
  std::vector<solve::Literal> fluents_;  // of the last position
  std::unique_ptr<solve::Clauses> copy_;
  std::vector<solve::Literal> unproven_;  // guards of rounds that the budget did not suffice for
  bool proven_ = false;                   // a model with all of them was found
  std::vector<Round> rounds_;
};

}  // namespace percept::belief
