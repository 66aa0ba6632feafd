// SPDX-License-Identifier: MIT
//
// A game that can be played. Made from a description that was read; then, in order:
//
//   auto game = Game::make(std::move(description));        // checked, normalised, an engine chosen
//   State state = game->initial();
//   while (!*game->terminal(state)) {
//     JointMove moves = …one of game->legal(state, role) for each role…;
//     …game->percepts(state, moves, role) is what each role is told…
//     state = *game->next(state, moves);
//   }
//   game->goals(state, role);
//
// Every question may fail when the prover runs out of its budget (rules that recurse for ever); the error says at which
// state. `random` is nature in GDL-II games, those that define `sees`; elsewhere it is a role like others.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "game/engine.h"
#include "game/playable.h"
#include "gdl/description.h"
#include "ground/game_circuit.h"

namespace percept::game {

class CircuitEngine;

class Game {
 public:
  enum class Choice : unsigned char { kAuto, kCircuit, kProver };

  struct Options {
    Choice engine = Choice::kAuto;
    ground::Options grounding = {};  // its budget decides which games are too large for the circuit
  };

  // Refuses a description that check() finds errors in, and an incomplete one.
  static Result<Game> make(std::shared_ptr<const gdl::Description> description, const Options& options);

  const gdl::Description& description() const { return *description_; }
  const std::shared_ptr<const gdl::Description>& shared_description() const { return description_; }
  const program::Program& program() const { return *program_; }
  Engine& engine() { return *engine_; }
  const CircuitEngine* circuit() const { return circuit_; }  // null when the prover runs the game
  std::string_view engine_name() const { return engine_->name(); }
  const std::string& why() const { return why_; }  // this engine: empty, or why the circuit could not be had

  // ---- roles
  std::size_t roles() const { return vocabulary_->roles.size(); }
  std::string text(RoleId role) const;
  std::optional<RoleId> role(std::string_view name) const;
  bool imperfect() const { return imperfect_; }             // GDL-II
  std::optional<RoleId> random() const { return random_; }  // nature's role

  // ---- Definition 1
  const State& initial() const { return initial_; }
  Result<bool> terminal(const State& state) { return engine_->terminal(state); }
  // Never empty: a role without a legal move is an error that names the state.
  Result<std::vector<MoveId>> legal(const State& state, RoleId role);
  Result<State> next(const State& state, const JointMove& moves) { return engine_->next(state, moves); }
  // In a game without `sees` every role sees the joint move, as (does role move).
  Result<Percepts> percepts(const State& state, const JointMove& moves, RoleId role);
  Result<std::vector<int>> goals(const State& state, RoleId role) { return engine_->goals(state, role); }

  // What is wrong with a game in which these happen.
  Error no_move(const State& state, RoleId role) const;
  Error not_ended(const State& state, std::size_t rounds) const;

  // ---- texts, in KIF
  std::string text(FluentId fluent) const;
  std::string text(RoleId role, MoveId move) const;
  std::string text(PerceptId percept) const;
  std::string text(const State& state) const;  // (f1 f2 ...), sorted
  const program::Terms& terms() const { return program_->terms(); }
  program::TermId term(FluentId fluent) const { return vocabulary_->fluents.term(fluent); }
  program::TermId term(RoleId role, MoveId move) const { return vocabulary_->moves[role.value].term(move); }
  program::TermId term(PerceptId percept) const { return vocabulary_->percepts.term(percept); }
  std::vector<FluentId> sorted(const State& state) const;  // as people expect: by name, numbers by value

  // The move or state that the text stands for; an error when it cannot be read, or the game has no such thing. A state
  // is written as text() prints it, or as its fluents alone. Whether a move is legal, or a state can come about, is
  // another question.
  Result<MoveId> parse_move(RoleId role, std::string_view text);
  Result<State> parse_state(std::string_view text);

 private:
  Game() = default;

  Result<void> choose_engine(const Options& options);
  Result<void> find_roles();
  Result<FluentId> fluent(program::TermId term);

  std::shared_ptr<const gdl::Description> description_;
  std::unique_ptr<program::Program> program_;
  std::unique_ptr<Vocabulary> vocabulary_;
  std::unique_ptr<Engine> engine_;
  const CircuitEngine* circuit_ = nullptr;  // the engine, when it is one
  std::string why_;
  bool numbers_all_ = false;  // the engine has numbered every fluent and move there can be
  bool imperfect_ = false;
  std::optional<RoleId> random_;
  State initial_;
};

}  // namespace percept::game
