// SPDX-License-Identifier: MIT
//
// A description as the checks look at it: every fact and rule with its literals, and the relations they define and use.
// A relation is a name with a number of arguments, so `foo/1` and `foo/2` are two.
//
// Plain values: threads may read one together.
#pragma once

#include <tsl/robin_map.h>

#include <array>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/ids.h"
#include "gdl/description.h"

namespace percept::check {

using gdl::Code;
using gdl::Description;
using gdl::Finding;
using gdl::Findings;
using gdl::Formula;
using gdl::Note;
using gdl::Place;
using gdl::Polarity;
using gdl::Statement;
using gdl::Symbol;
using gdl::Term;
namespace keyword = gdl::keyword;

using RelationId = Id<struct RelationTag>;

struct Literal {
  const Formula* formula;
  const Term* atom;
  Place place;  // with the negation right above it
  RelationId relation;
  Polarity polarity;
  bool conjunct;  // it must hold for the body to hold: no `or` or `not` above it

  bool is_distinct() const { return formula->kind == Formula::Kind::kDistinct; }
  bool positive() const { return polarity == Polarity::kPositive; }
};

struct Rule {
  const Statement* statement;
  const Term* head;
  RelationId relation;
  std::vector<Literal> literals;  // of the body, from left to right

  bool is_fact() const { return statement->kind == Statement::Kind::kFact; }
};

struct Relation {
  Symbol name;
  std::size_t arity;
  std::vector<std::uint32_t> rules;  // that define it, in order
  const Literal* first_use = nullptr;
  std::size_t uses = 0;
};

class Rules {
 public:
  explicit Rules(const Description& description);
  Rules(const Rules&) = delete;  // relations point into the rules
  Rules& operator=(const Rules&) = delete;

  const Description& description() const { return d_; }
  const std::vector<Rule>& all() const { return rules_; }
  const std::vector<Relation>& relations() const { return relations_; }
  const Relation& relation(RelationId id) const { return relations_[id.value]; }
  // The rules that define the keyword with its own number of arguments.
  const std::vector<const Rule*>& defining(Symbol keyword) const { return defining_[keyword.value]; }

  // How names, variables and terms are written in the notation of the description, for messages.
  std::string name(Symbol symbol) const { return std::string(d_.text(symbol)); }
  std::string variable(Symbol symbol) const;
  std::string show(const Term& term) const;
  std::string show(const Relation& relation) const;  // name, or name/arity where the name has several
  // The same example in the notation of the description.
  std::string in_notation(std::string kif, std::string infix) const;

 private:
  RelationId relation_of(const Term& atom);
  void add_literals(const Formula& formula, const Place& place, Polarity polarity, bool conjunct,
                    std::vector<Literal>& literals);

  const Description& d_;
  std::vector<Rule> rules_;
  std::vector<Relation> relations_;
  std::array<std::vector<const Rule*>, keyword::kRandom.value> defining_;  // by keyword
  tsl::robin_map<std::uint64_t, RelationId, MixedHash> ids_;
  tsl::robin_map<Symbol, std::uint32_t, MixedHash> arities_;  // how many a name is used with
};

// Is this true, does or distinct, which no rule defines?
constexpr bool is_given(Symbol name) {
  return name == keyword::kTrue || name == keyword::kDoes || name == keyword::kDistinct;
}

// Does the first argument of the atom name a role? (legal, goal, sees, does and input do.)
inline bool has_role(const Term& atom) {
  return atom.is(keyword::kLegal, 2) || atom.is(keyword::kGoal, 2) || atom.is(keyword::kSees, 2) ||
         atom.is(keyword::kDoes, 2) || atom.is(keyword::kInput, 2);
}

// Rules that Percept leaves out: `true` and `does` stated as facts, `base` and `input` with the wrong number of
// arguments. Each has a warning that says so.
bool is_stray_literal(const Rule& rule);
bool is_ignored_declaration(const Rule& rule);

// Could the two terms, with different variables, stand for the same ground term? A variable is taken to stand for
// anything, each time anew, so the answer may be yes too often, never no too often.
bool may_match(const Term& a, const Term& b);

}  // namespace percept::check
