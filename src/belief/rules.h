// SPDX-License-Identifier: MIT
//
// The rules a belief reasons with: the model of a game (game/model.h), in two-valued logic or in Kleene's. Made once
// for a game and shared by the beliefs of all roles and matches; they know the rules, and nothing of any match.
//
// A game too large to ground has no circuit of its own: `local` then makes one for what may hold at the moment, which
// is little, and numbers are given as things are met. Rules are one thread's.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game/model.h"
#include "ground/local.h"

namespace percept::belief {

using game::FluentId;
using game::MoveId;
using game::NumberedCircuit;
using game::PerceptId;
using game::Percepts;
using game::RoleId;
using ground::GameCircuit;

class Rules {
 public:
  // Two-valued circuits are for exact knowledge, Kleene's for the two-set filter (circuit.h). Fails when the first
  // position cannot be had; a description that cannot be played is refused.
  static Result<std::shared_ptr<Rules>> make(std::shared_ptr<const game::Model> model, circuit::Logic logic,
                                             const ground::Options& grounding = {});
  static Result<std::shared_ptr<Rules>> make(std::shared_ptr<const gdl::Description> description, circuit::Logic logic,
                                             const ground::Options& grounding = {});

  // Words alone, for beliefs that reason with something else than the rules of a game: an incomplete description. It
  // has no model, no first position and no circuit.
  static std::shared_ptr<Rules> of_words(std::shared_ptr<const game::Lexicon> complete, bool imperfect);

  const game::Lexicon& lexicon() const { return *lexicon_; }
  const game::Model& model() const {
    PERCEPT_CHECK(model_, "the model of rules that are words alone");
    return *model_;
  }
  const std::shared_ptr<const game::Model>& shared_model() const { return model_; }
  const std::vector<FluentId>& initial() const { return initial_; }
  circuit::Logic logic() const { return logic_; }              // that of its circuits
  bool imperfect() const { return imperfect_; }                // GDL-II: it defines `sees`
  const std::string& why_local() const { return why_local_; }  // empty when the whole game has a circuit

  // The circuit of the whole game, if it has one.
  const std::shared_ptr<const NumberedCircuit>& whole() const { return whole_; }
  // A circuit for positions in which the fluents of `known` hold, those of `open` may, and no other does. It has
  // the percepts of the observer only. Numbers what it meets. Fails when the budget is over.
  Result<std::shared_ptr<const NumberedCircuit>> local(std::span<const FluentId> known, std::span<const FluentId> open,
                                                       RoleId observer, const Budget& budget = {});

  // ---- texts, in KIF
  std::size_t roles() const { return lexicon_->roles(); }
  std::optional<RoleId> role(std::string_view name) const { return lexicon_->role(name); }
  std::string text(RoleId role) const { return lexicon_->text(role); }
  std::string text(FluentId fluent) const { return lexicon_->text(fluent); }
  std::string text(RoleId role, MoveId move) const { return lexicon_->text(role, move); }
  std::string text(PerceptId percept) const { return lexicon_->text(percept); }
  // What a text stands for; a game with a circuit of its own has nothing but what it knows.
  Result<MoveId> move(RoleId role, std::string_view text);
  Result<PerceptId> percept(std::string_view text);
  Result<FluentId> fluent(std::string_view text);

 private:
  Rules() = default;
  Result<void> start_local(const Budget& budget);

  std::shared_ptr<const game::Model> model_;
  circuit::Logic logic_ = circuit::Logic::kTwoValued;
  bool imperfect_ = false;
  std::shared_ptr<const game::Lexicon> lexicon_;
  std::vector<FluentId> initial_;
  std::shared_ptr<const NumberedCircuit> whole_;
  // Without a circuit of the whole game:
  std::string why_local_;
  std::shared_ptr<game::Lexicon> growing_;
  std::unique_ptr<program::Program> program_;
  std::unique_ptr<ground::LocalGrounder> local_;
};

}  // namespace percept::belief
