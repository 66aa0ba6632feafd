// SPDX-License-Identifier: MIT
//
// The sentences of an incomplete description (IGDL) as the grounder handles them: terms that are made once, variables
// numbered within their sentence, free variables bound by a "for all" around the whole. `distinct` and `!=` are the
// negation of an equation.
//
// A relation is rigid, or it belongs to a round: to the position, or to the move made in it. Of the language's own,
//
//   rigid      role base percept input step successor init
//   position   true legal goal terminal, and sees unless it is linked with a move
//   move       does next, and sees if some sentence speaks of it together with does, next or a relation of the move
//
// A relation of the author's is rigid unless a sentence defines it by something that belongs to a round. What stands
// right of `=>`, or left of `<=>` (right of it where the left is no atom), is defined by the other side. So
// `next(L) <=> wired(b, L)` leaves `wired` rigid, and `lit(X) <=> true(lamp(X))` makes `lit` one of the position. With
// a step behind their other arguments (true(p, 3), does(robot, a, T), ...) the language's own relations speak of the
// round of that step, and laws may join several rounds.
//
// Plain values: any thread may have its own.
//
// Internal to igdl/.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "gdl/description.h"
#include "program/terms.h"

namespace percept::igdl {

using program::Symbol;
using program::TermId;
using program::Terms;
namespace keyword = gdl::keyword;

struct Node {
  enum class Op : std::uint8_t { kAtom, kEqual, kNot, kAnd, kOr, kImplies, kEquivalent, kForall, kExists };

  Op op = Op::kAtom;
  TermId left = {}, right = {};           // an atom is its left; an equation has both
  std::vector<Node> parts = {};           // of all others
  std::vector<std::uint32_t> slots = {};  // the variables of a quantifier
  gdl::Place place = {};
};

struct Sentence {
  Node node;
  std::uint32_t slots = 0;                  // how many variables it has
  std::vector<std::string> variables = {};  // as they are written, by slot
  std::string twice = {};                   // one that is bound by a quantifier, and another of that name is free
  gdl::Place place;

  std::string text() const;                         // as it was written, on one line
  std::string where() const;                        // "file:line"
  std::string placed(std::string_view what) const;  // "file:line: what"
};

enum class Level : std::uint8_t { kRigid, kPosition, kMove };

// What the language says of a relation's name.
enum class Word : std::uint8_t {
  kOther,
  kRole,
  kBase,
  kPercept,
  kInput,
  kStep,
  kSuccessor,  // structural: all there is of them is what the description says
  kInit,
  kTrue,
  kDoes,
  kNext,
  kLegal,
  kSees,
  kGoal,
  kTerminal,
};
constexpr bool is_structural(Word word) { return word >= Word::kRole && word <= Word::kSuccessor; }

struct Signature {
  Symbol name;
  std::size_t arity = 0;

  friend auto operator<=>(const Signature&, const Signature&) = default;
};
struct Kind {
  Word word = Word::kOther;
  Level level = Level::kRigid;
  bool timed = false;  // its last argument is a step
};

// All sentences of a description, and what kind each of their relations is.
struct Sentences {
  std::vector<Sentence> all;
  std::map<Signature, Kind> relations;
  bool sees_position = true;  // else percepts belong to the move, as in GDL-II

  const Kind& kind(const Terms& terms, TermId atom) const {
    return relations.at({terms.name(atom), terms.args(atom).size()});
  }
};

// Fails for a description with rules, or one that uses a word of the language with a wrong number of arguments.
Result<Sentences> read_sentences(const gdl::Description& description, Terms& terms);

// Calls visit(atom) for each atom below the node.
template <class Visit>
void for_each_atom(const Node& node, Visit&& visit) {
  if (node.op == Node::Op::kAtom) visit(node.left);
  for (const Node& part : node.parts) for_each_atom(part, visit);
}

}  // namespace percept::igdl
