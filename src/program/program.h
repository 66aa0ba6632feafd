// SPDX-License-Identifier: MIT
//
// The logic program that a description stands for: clauses whose bodies are plain lists of literals, as both engines
// (the grounder and the prover) read them. Everything a rule sheet leaves to interpretation has been decided on the way
// here, once: see normalise() and the table of readings in ARCHITECTURE.md.
//
// After normalisation
//   - a body is a conjunction of literals: an atom holds, an atom does not hold, two terms differ;
//   - every variable of a clause stands in an atom that must hold, so any order that binds before it tests will do;
//     where a rule sheet leaves that to whoever uses a rule, the atom is a demand (demand.h);
//   - `or`, negated groups, equations and "there is none" are gone: they became clauses and relations of their own,
//     whose names hold a blank and so cannot be those of a rule sheet;
//   - `true` and `does` are defined by no clause: they are what a position and a joint move give.
//
// One thread at a time while its terms grow; whoever proves with a shared one makes a copy.
#pragma once

#include <tsl/robin_map.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "gdl/description.h"
#include "program/terms.h"

namespace percept::program {

struct Literal {
  enum class Kind : std::uint8_t { kHolds, kFails, kDistinct };

  Kind kind;
  TermId atom;  // of kDistinct: the term distinct(a, b)

  friend auto operator<=>(const Literal&, const Literal&) = default;
};

struct Clause {
  TermId head;
  std::vector<Literal> body;    // empty for a fact; a fact is ground
  std::uint32_t variables = 0;  // numbered 0, 1, ... in order of occurrence in the head, then the body
  gdl::Place place;             // of the statement it comes from

  friend bool operator==(const Clause& a, const Clause& b) { return a.head == b.head && a.body == b.body; }
};

// The clause with its variables numbered by their occurrence: equal clauses then look equal.
Clause numbered(Terms& terms, Clause clause);

using RelationId = Id<struct ProgramRelationTag>;

// What an atom of a relation may depend on: nothing, the position, or the position and the joint move.
enum class Dependence : std::uint8_t { kRigid, kState, kMove };

struct Relation {
  Symbol name;
  std::size_t arity;
  std::vector<std::uint32_t> clauses;  // that define it, in order
  Dependence dependence = Dependence::kRigid;
};

class Program {
 public:
  Program() : terms_(std::make_shared<Terms>()) {}
  // A program without clauses about the terms of another: what is a term of one is the same term of the other.
  static Program about_terms_of(const Program& other) { return Program(other.terms_); }
  // The same clauses about the same terms, with a table of its own for new ones.
  Program copied() const;

  Terms& terms() { return *terms_; }
  const Terms& terms() const { return *terms_; }
  const std::shared_ptr<Terms>& shared_terms() { return terms_; }
  const std::vector<Clause>& clauses() const { return clauses_; }
  const std::vector<Relation>& relations() const { return relations_; }
  const Relation& relation(RelationId id) const { return relations_[id.value]; }
  RelationId relation_of(TermId atom);  // a new one when it was not known
  RelationId relation_of(Symbol name, std::size_t arity);

  void add(Clause clause);
  // A relation name that no rule sheet can have: the text with a blank and a number behind it.
  Symbol new_name(std::string_view text);
  // The name of a relation that holds of what rules may ask about another; whoever is asked may take it for true.
  Symbol new_demand() { return *demands_.insert(new_name("demand")).first; }
  bool is_demand(Symbol name) const { return demands_.contains(name); }
  // A rule by which terms grow from round to round without end: such a program has infinitely many instances.
  const std::optional<gdl::Place>& growing() const { return growing_; }
  void set_growing(const gdl::Place& place) { growing_ = place; }
  // Puts others in place of all clauses.
  void set_clauses(std::vector<Clause> clauses);
  // Leaves out what no clause of the wanted relations needs, then says what each relation depends on.
  void finish(std::span<const Symbol> wanted);
  void find_dependence();  // when all clauses are there

  bool defines(Symbol keyword) const;  // with the keyword's own number of arguments
  std::string to_kif(const Clause& clause) const;

 private:
  explicit Program(std::shared_ptr<Terms> terms) : terms_(std::move(terms)) {}

  struct ClauseHash {
    std::size_t operator()(const Clause& clause) const;
  };

  std::shared_ptr<Terms> terms_;
  std::vector<Clause> clauses_;
  std::unordered_set<Clause, ClauseHash> said_;  // while clauses are added
  std::vector<Relation> relations_;
  tsl::robin_map<std::uint64_t, RelationId, MixedHash> ids_;
  std::set<Symbol> demands_;
  std::optional<gdl::Place> growing_;
  std::uint32_t names_ = 0;
};

// What a game asks of its rules.
inline constexpr Symbol kGameRelations[] = {keyword::kRole, keyword::kInit, keyword::kLegal,   keyword::kNext,
                                            keyword::kSees, keyword::kGoal, keyword::kTerminal};

// Which relations stay: those that a game needs, or all, where a description is any logic program.
enum class Keep : std::uint8_t { kGame, kAll };

// The program of a description that check() finds no error in. Fails when the alternatives of one rule multiply beyond
// reason.
Result<Program> normalise(const gdl::Description& description, Keep keep = Keep::kGame);

}  // namespace percept::program
