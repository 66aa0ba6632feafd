// SPDX-License-Identifier: MIT
//
// Terms as the engines handle them: every term is made once, so that a number stands for it and equality is one
// comparison. Variables are terms, too, numbered within their clause. Atoms are terms whose name is a relation. Names
// are folded to lower case, and the keywords have the numbers that gdl::keyword gives them.
//
// One table belongs to one program and grows while a game is run (new positions have new terms); references to it stay
// valid. Threads may share one that does not grow any more; whoever wants to add terms to it makes a copy.
#pragma once

#include <tsl/robin_set.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/hash.h"
#include "base/ids.h"
#include "gdl/symbol.h"
#include "gdl/term.h"

namespace percept::program {

using gdl::Symbol;
namespace keyword = gdl::keyword;

using TermId = Id<struct ProgramTermTag>;

class Terms {
 public:
  Terms();
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;
  // The same names and terms under the same numbers, in a table of its own.
  std::shared_ptr<Terms> copied() const;

  TermId make(Symbol name, std::span<const TermId> args = {});
  TermId variable(std::uint32_t number);
  TermId constant(std::string_view name) { return make(symbols_.intern(name)); }
  // The ground term of a description or message, whose names come from another table.
  TermId add(const gdl::Term& term, const gdl::Symbols& symbols);

  bool is_variable(TermId term) const { return nodes_[term.value].is_variable; }
  bool is_ground(TermId term) const { return nodes_[term.value].ground; }
  std::uint32_t variable_number(TermId term) const { return nodes_[term.value].name.value; }
  Symbol name(TermId term) const { return nodes_[term.value].name; }
  std::span<const TermId> args(TermId term) const { return nodes_[term.value].args; }
  bool is(TermId term, Symbol name, std::size_t arity) const {
    const Node& node = nodes_[term.value];
    return !node.is_variable && node.name == name && node.args.size() == arity;
  }
  std::size_t size() const { return nodes_.size(); }

  gdl::Symbols& symbols() { return symbols_; }
  std::string_view text(Symbol symbol) const { return symbols_.text(symbol); }
  std::string to_kif(TermId term) const;  // variables as ?0, ?1, ...
  bool less(TermId a, TermId b) const;    // by text, numbers by value: an order that people expect

 private:
  struct Node {
    Symbol name;  // of a variable: its number
    bool is_variable;
    bool ground;
    std::span<const TermId> args;

    std::uint32_t head() const { return name.value * 2 + (is_variable ? 1 : 0); }
  };
  // A known term as it lies in the arena: its number, its head, its arguments. All that a search compares is in one
  // place; nodes lie far apart.
  struct Known {
    const TermId* begin;
    std::uint32_t size;

    TermId number() const { return begin[0]; }
    std::uint32_t head() const { return begin[1].value; }
    std::span<const TermId> args() const { return {begin + 2, size - 2u}; }
  };
  // The table of known terms is searched by head and arguments, before a number is given.
  struct Hash {
    using is_transparent = void;
    static std::size_t of(std::uint32_t head, std::span<const TermId> args);
    std::size_t operator()(const Node& node) const { return of(node.head(), node.args); }
    std::size_t operator()(const Known& known) const { return of(known.head(), known.args()); }
  };
  struct Equal {
    using is_transparent = void;
    static bool same(const Node& a, const Known& b);
    bool operator()(const Known& a, const Known& b) const { return a.begin == b.begin; }
    bool operator()(const Node& a, const Known& b) const { return same(a, b); }
    bool operator()(const Known& a, const Node& b) const { return same(b, a); }
  };

  TermId find_or_add(Node node);

  gdl::Symbols symbols_;
  Arena arena_;
  std::vector<Node> nodes_;
  std::vector<TermId> scratch_;
  tsl::robin_set<Known, Hash, Equal, std::allocator<Known>, true> known_;  // with their hashes
};

// Calls visit(variable) for each variable in the term, as often as it occurs.
template <class Visit>
void for_each_variable(const Terms& terms, TermId term, Visit&& visit) {
  if (terms.is_ground(term)) return;
  if (terms.is_variable(term)) return visit(term);
  for (TermId arg : terms.args(term)) for_each_variable(terms, arg, visit);
}

// The term with `replaced(variable)` in place of each variable.
template <class Replaced>
TermId substitute(Terms& terms, TermId term, const Replaced& replaced) {
  if (terms.is_ground(term)) return term;
  if (terms.is_variable(term)) return replaced(term);
  std::vector<TermId> args;
  std::size_t count = terms.args(term).size();
  for (std::size_t i = 0; i < count; ++i) args.push_back(substitute(terms, terms.args(term)[i], replaced));
  return terms.make(terms.name(term), args);
}

}  // namespace percept::program
