// SPDX-License-Identifier: MIT
//
// The words of a game and their numbers: roles, fluents, the moves of each role, percepts; texts in KIF, from and to.
// What beliefs, samplers, players and walkers call things by.
//
// The lexicon of a game that runs on a circuit is complete: it knows every fluent, move and percept there can be, never
// changes, and is shared by all who use the model, on any thread. Where a game is too large for that, numbers are given
// as things are met: such a lexicon grows, belongs to one owner and its thread, and a referee never shares its own,
// since the order of the numbers would tell what was met.
//
// Every lexicon has a number of its own, which stands in the moves, percepts and states it gave numbers to. Whoever is
// handed one of another lexicon, or a number that it did not give, fails a check that says so.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "game/numbering.h"
#include "game/state.h"
#include "program/program.h"

namespace percept::game {

class Lexicon {
 public:
  // Knows the roles only; the terms are theirs and those of all that is added.
  Lexicon(std::shared_ptr<program::Terms> terms, std::vector<program::TermId> roles);

  std::uint32_t number() const { return number_; }
  bool complete() const { return complete_; }
  const program::Terms& terms() const { return *terms_; }

  // ---- how many there are
  std::size_t roles() const { return roles_.size(); }
  std::size_t fluents() const { return fluents_.size(); }
  std::size_t moves(RoleId role) const {
    expect(role);
    return moves_[role.value].size();
  }
  std::size_t percepts() const { return percepts_.size(); }

  // ---- terms and texts
  program::TermId term(RoleId role) const {
    expect(role);
    return roles_[role.value];
  }
  program::TermId term(FluentId fluent) const {
    expect(fluent);
    return fluents_.term(fluent);
  }
  program::TermId term(RoleId role, MoveId move) const {
    expect(role, move);
    return moves_[role.value].term(move);
  }
  program::TermId term(PerceptId percept) const {
    expect(percept);
    return percepts_.term(percept);
  }
  template <class... What>
  std::string text(What... what) const {
    return terms_->to_kif(term(what...));
  }
  // As people expect: by name, numbers by value.
  bool less(FluentId a, FluentId b) const { return terms_->less(term(a), term(b)); }
  bool less(PerceptId a, PerceptId b) const { return terms_->less(term(a), term(b)); }
  bool less(RoleId role, MoveId a, MoveId b) const {
    return complete_ ? ranks_[role.value][a.value] < ranks_[role.value][b.value]
                     : terms_->less(term(role, a), term(role, b));
  }

  std::optional<RoleId> role(std::string_view name) const;

  // ---- of a complete one: what a text stands for; an error when it cannot be read, or the game has no such thing
  Result<MoveId> find_move(RoleId role, std::string_view text) const;
  Result<PerceptId> find_percept(std::string_view text) const;
  Result<FluentId> find_fluent(std::string_view text) const;

  // Things of another lexicon fail, and so do those that this one does not have.
  void expect(std::uint32_t giver, std::string_view what) const {
    PERCEPT_CHECK(giver == number_ || giver == 0, fmt::format("a {} of another model", what));
  }
  void expect(const State& state) const { expect(state.giver(), "state"); }
  void expect(RoleId role) const { PERCEPT_CHECK(role.value < roles(), "a role that the game does not have"); }
  void expect(FluentId fluent) const {
    PERCEPT_CHECK(fluent.value < fluents(), "a fluent that the game does not have");
  }
  void expect(RoleId role, MoveId move) const {
    expect(move.giver, "move");
    PERCEPT_CHECK(move.value < moves(role), "a move that the role does not have");
  }
  void expect(PerceptId percept) const {
    expect(percept.giver, "percept");
    PERCEPT_CHECK(percept.value < percepts(), "a percept that the game does not have");
  }

  // ---- while it grows
  std::optional<FluentId> find_fluent(program::TermId term) const { return fluents_.find(term); }
  std::optional<MoveId> find_move(RoleId role, program::TermId term) const {
    expect(role);
    auto known = moves_[role.value].find(term);
    return known ? std::optional(given(*known)) : std::nullopt;
  }
  FluentId add_fluent(program::TermId term) { return fluents_.add(term); }
  MoveId add_move(RoleId role, program::TermId term) {
    expect(role);
    return given(moves_[role.value].add(term));
  }
  PerceptId add_percept(program::TermId term) { return given(percepts_.add(term)); }
  // Numbers what has none yet; an error only when the text is not one term.
  Result<MoveId> add_move(RoleId role, std::string_view text);
  Result<PerceptId> add_percept(std::string_view text);
  Result<FluentId> add_fluent(std::string_view text);
  // Nothing is added from now on.
  void close();

 private:
  using Texts = tsl::robin_map<std::string, std::uint32_t>;

  template <class Number>
  Number given(Number number) const {
    return {number.value, number_};
  }
  template <class Number>
  Texts texts_of(const Numbering<Number>& numbering) const;
  std::optional<std::uint32_t> find(const Texts& texts, const std::string& text) const;

  std::uint32_t number_;
  std::shared_ptr<program::Terms> terms_;
  std::vector<program::TermId> roles_;
  Numbering<FluentId> fluents_;
  std::vector<Numbering<MoveId>> moves_;  // by role
  Numbering<PerceptId> percepts_;
  bool complete_ = false;
  // When complete: numbers by text, and where each move of a role stands among them in order.
  Texts fluent_texts_, percept_texts_;
  std::vector<Texts> move_texts_;
  std::vector<std::vector<std::uint32_t>> ranks_;
};

// The canonical text of one ground term, whatever its spelling; what is wrong with it when it is not one.
Result<std::string> canonical(std::string_view text);

}  // namespace percept::game
