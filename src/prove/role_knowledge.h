// SPDX-License-Identifier: MIT
//
// The legal player of "Filtering With Logic Programs" (Thielscher 2013), section "A Basic Update Method": what a role
// knows of the position, kept in two sets of atoms (true f): B+ that hold and B0 that may hold. It is told nothing but
// its own moves and percepts:
//
//   auto knowledge = RoleKnowledge::make(program, role);   // step 1: the initial position is known
//   knowledge->legal();                                    // own moves, known and possible
//   knowledge->update(move, percepts);                     // step 2: filter, then the next position
//   knowledge->terminal();                                 // step 3
//
// What the paper leaves open: moves of others all go to B0, even an only one, and nothing says that a role makes
// exactly one; that the own move was legal and the game had not ended is not used; the filter is not repeated. Whatever
// is known is true of the real position; "known" is the empty support.
//
// This is the reference, by enumeration of supports: for small games.
//
// Internal to prove/.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "prove/filter.h"

namespace percept::prove {

class RoleKnowledge {
 public:
  struct Options {
    bool nonpercepts = true;  // filter by possible percepts that were not made, too
    SupportLimits limits;
  };
  using Known = OpenProgram::Known;
  enum class Truth : std::uint8_t { kNo, kMaybe, kKnown };

  // The program of a game with `sees` rules, which has to live as long. Fails when it has no such role.
  static Result<RoleKnowledge> make(program::Program& program, TermId role, const Options& options);
  static Result<RoleKnowledge> make(program::Program& program, TermId role) { return make(program, role, {}); }

  const std::vector<TermId>& known() const { return program_->known(); }  // B+: atoms of `true`
  const std::vector<TermId>& open() const { return program_->open(); }    // B0

  Result<Known> legal();  // moves of the role
  Result<Known> goals();  // values for the role
  Result<Truth> terminal();

  // What happened in an update. All lists are sorted as people expect.
  struct Round {
    std::vector<TermId> possible_moves;     // of the others, as (does r m): step 2.1
    std::vector<TermId> possible_percepts;  // the paper's 𝒪, without `sees` and the role
    Filtered filtered;                      // B+new and B0new
  };
  // Fails when a percept is impossible; B+ and B0 are then as they were.
  Result<Round> update(TermId move, std::span<const TermId> percepts);

 private:
  RoleKnowledge(program::Program& program, TermId role, const Options& options);

  Result<void> start();
  Result<Round> advance(TermId move, std::span<const TermId> percepts);
  // The last arguments of the answers to (relation role ?0).
  Result<Known> of_role(program::Symbol relation, TermId role);
  TermId atom(program::Symbol relation, std::initializer_list<TermId> args);

  std::unique_ptr<OpenProgram> program_;
  program::Terms& terms_;
  TermId role_;
  Options options_;
  std::vector<TermId> others_;
};

}  // namespace percept::prove
