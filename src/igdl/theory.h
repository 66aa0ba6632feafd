// SPDX-License-Identifier: MIT
//
// An incomplete description (IGDL) that can be reasoned with: its sentences, ground, as wires over atoms. An atom of a
// rigid relation is the same in all rounds; all others have a value a round. Whoever reasons makes a copy of the
// circuit for each round and requires the laws in it:
//
//   auto theory = Theory::make(description);
//   for (const Law& law : (*theory)->laws()) …law.instances hold in every round that the law speaks of…
//
// Every game obeys more than its sentences say: each role makes exactly one move a round, a legal one; nothing follows
// a terminal position; what was next is true then; in the first round what init says. `true` holds of what `base`
// lists, moves are those of `input`, percepts those of `percept`, and these lists have nothing that the description
// does not say. Without `percept` the roles see the moves made, as in GDL.
//
// A theory never changes; any thread may use it at any time.
//
// Internal to igdl/.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "belief/rules.h"
#include "circuit/circuit.h"
#include "game/lexicon.h"
#include "igdl/sentence.h"
#include "solve/clauses.h"

namespace percept::igdl {

using circuit::Wire;
using game::FluentId;
using game::MoveId;
using game::PerceptId;
using game::RoleId;
using Number = std::uint32_t;  // of an input of the circuit
inline constexpr Number kNoInput = UINT32_MAX;

struct Input {
  TermId atom;
  Kind kind;
  // Of a timed atom: the atom that it is in its round, counted from 1.
  Number twin = kNoInput;
  std::size_t round = 0;
};

struct Instance {
  Wire wire;              // has to hold
  std::size_t ready = 0;  // the first round in which all it speaks of by its step has happened; 0 without steps
};
struct Law {
  std::size_t sentence;  // its number
  Level level;
  std::vector<Instance> instances;
};

class Theory {
 public:
  // Fails for sentences that cannot be ground (within the budget, and some seconds at most), name things no list has,
  // or contradict what the lists say.
  static Result<std::shared_ptr<const Theory>> make(std::shared_ptr<const gdl::Description> description,
                                                    const Budget& budget = {});
  ~Theory();

  const gdl::Description& description() const { return *description_; }
  const std::shared_ptr<const gdl::Description>& shared_description() const { return description_; }
  const std::vector<Sentence>& sentences() const { return sentences_.all; }
  const std::map<Signature, Kind>& relations() const { return sentences_.relations; }  // the language's, too
  const Terms& terms() const { return *terms_; }
  const std::vector<Law>& laws() const { return laws_; }
  bool sees_position() const { return sentences_.sees_position; }  // percepts are of the position, not of the move
  bool imperfect() const { return imperfect_; }                    // has percepts; else roles see the moves made
  std::size_t last_step() const { return last_step_; }             // of timed atoms; 0 when there are none

  const game::Lexicon& lexicon() const { return *lexicon_; }
  const std::shared_ptr<const game::Lexicon>& shared_lexicon() const { return lexicon_; }
  // The words of the theory, for beliefs.
  std::shared_ptr<belief::Rules> words() const;
  // The input of an atom, whatever it is called; an error names what there is. A constant where it is known.
  struct Asked {
    Number input = kNoInput;
    bool holds = false;  // of one without an input
  };
  Result<Asked> ask(std::string_view text) const;
  std::string text(Number input) const;

  // ---- the circuit
  const solve::Copied& copied() const { return *copied_; }
  const std::vector<Input>& inputs() const { return inputs_; }
  const std::vector<Number>& rigid() const { return rigid_; }  // of the author's relations
  const std::vector<Number>& timed() const { return timed_; }
  Number initially(FluentId fluent) const { return init_[fluent.value]; }
  Number holds(FluentId fluent) const { return true_[fluent.value]; }
  Number next(FluentId fluent) const { return next_[fluent.value]; }
  Number legal(RoleId role, std::size_t move) const { return legal_[role.value][move]; }
  Number does(RoleId role, std::size_t move) const { return does_[role.value][move]; }
  std::size_t moves(RoleId role) const { return does_[role.value].size(); }
  // By percept; none where the role cannot see it.
  Number sees(RoleId role, std::size_t percept) const { return sees_[role.value][percept]; }
  struct Goal {
    int value;
    Number input;
  };
  const std::vector<Goal>& goals(RoleId role) const { return goals_[role.value]; }  // by value
  Number terminal() const { return terminal_; }
  bool init_matters() const { return init_matters_; }  // behind the first round, too

 private:
  Theory() = default;
  class Making;

  std::shared_ptr<const gdl::Description> description_;
  std::shared_ptr<Terms> terms_;
  Sentences sentences_;
  std::vector<Law> laws_;
  bool imperfect_ = false, init_matters_ = false;
  std::size_t last_step_ = 0;
  std::shared_ptr<const game::Lexicon> lexicon_;
  std::unique_ptr<circuit::Circuit> circuit_;
  std::unique_ptr<solve::Copied> copied_;
  std::vector<Input> inputs_;
  std::map<std::string, Number> by_text_;
  std::map<std::string, bool> known_;  // atoms of rigid relations that have no input
  std::vector<Number> rigid_, timed_, init_, true_, next_;
  std::vector<std::vector<Number>> legal_, does_, sees_;
  std::vector<std::vector<Goal>> goals_;
  Number terminal_ = kNoInput;
};

}  // namespace percept::igdl
