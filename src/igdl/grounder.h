// SPDX-License-Identifier: MIT
//
// Sentences to wires. What a sentence says of all or of some things is said of each; which things those are is found by
// joining the literals that restrict them, the smallest first: `base(X) & true(cell(X, Y)) => ...` looks at the cells
// that `base` lists and at nothing else. A relation has members, the atoms of it that may hold: known ones are
// constants, all others leaves of the circuit.
//
// The universe that unrestricted variables range over is finite: every constant that is written, and the ground terms
// that are written or that a structural relation lists. A sentence that builds others, and asks a relation about them
// whose members are not known beforehand, speaks of an infinite universe: it is refused.
//
// One thread's.
//
// Internal to igdl/.
#pragma once

#include <tsl/robin_map.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "circuit/circuit.h"
#include "igdl/sentence.h"

namespace percept::igdl {

using circuit::Wire;

class Grounder {
 public:
  struct Relation {
    Kind kind;
    bool bounded = false;      // its members are all that may hold
    bool by_universe = false;  // of terms of the universe; of others nothing can be said
    std::vector<TermId> members = {};
    tsl::robin_map<TermId, Wire, MixedHash> wires = {};
    // Members by an argument, or by the name of an argument that is not a constant.
    tsl::robin_map<std::uint64_t, std::vector<std::uint32_t>, MixedHash> index = {};
    std::size_t indexed = 0;
  };
  struct Leaf {
    TermId atom;
    Wire wire;
  };
  using Environment = std::vector<TermId>;  // by slot
  static constexpr TermId kNone{UINT32_MAX};

  Grounder(Terms& terms, const Sentences& sentences, const Budget& budget);

  Terms& terms() { return terms_; }
  circuit::Circuit& circuit() { return circuit_; }
  const std::vector<Leaf>& leaves() const { return leaves_; }
  Relation& relation(TermId atom);
  Relation& relation(const Signature& signature) { return relations_.at(signature); }
  std::map<Signature, Relation>& relations() { return relations_; }
  // An atom of the language's, and the members of one of its relations; none when the description has no such relation.
  TermId atom(std::string_view name, std::initializer_list<TermId> args);
  std::vector<TermId> members(std::string_view name, std::size_t arity);
  void universe(std::vector<TermId> terms);
  const std::vector<TermId>& universe() const { return universe_; }

  // An atom that may hold, or does.
  void add_member(TermId atom, bool holds = false);
  bool has_member(TermId atom) { return relation(atom).wires.contains(atom); }
  Wire wire(TermId atom);  // a constant, or a leaf

  // The value of the node where its free slots have the values of the environment.
  Wire ground(const Node& node, Environment& environment);
  // Calls found() for every assignment of the slots for which all items may hold; each once. An item is a node, or its
  // negation.
  struct Item {
    const Node* node;
    bool sign;
  };
  void join(std::vector<Item> items, const std::vector<std::uint32_t>& slots, Environment& environment,
            const std::function<void()>& found);
  bool used_universe = false;  // since somebody set it to false: a variable took values that nothing restricted

  // Why the sentences cannot be ground, if they cannot.
  const std::optional<Error>& error() const { return error_; }
  void fail(Error error);
  const Sentence* said = nullptr;  // that is being ground: errors name its place

 private:
  struct Search;
  TermId applied(TermId term, const Environment& environment);
  bool match(TermId pattern, TermId term, Environment& environment, std::vector<std::uint32_t>& bound);
  bool is_bound(TermId term, const Environment& environment) const;
  const std::vector<std::uint32_t>* candidates(Relation& relation, TermId pattern, const Environment& environment,
                                               std::size_t& count);
  void bring_up_to_date(Relation& relation);
  std::string how_to_restrict();
  bool restricts(const Item& item, const Environment& environment) const;
  void search(Search& search, std::vector<Item> items);
  void branch(Search& search, const std::vector<Item>& items, std::size_t without, std::vector<Item> with);

  Terms& terms_;
  circuit::Circuit circuit_;
  std::map<Signature, Relation> relations_;
  std::vector<Leaf> leaves_;
  std::vector<TermId> universe_;
  std::vector<bool> in_universe_;
  Budget budget_;
  std::size_t work_ = 0;  // branches of joins
  std::optional<Error> error_;
};

}  // namespace percept::igdl
