// SPDX-License-Identifier: MIT
//
// What the prover knows: the facts and rules of the program by relation, the fluents of the present state by their
// name, the joint move, and the answers found so far.
//
// A Procedure is a relation together with the arguments that are given when it is called: each such way of calling has
// its own plans. A Table is one call, remembered with its answers until what they may depend on changes: the state, the
// joint move, or nothing.
//
// One thread at a time.
#pragma once

#include <tsl/robin_map.h>

#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "base/hash.h"
#include "program/program.h"
#include "prove/order.h"
#include "prove/plan.h"
#include "prove/rows.h"

namespace percept::prove {

struct Table;

// The evaluation of a clause that waits for answers of a table which is not complete: the rest of it is run for each.
struct Consumer {
  Table* owner;  // whose clause it is
  const Plan* plan;
  std::uint32_t step;   // that waits
  std::uint32_t fed;    // how many answers it was given
  std::uint32_t slots;  // where its values are kept
};

struct Table {
  explicit Table(Procedure& of);

  Procedure& procedure;
  std::uint32_t call = 0;  // the row of the procedure's calls with the arguments given
  Rows answers;            // the other arguments
  bool complete = false;

  // While it is not complete:
  std::uint32_t position = 0;  // among such tables
  std::vector<Consumer> consumers;
  bool queued = false;            // consumers are being fed:
  std::uint32_t cursor = 0;       // the next one
  std::uint32_t seen = 0;         // how many answers there were when the first was fed
  std::unique_ptr<Rows> assumed;  // the answers that negations go by, when they are part of a recursion

  // Nothing can be added: it is complete, or all arguments were given and it holds.
  bool is_settled() const { return complete || (answers.width() == 0 && answers.size() == 1); }
};

struct Predicate {
  std::size_t arity;
  program::Dependence dependence;
  Rows facts;
  std::vector<const program::Clause*> rules;
  std::vector<std::unique_ptr<Procedure>> procedures;

  bool has_rules() const { return !rules.empty(); }
};

// A way of calling the same predicate with fewer arguments given, whose answers hold those of this one. The columns of
// its key and of its answers, as columns of the key and the answers here.
struct General {
  Procedure* procedure;
  Columns key;                    // by column of its key: the column of the key here
  Columns tested, tested_in_key;  // columns of its answers that are given here, and where
  Columns answer;                 // by column of the answers here: the column of its answers
};

struct Procedure {
  Procedure(Predicate& of, const Columns& given_columns);

  Predicate& predicate;
  Columns given;
  Columns free;
  bool planned = false;
  std::vector<Plan> plans;
  std::vector<General> generals;

  std::uint64_t completed = 0, answered = 0;  // tables so far and their answers, for the order of literals
  std::uint64_t generation = 0;               // in which the calls were made
  Rows calls;
  std::deque<Table> tables;  // by call; those behind are kept for later calls
};

// Where the atoms that match a pattern are found.
struct Source {
  Rows* rows = nullptr;            // facts, fluents or moves
  Predicate* predicate = nullptr;  // of atoms that rules define
  std::vector<TermId> columns;     // the terms that the first columns of a row must match
  std::optional<TermId> fluent;    // the pattern of the column behind them, if it is one of fluents

  bool is_empty() const { return rows == nullptr && predicate == nullptr; }
};

class Database {
 public:
  explicit Database(program::Program& program);

  program::Terms& terms() { return terms_; }
  void set_state(std::span<const TermId> fluents);
  void set_moves(std::span<const TermId> moves);  // atoms of `does`

  // Is the literal a demand that is met because these arguments of the clause's head are given? Whoever gives them
  // asks.
  bool is_met(const program::Literal& literal, const program::Clause& clause, const Columns& given) const;
  Source source(TermId pattern);  // empty when nothing defines such atoms
  Procedure& procedure(Predicate& predicate, const Columns& given);
  Predicate& predicate(program::RelationId relation) { return predicates_[relation.value]; }
  // Takes these answers, of all arguments, in place of the predicate's rules. Plans made before may still use them.
  void make_facts(Predicate& predicate, const Rows& answers);
  void make_plans(Procedure& procedure);  // when they are first needed
  void forget_plans();                    // and all answers
  Order& order() { return order_; }

  // The table of a call, and whether it is new. What is out of date has been forgotten.
  std::pair<Table*, bool> table(Procedure& procedure, const TermId* key);
  // The table of a call if it was made in this state and is complete.
  Table* completed(Procedure& procedure, const TermId* key);
  void forget_all();  // answers, not the state
  // Counts memory for answers that no other state makes invalid.
  void keep_for_ever(std::uint64_t bytes) { kept_for_ever_ += bytes; }
  std::uint64_t kept_for_ever() const { return kept_for_ever_; }

 private:
  Predicate* defined(TermId atom);                // none when nothing defines it
  Rows& fluents(Symbol name, std::size_t arity);  // the arguments of those with this name, and the fluent itself
  void replan();
  bool refresh(Procedure& procedure);  // false when it was out of date

  program::Program& program_;
  program::Terms& terms_;
  std::deque<Predicate> predicates_;  // by relation
  Rows all_fluents_{1};
  Rows moves_{2};
  std::vector<TermId> row_;                                                  // while it is put together
  tsl::robin_map<std::uint64_t, std::unique_ptr<Rows>, MixedHash> fluents_;  // by name and number of arguments
  Order order_{*this};
  std::uint64_t kept_for_ever_ = 0;
  std::uint64_t states_ = 0, replan_at_ = 2;
  std::uint64_t generations_[3] = {1, 1, 1};  // by dependence
};

}  // namespace percept::prove
