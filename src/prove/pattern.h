// SPDX-License-Identifier: MIT
//
// Terms of a clause, seen from the place in the clause's evaluation where they are used. Which variables have a value
// by then is known beforehand, so a pattern says for each whether it is read or set, and matching needs neither tests
// for unbound variables nor a trail: what a later match sets, it sets before anybody reads it.
//
// Values are kept in slots, one a variable, and some for compound terms that are needed more than once.
//
// Plain values: threads may read one together.
#pragma once

#include <limits>
#include <map>
#include <vector>

#include "program/terms.h"
#include "prove/rows.h"

namespace percept::prove {

using program::Symbol;
using program::TermId;
using program::Terms;

inline constexpr std::uint32_t kNoSlot = std::numeric_limits<std::uint32_t>::max();

struct Pattern {
  enum class Kind : std::uint8_t {
    kTerm,       // this ground term
    kKnown,      // the term in the slot
    kBind,       // any term; it goes into the slot
    kStructure,  // a compound whose arguments match; it goes into the slot if there is one
  };

  Kind kind;
  std::uint32_t slot = kNoSlot;
  TermId term{};
  Symbol name{};
  std::vector<Pattern> args = {};
};

bool match(const Pattern& pattern, TermId term, const Terms& terms, TermId* slots);

// The term that a pattern without kBind stands for. `scratch` is left as it was.
TermId build(const Pattern& pattern, Terms& terms, const TermId* slots, std::vector<TermId>& scratch);

// A term that is there already: a constant or what is in a slot.
struct Value {
  bool is_slot;
  std::uint32_t number;

  TermId in(const TermId* slots) const { return is_slot ? slots[number] : TermId{number}; }
};

// What the columns of a row have to match, simple things first.
struct RowPattern {
  struct Test {
    std::uint32_t column;
    Value value;
  };
  struct Cell {
    std::uint32_t column;
    std::uint32_t slot;
  };
  struct Compound {
    std::uint32_t column;
    Pattern pattern;
  };

  std::vector<Test> tests;    // equal to what is there already
  std::vector<Cell> set;      // these are set,
  std::vector<Cell> repeats;  // and are found again in the same row
  std::vector<Compound> compounds;

  bool matches(const TermId* row, const Terms& terms, TermId* slots) const {
    for (const Test& test : tests)
      if (row[test.column] != test.value.in(slots)) return false;
    for (const Cell& cell : set) slots[cell.slot] = row[cell.column];
    for (const Cell& cell : repeats)
      if (row[cell.column] != slots[cell.slot]) return false;
    for (const Compound& compound : compounds)
      if (!match(compound.pattern, row[compound.column], terms, slots)) return false;
    return true;
  }
};

// Which variables of a clause have a value at a point of its evaluation.
class KnownVariables {
 public:
  KnownVariables(const Terms& terms, std::uint32_t variables) : terms_(terms), known_(variables) {}

  bool contains(TermId term) const;  // every variable of it?
  void add(TermId term);             // every variable of it

 private:
  const Terms& terms_;
  std::vector<bool> known_;
};

// A compound that is built before it is used.
struct Built {
  std::uint32_t slot;
  Pattern pattern;
};

// Makes the patterns of one clause, in the order in which they are matched.
class PatternMaker {
 public:
  PatternMaker(const Terms& terms, std::uint32_t variables)
      : terms_(terms), known_(terms, variables), slots_(variables) {}

  const KnownVariables& known() const { return known_; }
  std::uint32_t slots() const { return slots_; }
  void add_known(TermId term) { known_.add(term); }
  // The compound is needed more than once: it is kept in a slot when it is first matched or built.
  void keep(TermId compound) { kept_.try_emplace(compound, kNoSlot); }

  // The pattern to match or build the term with here; afterwards its variables have values.
  Pattern make(TermId term);
  // The term, whose variables have values; when it has to be built, this is added to `built`.
  Value value(TermId term, std::vector<Built>& built);
  struct Column {
    std::uint32_t number;
    TermId term;
  };
  RowPattern make_row(const std::vector<Column>& columns, std::vector<Built>& built);
  // The slot for a compound that is met here for the first time; kNoSlot when it is not to be kept.
  std::uint32_t slot_for(TermId compound);

 private:
  const Terms& terms_;
  KnownVariables known_;
  std::map<TermId, std::uint32_t> kept_;  // kNoSlot before it was met
  std::uint32_t slots_;
};

}  // namespace percept::prove
