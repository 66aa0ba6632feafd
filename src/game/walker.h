// SPDX-License-Identifier: MIT
//
// A cursor on the positions of a game: Definition 1 of the filtering paper, asked at the position where it stands.
// There are two, which agree: on the circuit (fast, needs the rules ground) and on the prover (the reference, for games
// too large to ground).
//
//   walker->go(state);
//   if (!walker->terminal()) {
//     walker->legal(role, moves);            // into the caller's buffer
//     walker->percepts(joint, role, seen);   // if this joint move is made here
//     walker->next(joint, successor);        // without going there
//     walker->step(joint);                   // going there
//   }
//
// It keeps what it computed of a position and, on a circuit, of the one before: going to a position costs what differs,
// so going back is how to undo. On a circuit nothing can fail, and nothing is allocated once the buffers are as large
// as they have to be. On the prover a question may run out of its limits; the answer is then nothing, and error() says
// why until it is taken.
//
// A walker is one thread's; any number of them may walk one model. States, moves and percepts of another lexicon fail
// a check.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "game/lexicon.h"
#include "game/model.h"

namespace percept::game {

class Walker {
 public:
  virtual ~Walker() = default;

  virtual std::string_view name() const = 0;  // "circuit" or "prover"
  const Lexicon& lexicon() const { return *lexicon_; }

  virtual const State& initial() const = 0;
  virtual void go(const State& state) = 0;
  virtual void start() = 0;                // goes to the initial position
  virtual const State& state() const = 0;  // where it stands: at first, the initial position

  virtual bool terminal() = 0;
  // All legal moves of the role, by number; there may be none.
  virtual void legal(RoleId role, std::vector<MoveId>& out) = 0;
  // How many there are, and the index-th of them: all that a random choice needs.
  virtual std::uint32_t legal_count(RoleId role) = 0;
  virtual MoveId legal(RoleId role, std::uint32_t index) = 0;
  virtual void next(std::span<const MoveId> moves, State& out) = 0;
  virtual void step(std::span<const MoveId> moves) = 0;
  // What the role sees when the joint move is made here, by number; in a game without `sees` the joint move.
  virtual void percepts(std::span<const MoveId> moves, RoleId role, Percepts& out) = 0;
  // Every value that holds, in rising order: one in a well-formed game's end, none or several in others.
  virtual void goals(RoleId role, std::vector<int>& out) = 0;

  // Answers end soon after the budget, from now on; those of a circuit take microseconds, whatever it is, but for the
  // first, which lays the game out where no walker has done so.
  virtual void set_budget(const Budget&) {}
  // Why the last answers are none; whoever takes it can go on asking.
  bool failed() const { return error_.has_value(); }
  std::optional<Error> take_error() { return std::exchange(error_, std::nullopt); }

 protected:
  explicit Walker(std::shared_ptr<const Lexicon> lexicon) : lexicon_(std::move(lexicon)) {}

  // One of its own moves for each role.
  void expect(std::span<const MoveId> moves) const {
    PERCEPT_CHECK(moves.size() == lexicon_->roles(), "a joint move has one move for each role");
    for (std::uint32_t role = 0; role < moves.size(); ++role) lexicon_->expect(RoleId{role}, moves[role]);
  }

  std::shared_ptr<const Lexicon> lexicon_;
  std::optional<Error> error_;
};

// On the circuit of the whole game.
std::unique_ptr<Walker> make_circuit_walker(std::shared_ptr<const WholeGame> game);

// On the prover, with a lexicon of its own that grows as positions are met. An error when the first position cannot be
// had.
struct ProverWalk {
  std::unique_ptr<Walker> walker;
  std::shared_ptr<Lexicon> lexicon;           // the walker's, to read texts by
  std::shared_ptr<program::Program> program;  // with the lexicon's terms
};
Result<ProverWalk> make_prover_walker(program::Program program, const std::vector<program::TermId>& roles,
                                      const Budget& budget = {});
Result<ProverWalk> make_prover_walker(const Model& model, const Budget& budget = {});

}  // namespace percept::game
