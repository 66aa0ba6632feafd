// SPDX-License-Identifier: MIT
//
// The rounds from one known position on as a formula (belief/histories.h), and models of it as samples: different
// histories, found by playing forward at random with the solver as a guide.
#pragma once

#include <vector>

#include "belief/histories.h"
#include "sample/chances.h"

namespace percept::sample {

class Segment {
 public:
  Segment(std::shared_ptr<const belief::NumberedCircuit> circuit, RoleId role, std::vector<FluentId> start)
      : start_(std::move(start)), formula_(std::move(circuit), role, start_, {.guarded = false, .rounds = true}) {}

  belief::Histories& formula() { return formula_; }
  const belief::Histories& formula() const { return formula_; }
  const std::vector<FluentId>& start() const { return start_; }
  // One round; a segment with a round that is not explained is of no more use.
  Outcome advance(const Experience& experience, const Budget& budget);

  // It ended in this position, as later rounds have shown.
  void end_in(std::span<const FluentId> position) {
    formula_.end_in(position);
    has_model_ = false;
  }
  // The position after so many rounds, when the solver has found out that there is only one.
  std::optional<std::vector<FluentId>> known_position(std::size_t round) const;

  struct Models {
    std::vector<Sample> samples;  // different histories of the segment, with weights that add up to 1
    bool all = false;             // there are no others
    bool gave_up = false;         // the budget ran out
  };
  Models models(std::size_t count, bool histories, Chances& chances, Random& random, const Budget& budget);

 private:
  using Literal = solve::Literal;
  // A move that a role chose in a round.
  struct Choice {
    std::size_t round;
    RoleId role;
    std::vector<MoveId> moves;         // that may have been made,
    std::vector<Literal> does;         // and which was
    std::vector<Literal> maybe_legal;  // moves that may have been legal,
    std::size_t always_legal = 0;      // beside so many others
  };

  void find_choices(std::size_t round);
  solve::Answer find_model(Literal search, Random& random, const Budget& budget);
  void exclude_model(Literal search);
  game::State state(const belief::NumberedCircuit& circuit, const std::vector<Literal>& fluents);
  double log_chance(const Choice& choice, MoveId made, Chances& chances);
  Sample read(bool histories, Chances& chances, std::vector<double>& logarithms);

  std::vector<FluentId> start_;
  belief::Histories formula_;
  bool has_model_ = false;              // of the last round, not yet drawn
  std::vector<game::JointMove> given_;  // by round: moves without a choice
  std::vector<Choice> choices_;         // by round and role
  std::vector<Literal> preferred_;      // of each choice
  std::vector<std::size_t> made_;       // of each choice, in the model that was read last
};

}  // namespace percept::sample
