// SPDX-License-Identifier: MIT
//
// A game as everybody shares it: the rules checked, normalised, ground and numbered once. A model knows the rules and
// nothing of any match, so referees, players, beliefs and samplers may hold the same one; what differs from match to
// match is in walkers (walker.h) and beliefs.
//
//   auto model = Model::make(description);              // checked and normalised
//   auto whole = (*model)->whole(Logic::kTwoValued);    // ground, the first time; an error when it is too large
//
// Any thread may use a model at any time. It never changes, but for circuits that are made when they are first asked
// for; whoever asks meanwhile waits.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "game/numbered_circuit.h"
#include "gdl/description.h"

namespace percept::circuit {
class Course;
struct Automaton;
struct Factors;
}  // namespace percept::circuit

namespace percept::lanes {
class Plan;
}  // namespace percept::lanes

namespace percept::game {

// The circuit of a whole game. All fluents, moves and percepts there can be are in it, numbered in its order.
struct WholeGame : NumberedCircuit {
  std::shared_ptr<const Lexicon> lexicon;  // complete
  bool imperfect = false;                  // GDL-II; else `sees` is the joint move
  State initial;

  // Its circuit without names, with percepts where there are any but the joint move. This must outlive it.
  circuit::Automaton automaton() const;
  // What walkers share, and what playouts in lanes do; made when they are first asked for. The plan of positions whose
  // round nobody knows has no phases.
  std::shared_ptr<const circuit::Course> course() const;
  std::shared_ptr<const lanes::Plan> playouts(bool phases = true) const;
  // What of a position matters, and its parts; looked for when they are first asked for.
  std::shared_ptr<const circuit::Factors> factors() const;

 private:
  mutable std::once_flag looked_;
  mutable std::shared_ptr<const circuit::Factors> factors_;
  mutable std::mutex making_;  // of what follows
  mutable std::shared_ptr<const circuit::Course> course_;
  mutable std::shared_ptr<const lanes::Plan> playouts_, playouts_without_phases_;
};

class Model {
 public:
  // Refuses a description that check() finds errors in, an incomplete one, and one without roles.
  static Result<std::shared_ptr<const Model>> make(std::shared_ptr<const gdl::Description> description);

  const gdl::Description& description() const { return *description_; }
  const std::shared_ptr<const gdl::Description>& shared_description() const { return description_; }
  // Whoever wants to prove with it makes a copy, which grows.
  const program::Program& program() const { return program_; }
  const std::vector<program::TermId>& roles() const { return roles_; }  // in order
  bool imperfect() const { return imperfect_; }                         // GDL-II: it defines `sees`

  // The circuit of the whole game, for exact answers in two values or for the two-set filter in Kleene's. Seconds,
  // rules and megabytes decide which games are too large; what failed is not tried again with as little, unless the
  // process failed (Error::passing). Who runs out of a budget of its own, also while another makes the circuit, leaves
  // it to others to try again. The other options count when it is made.
  Result<std::shared_ptr<const WholeGame>> whole(circuit::Logic logic, const ground::Options& grounding = {}) const;
  bool has_whole(circuit::Logic logic) const;  // it was made already

 private:
  struct Made {
    std::mutex making;  // of what follows
    std::shared_ptr<const WholeGame> whole;
    Error error;  // else: why there is none, and what could be spent on finding out
    double seconds = -1;
    std::size_t max_rules = 0, megabytes = 0;
  };

  Model() = default;
  Result<std::shared_ptr<const WholeGame>> ground(circuit::Logic logic, const ground::Options& grounding) const;
  bool numbered_alike(const Lexicon& lexicon) const;

  std::shared_ptr<const gdl::Description> description_;
  program::Program program_;
  std::vector<program::TermId> roles_;
  bool imperfect_ = false;

  mutable std::array<Made, 2> made_;                // by logic
  mutable std::mutex numbering_;                    // of what follows
  mutable std::shared_ptr<const Lexicon> lexicon_;  // of the first circuit that was made, and of others like it
};

}  // namespace percept::game
