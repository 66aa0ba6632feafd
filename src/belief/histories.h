// SPDX-License-Identifier: MIT
//
// All histories that explain what a role did and saw, as a formula: the circuit of the game once for each round, in an
// incremental solver. Each role makes exactly one legal move a round, no round follows a terminal position, and the
// role's percepts are exactly those it had. Questions about the last position are answered for all histories at once.
//
// What is found to hold in all histories becomes a constant, so that the next round's copy stays small.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "belief/belief.h"
#include "solve/clauses.h"

namespace percept::belief {

class Histories {
 public:
  // At the first position. The circuit is a two-valued one, of the whole game.
  Histories(std::shared_ptr<const NumberedCircuit> circuit, RoleId role, const std::vector<FluentId>& initial);

  enum class Outcome : std::uint8_t { kDone, kUnexplained, kGaveUp };
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

 private:
  // The solver with all rounds that are not proven; a model proves them.
  solve::Answer ask(std::span<const solve::Literal> some, const Budget& budget);
  void keep_proven();
  void drop_contradictions(const Budget& budget);
  void add_only_one(const std::vector<solve::Literal>& literals, solve::Literal guard);
  std::vector<Truth> decide(const std::vector<solve::Literal>& literals, std::vector<Seen> seen, const Budget& budget,
                            bool& gave_up);
  solve::Clauses& position();  // the copy of the last position

  std::shared_ptr<const NumberedCircuit> circuit_;
  const GameCircuit& game_;
  std::size_t role_;
  solve::Copied copied_;
  std::unique_ptr<solve::Solver> solver_;
  std::vector<solve::Literal> fluents_;  // of the last position
  std::unique_ptr<solve::Clauses> copy_;
  std::vector<solve::Literal> unproven_;  // guards of rounds that the budget did not suffice for
  bool proven_ = false;                   // a model with all of them was found
};

}  // namespace percept::belief
