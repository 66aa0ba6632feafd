// SPDX-License-Identifier: MIT
//
// A game laid out for one world at a time: legs for its phases (phases.h) that share one layout and, made when it is
// first needed, a leg for positions that belong to none. Made once for a game; worlds are looked at through cursors
// (cursor.h), any number of them, in any number of threads.
//
//   auto course = Course::make(automaton);
//   Cursor cursor(course);
//
// How moves are made (leg.h) is tried out where it matters, by some milliseconds of playouts. It changes no answer.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "circuit/automaton.h"
#include "circuit/layout.h"

namespace percept::circuit {

class Course {
 public:
  // How moves are made, where their effects are long enough to matter.
  enum class Making : std::uint8_t {
    kFastest,
    kEffects,  // worked out beforehand, evaluated when a move is made; where that is impossible, as kRaised
    kKept,     // the same, but what they depend on is kept up to date
    kRaised,   // inputs raised and lowered
  };
  struct Options {
    bool phases = true;
    Making making = Making::kFastest;
    // If not kFastest, which finds out:
    bool shared = true;   // phases have one layout, else each its own
    bool guarded = true;  // gates have guards (guards.h)
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

  // Phases follow each other round by round, from the initial position on; there may be none.
  std::size_t phases() const { return marks_.size(); }
  struct Place {
    std::size_t layout, leg;
  };
  const Place& place(std::size_t phase) const { return way_.places[phase]; }
  std::size_t layouts() const { return way_.layouts.size(); }
  const Layout& layout(std::size_t number) const { return *way_.layouts[number]; }
  const Layout& whole() const;  // one leg
  // Whether the position has what all positions of the phase have.
  bool fits(std::size_t phase, const std::uint64_t* words) const;
  // A phase whose leg is right about the position, whatever its round.
  std::optional<std::size_t> recognised(const std::uint64_t* words) const;

  Making making() const { return way_.making; }  // what was taken
  bool shared() const { return way_.layouts.size() < phases(); }
  bool guarded() const { return way_.guarded; }

  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

 private:
  struct Way {
    std::vector<std::unique_ptr<const Layout>> layouts;
    std::vector<Place> places;  // by phase
    Making making = Making::kRaised;
    bool guarded = false;
  };

  explicit Course(Automaton automaton);
  void lay_out(const Options& options);
  Way way(Circuit& circuit, std::vector<Part>& parts, const Options& options) const;
  void choose(Circuit& circuit, std::vector<Part>& parts);

  // Fluents with one value in all rounds of a phase, and those that hold.
  struct Marks {
    std::vector<std::uint64_t> fixed, values;
    bool evident;
  };

  Automaton automaton_;
  std::vector<std::size_t> moves_;  // by role
  std::vector<std::uint64_t> initial_;
  std::vector<Marks> marks_;  // by phase
  Way way_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<const Layout> whole_;
};

std::string_view name_of(Course::Making making);

}  // namespace percept::circuit
