// SPDX-License-Identifier: MIT
//
// The rules a belief reasons with: a circuit of the game with everything in it numbered. Made once for a game and
// shared by the beliefs of all roles and matches; it knows the rules, and nothing of any match.
//
// A game too large to ground has no circuit of its own: `local` then makes one for what may hold at the moment, which
// is little.
//
// In a game without `sees` (GDL-I) every role sees the joint move: the percepts of its circuits are the moves made, as
// (does role move), so that beliefs need not tell the two kinds of games apart.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game/engine.h"
#include "gdl/description.h"
#include "ground/game_circuit.h"
#include "ground/local.h"

namespace percept::belief {

using game::FluentId;
using game::MoveId;
using game::PerceptId;
using game::Percepts;
using game::RoleId;
using ground::GameCircuit;

// A circuit and the numbers of what its fluents, moves and percepts stand for, in its order.
struct NumberedCircuit {
  GameCircuit game;
  std::vector<FluentId> fluents;
  std::vector<std::vector<MoveId>> moves;    // by role
  std::vector<std::vector<PerceptId>> sees;  // by role

  // Where the role's move or percept stands in it; nothing when it has none such.
  std::optional<std::size_t> index(RoleId role, MoveId move) const { return index_in(moves[role.value], move); }
  std::optional<std::size_t> index(RoleId role, PerceptId percept) const { return index_in(sees[role.value], percept); }

 private:
  template <class Number>
  static std::optional<std::size_t> index_in(const std::vector<Number>& numbers, Number number) {
    std::size_t at = number.value;  // most circuits number things in order
    if (at >= numbers.size() || numbers[at] != number)
      at = static_cast<std::size_t>(std::find(numbers.begin(), numbers.end(), number) - numbers.begin());
    return at == numbers.size() ? std::nullopt : std::optional(at);
  }
};

class Rules {
 public:
  // Refuses a description that cannot be played. Two-valued circuits are for exact knowledge, Kleene's for the two-set
  // filter (circuit.h).
  static Result<std::shared_ptr<Rules>> make(std::shared_ptr<const gdl::Description> description, circuit::Logic logic,
                                             ground::Options grounding = {});

  const game::Vocabulary& vocabulary() const { return vocabulary_; }
  const std::vector<FluentId>& initial() const { return initial_; }
  bool imperfect() const { return imperfect_; }                // GDL-II: it defines `sees`
  const std::string& why_local() const { return why_local_; }  // empty when the whole game has a circuit

  // The circuit of the whole game, if it has one.
  std::shared_ptr<const NumberedCircuit> whole() const { return whole_; }
  // A circuit for positions in which the fluents of `known` hold, those of `open` may, and no other does. It has
  // the percepts of the observer only. Numbers what it meets. Fails when the budget is over.
  Result<std::shared_ptr<const NumberedCircuit>> local(std::span<const FluentId> known, std::span<const FluentId> open,
                                                       RoleId observer, const Budget& budget = {});

  // ---- texts, in KIF
  std::size_t roles() const { return vocabulary_.roles.size(); }
  std::optional<RoleId> role(std::string_view name) const;
  std::string text(RoleId role) const { return program_->terms().to_kif(vocabulary_.roles[role.value]); }
  std::string text(FluentId fluent) const { return program_->terms().to_kif(vocabulary_.fluents.term(fluent)); }
  std::string text(RoleId role, MoveId move) const {
    return program_->terms().to_kif(vocabulary_.moves[role.value].term(move));
  }
  std::string text(PerceptId percept) const { return program_->terms().to_kif(vocabulary_.percepts.term(percept)); }
  const program::Terms& terms() const { return program_->terms(); }
  // What a text stands for; a game with a circuit of its own has no other moves and percepts than those it knows.
  Result<MoveId> move(RoleId role, std::string_view text);
  Result<PerceptId> percept(std::string_view text);
  Result<FluentId> fluent(std::string_view text);  // numbers what it meets

 private:
  Rules() = default;
  std::shared_ptr<const NumberedCircuit> numbered(GameCircuit game);

  std::unique_ptr<program::Program> program_;
  game::Vocabulary vocabulary_;
  std::vector<FluentId> initial_;
  std::shared_ptr<const NumberedCircuit> whole_;
  std::unique_ptr<ground::LocalGrounder> local_;
  std::string why_local_;
  bool imperfect_ = false;  // GDL-II
  circuit::Logic logic_ = circuit::Logic::kTwoValued;
};

}  // namespace percept::belief
