// SPDX-License-Identifier: MIT
//
// The derivation rules of "Filtering With Logic Programs" (Thielscher 2013), which give every instance of a literal
// that may hold in an open logic program together with its supports:
//
//   1. an atom of B+ has the empty support;
//   2. an atom of B0 has the support that consists of it;
//   3. a negated ground atom has as supports the consistent sets that hold the complement of a literal of each support
//      of the atom: none if the atom has the empty support, the empty one if it has none;
//   4. an atom has the supports of the bodies of its clauses: the consistent unions of supports of all literals.
//
// All four are applied to every atom; one may be in B+ or B0 and have clauses, too. Only minimal supports are kept,
// which changes nothing (support_set.h).
//
// The method is a reference: it enumerates supports, whose number may explode, and ends with an error then. Calls are
// tabled so that recursive rules have their least fixpoint: a call is an atom whose variables are numbered by
// occurrence, its table the instances found so far. A table is evaluated again when one it has read has grown; calls
// that need each other (found as in Tarjan's algorithm for strong components) are complete together, when no table
// changes any more. A negated atom is read when its table is complete; that it is part of its own recursion cannot be
// in a stratified program, and is an error. There is no recursion on the C++ stack in the depth of a proof.
//
// Internal to prove/.
#pragma once

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "program/program.h"
#include "prove/support_set.h"

namespace percept::prove {

using AtomSet = tsl::robin_set<TermId, MixedHash>;

// An instance of a query with all its supports, at least one.
struct SupportedAtom {
  TermId atom;
  SupportSet supports;
};

// Finds the atoms (or the heads of clauses) that may match a pattern: by relation and the name of the first argument.
class AtomIndex {
 public:
  explicit AtomIndex(const program::Terms& terms) : terms_(terms) {}

  void add(TermId atom, std::uint32_t item);
  void clear() { relations_.clear(); }
  // Calls visit(item); not all of them do match.
  template <class Visit>
  void for_each(TermId pattern, Visit&& visit) const;

 private:
  struct Items {
    std::vector<std::uint32_t> all;
    std::vector<std::uint32_t> open;  // their first argument is a variable, or there is none
    tsl::robin_map<std::uint64_t, std::vector<std::uint32_t>, MixedHash> by_first;
  };

  std::uint64_t shape(TermId term) const {
    return (std::uint64_t{terms_.name(term).value} << 32) | terms_.args(term).size();
  }

  const program::Terms& terms_;
  tsl::robin_map<std::uint64_t, Items, MixedHash> relations_;
};

class Derivation {
 public:
  // The program has to live as long; its table of terms grows by what queries build.
  Derivation(program::Program& program, const SupportLimits& limits);

  // B+ and B0: ground atoms, none in both. What does not depend on them is not derived again.
  void set_base(std::span<const TermId> known, std::span<const TermId> open);

  // The instances of the atom that may hold, in the order in which they were found. Valid until the next call.
  Result<std::span<const SupportedAtom>> supports(TermId atom);
  // Of the negation of a ground atom.
  Result<SupportSet> supports_of_negation(TermId atom);

 private:
  struct Answers {
    std::vector<SupportedAtom> atoms;
    tsl::robin_map<TermId, std::uint32_t, MixedHash> numbers;

    bool add(TermId atom, const SupportSet& supports, Meter& meter);  // false when that is nothing new
  };

  struct Table;
  // What a table needs until it is complete.
  struct Evaluation {
    std::vector<program::Clause> rules;  // unified with the call, their bodies in order of evaluation
    bool entered = false;
    bool stale = false;          // to be evaluated again
    std::uint32_t position = 0;  // among the open tables
    std::uint32_t lowest = 0;    // the first of them that it needs
    std::vector<Table*> callees;
    std::size_t visited = 0;  // how many of them
    tsl::robin_set<Table*> known_callees;
    std::vector<Table*> readers, waiters;  // tables that read its answers, or negate it
    const Table* waits_for = nullptr;      // negated, and not complete when this table was last evaluated

    bool busy() const { return stale || visited < callees.size(); }
  };
  struct Table {
    TermId call;
    Answers answers;
    std::unique_ptr<Evaluation> evaluation;
    std::optional<SupportSet> negation;  // of a ground call, once it was asked for

    bool complete() const { return evaluation == nullptr; }
  };

  Result<Table*> complete(TermId atom);
  void enter(Table& table);
  void work(Table& caller, Table& table);
  void finish_recursion(Table& first);
  void mark_stale(const std::vector<Table*>& tables);

  Table& table_of(TermId call);
  void add_base(Table& table);
  void add_clauses(Table& table);
  void use(Table& caller, Table& callee, bool negated);

  void evaluate(Table& table);
  void solve(Table& table, const program::Clause& rule, std::size_t next, const SupportSet& so_far, Answers& found);
  const SupportSet& negation_of(Table& table);

  program::Clause in_order(program::Clause clause) const;
  TermId call_of(TermId atom);
  bool match(TermId pattern, TermId ground, std::vector<TermId>& bound_here);
  bool is_too_large(TermId term);

  void forget_all();
  tl::unexpected<Error> give_up(TermId query);

  program::Program& program_;
  program::Terms& terms_;
  Meter meter_;
  AtomIndex clauses_;
  std::vector<std::vector<program::RelationId>> users_;  // by relation: those whose clauses use it

  AtomSet known_, open_;
  std::vector<TermId> base_;  // both
  AtomIndex base_index_;

  tsl::robin_map<TermId, std::unique_ptr<Table>, MixedHash> tables_;
  std::uint64_t kept_ = 0;  // supports made for them
  // While a query is answered:
  std::vector<Table*> frames_;                   // tables whose calls are being visited, the caller first
  std::vector<Table*> open_tables_;              // entered and not complete
  std::set<std::uint32_t> busy_;                 // positions of those with something to do
  std::vector<std::optional<TermId>> bindings_;  // by variable of the rule at hand
  TermId at_work_;                               // the call
  std::string failure_;
  std::vector<std::uint32_t> sizes_;  // of terms, as far as they were asked for
};

}  // namespace percept::prove
