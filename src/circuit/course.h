// SPDX-License-Identifier: MIT
//
// A game laid out for one world at a time: a leg for each phase (phases.h) and, made when it is first needed, one for
// positions that belong to none. Made once for a game; worlds are looked at through cursors (cursor.h), any number of
// them, in any number of threads.
//
//   auto course = Course::make(automaton);
//   Cursor cursor(course);
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "circuit/automaton.h"
#include "circuit/leg.h"
#include "circuit/phases.h"

namespace percept::circuit {

class Course {
 public:
  // What is made, which changes no answer.
  struct Options {
    bool phases = true;
    bool effects = true;
  };
  // The automaton's circuit must outlive the course.
  static std::shared_ptr<const Course> make(Automaton automaton, const Options& options);
  static std::shared_ptr<const Course> make(Automaton automaton) { return make(std::move(automaton), Options{}); }

  std::size_t roles() const { return automaton_.roles(); }
  std::size_t fluents() const { return automaton_.fluents(); }
  std::size_t words() const { return (fluents() + 63) / 64; }  // of a position
  std::size_t moves(std::size_t role) const { return automaton_.legal[role].size(); }
  const Automaton& automaton() const { return automaton_; }
  std::span<const std::uint64_t> initial() const { return initial_; }

  // Legs that the rounds take in turn, from the initial position on; there may be none.
  std::size_t phases() const { return phases_.size(); }
  const Leg& phase(std::size_t number) const { return *phases_[number].leg; }
  const Leg& whole() const;
  // Whether the position has what all positions of the phase have.
  bool fits(std::size_t phase, const std::uint64_t* words) const;
  // A phase whose leg is right about the position, whatever its round.
  std::optional<std::size_t> recognised(const std::uint64_t* words) const;

  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

 private:
  Course(Automaton automaton, const Options& options);

  struct OfPhase {
    Phase phase;
    std::unique_ptr<Leg> leg;
    std::vector<std::uint64_t> fixed, values;  // fluents with one value, and those that hold
  };

  Automaton automaton_;
  std::vector<std::size_t> moves_;  // by role
  std::vector<std::uint64_t> initial_;
  std::vector<OfPhase> phases_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<const Leg> whole_;
};

}  // namespace percept::circuit
