// SPDX-License-Identifier: MIT
//
// Evaluates calls: backward chaining with tables (SLG resolution, Chen and Warren 1996), scheduled locally. A call that
// is new is evaluated at once, before whoever called it goes on. When that needs no call that is still being evaluated,
// it is complete then, and its answers are read like facts. Otherwise it is part of a recursion: the clauses that wait
// for its answers are suspended as its consumers, and the first call of the recursion, found as in Tarjan's algorithm
// for strong components, feeds new answers to consumers until there are none, and completes all its tables.
//
// A negated atom is completed before it is read. Where it is itself part of the recursion, as it may in programs that
// are stratified atom by atom only, the tables of the recursion are evaluated again with assumptions about the negated
// atoms: that none holds, which gives too many answers, then that those hold, which gives too few, and so on until both
// agree (the alternating fixpoint of the well-founded semantics, Van Gelder 1993). If they never do, the program is not
// stratified.
//
// All stacks are explicit: the depth of a proof is bounded by the budget only. The clock is looked at every some
// thousand steps, of which a join that finds nothing takes as many as any other.
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/result.h"
#include "prove/database.h"

namespace percept::prove {

// For one query.
struct Limits {
  std::uint64_t steps = 1'000'000'000;  // rows looked at and clauses tried: some ten seconds
  std::uint64_t megabytes = 500;        // for calls, answers and new terms, by estimate
};

class Machine {
 public:
  explicit Machine(Database& database) : database_(database), terms_(database.terms()) {}

  // Completes the table of this call. An error does not say of which query; it leaves the database without answers.
  Result<Table*> complete(Procedure& procedure, const TermId* key, const Limits& limits, const Budget& budget = {});

 private:
  // Where a step has got to: the row to be looked at next.
  struct Choice {
    Rows* rows;
    std::uint32_t row;
    std::uint32_t end;  // of rows looked at in order; kNoRow of those in an index
    std::uint32_t index;
  };

  // What entering a step leads to.
  enum class Entry : std::uint8_t {
    kHolds,
    kFails,
    kWaits,  // for answers of a table that is not complete
    kCalls,  // a new table, to be evaluated first
  };

  // A clause being evaluated for a table.
  struct Frame {
    enum class Task : std::uint8_t {
      kEvaluate,  // a new table: all its clauses, then its recursion
      kRepeat,    // a table: all its clauses
      kResume,    // the rest of a clause from a consumer's step on
    };
    enum class Phase : std::uint8_t { kNextClause, kSearch, kRecursion };

    Task task;
    Phase phase;
    bool forward = true;     // entering the step, rather than coming back to it
    bool undecided = false;  // met a negation inside the recursion
    Table* table;
    Table* called = nullptr;  // by the step, while it is evaluated
    const Plan* plan = nullptr;
    std::uint32_t next_plan = 0;
    int step = 0;
    int first_step = 0;     // below it the clause is done
    std::uint32_t lowest;   // position of a table that it depends on
    std::uint32_t slots;    // where its values start
    std::uint32_t choices;  // where its choices start
    std::uint32_t agenda;   // sizes of the shared stacks when it began
    std::uint32_t saved;

    // Of a recursion with undecided negations:
    std::uint32_t pass = 0;    // odd ones overestimate
    std::uint32_t repeat = 0;  // positions of the tables still to be evaluated again
    std::uint32_t repeat_end = 0;
    std::uint64_t found[2] = {0, 0};  // tables and answers at the end of the last even and odd pass
  };

  void run();
  void next_clause(Frame& frame);
  void reserve(const Frame& frame, const Plan& plan);
  void search(Frame& frame);
  Entry enter(Frame& frame, const Step& step, Choice& choice, TermId* slots);
  Entry enter_call(Frame& frame, const Step& step, Choice& choice, TermId* slots);
  void finish_clauses(Frame& frame);
  void recursion(Frame& frame);
  bool feed_consumers(const Frame& frame);
  bool repeat_with_assumptions(Frame& frame);
  void complete_recursion(const Frame& frame);
  bool overestimates() const;  // what is being evaluated

  bool begin(Table& table);  // false when it was completed without a frame
  bool fill_from_general(Table& table);
  void add_facts(Table& table);
  Frame& begin_frame(Table& table, Frame::Task task);
  void end_frame();
  void suspend(const Frame& frame, Table& on);
  void queue(Table& table);
  bool answer(Table& table, const Plan& plan, const TermId* slots);

  Choice open_rows(const Step& step, const TermId* slots) const;
  bool next_row(const Step& step, Choice& choice, TermId* slots);

  bool count_step() { return ++steps_ < look_at_ || look(); }  // false when it was one too many
  bool look();                                                 // at the limit of steps, and the clock
  void spend(const Table& table, std::uint64_t bytes);
  void fail(std::string message);

  Database& database_;
  program::Terms& terms_;
  Limits limits_;
  Budget budget_;

  std::vector<Frame> frames_;
  std::vector<TermId> slots_;
  std::vector<Choice> choices_;
  std::vector<Table*> incomplete_;
  std::vector<Table*> agenda_;  // tables with answers for their consumers
  std::vector<TermId> saved_;   // values of consumers
  std::vector<TermId> key_;     // of the call at hand
  std::vector<TermId> scratch_;

  std::uint64_t steps_ = 0;
  std::uint64_t look_at_ = 0;  // so many steps
  std::uint64_t bytes_ = 0;
  std::size_t terms_before_ = 0;
  std::string failure_;
};

}  // namespace percept::prove
