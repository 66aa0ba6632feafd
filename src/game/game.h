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
//
// A game is a model (model.h), which many share, and a walker (walker.h) of its own: one thread's.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "game/model.h"
#include "game/walker.h"

namespace percept::game {

class Game {
 public:
  enum class Choice : unsigned char { kAuto, kCircuit, kProver };

  struct Options {
    Choice engine = Choice::kAuto;
    ground::Options grounding = {};  // decides which games are too large for the circuit; its budget is for making all
  };

  // Refuses a description that check() finds errors in, and an incomplete one.
  static Result<Game> make(std::shared_ptr<const gdl::Description> description, const Options& options);
  static Result<Game> make(std::shared_ptr<const Model> model, const Options& options);

  const Model& model() const { return *model_; }
  const std::shared_ptr<const Model>& shared_model() const { return model_; }
  const gdl::Description& description() const { return model_->description(); }
  const program::Program& program() const { return program_ ? *program_ : model_->program(); }
  const Lexicon& lexicon() const { return walker_->lexicon(); }
  Walker& walker() { return *walker_; }
  const WholeGame* whole() const { return whole_.get(); }  // null when the prover runs the game
  std::string_view engine_name() const { return walker_->name(); }
  const std::string& why() const { return why_; }  // this engine: empty, or why the circuit could not be had

  // ---- roles
  std::size_t roles() const { return lexicon().roles(); }
  std::string text(RoleId role) const { return lexicon().text(role); }
  std::optional<RoleId> role(std::string_view name) const { return lexicon().role(name); }
  bool imperfect() const { return model_->imperfect(); }    // GDL-II
  std::optional<RoleId> random() const { return random_; }  // nature's role

  // ---- Definition 1
  const State& initial() const { return walker_->initial(); }
  Result<bool> terminal(const State& state);
  // Never empty: a role without a legal move is an error that names the state.
  Result<std::vector<MoveId>> legal(const State& state, RoleId role);
  Result<std::vector<MoveId>> legal_if_any(const State& state, RoleId role);
  Result<State> next(const State& state, const JointMove& moves);
  // In a game without `sees` every role sees the joint move, as (does role move).
  Result<Percepts> percepts(const State& state, const JointMove& moves, RoleId role);
  Result<std::vector<int>> goals(const State& state, RoleId role);

  // What is wrong with a game in which these happen.
  Error no_move(const State& state, RoleId role) const;
  Error not_ended(const State& state, std::size_t rounds) const;

  // ---- texts, in KIF
  std::string text(FluentId fluent) const { return lexicon().text(fluent); }
  std::string text(RoleId role, MoveId move) const { return lexicon().text(role, move); }
  std::string text(PerceptId percept) const { return lexicon().text(percept); }
  std::string text(const State& state) const;  // (f1 f2 ...), sorted
  const program::Terms& terms() const { return lexicon().terms(); }
  program::TermId term(FluentId fluent) const { return lexicon().term(fluent); }
  program::TermId term(RoleId role, MoveId move) const { return lexicon().term(role, move); }
  program::TermId term(PerceptId percept) const { return lexicon().term(percept); }
  std::vector<FluentId> sorted(const State& state) const;  // as people expect: by name, numbers by value

  // A fluent that holds in every state that can be reached, and not in this one: a circuit takes it for true.
  std::optional<FluentId> missing(const State& state) const;

  // The move or state that the text stands for; an error when it cannot be read, or the game has no such thing. A state
  // is written as text() prints it, or as its fluents alone. Whether a move is legal, or a state can come about, is
  // another question.
  Result<MoveId> parse_move(RoleId role, std::string_view text);
  Result<State> parse_state(std::string_view text);

 private:
  Game() = default;

  Result<void> choose_engine(const Options& options);
  Result<FluentId> fluent(std::string_view text);
  template <class Answer>
  Result<Answer> answered(Answer answer);

  std::shared_ptr<const Model> model_;
  std::unique_ptr<Walker> walker_;
  std::shared_ptr<const WholeGame> whole_;  // on a circuit …
  std::shared_ptr<Lexicon> lexicon_;        // … and on the prover: the walker's, and the program it proves with
  std::shared_ptr<program::Program> program_;
  std::string why_;
  std::optional<RoleId> random_;
};

}  // namespace percept::game
