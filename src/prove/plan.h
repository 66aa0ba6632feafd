// SPDX-License-Identifier: MIT
//
// How a clause is evaluated when some arguments of its head are given: the literals of its body in a good order
// (order.h), each a step that says where its rows come from, what is given by then, and what it sets.
//
// Internal to prove/.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "program/program.h"
#include "prove/pattern.h"
#include "prove/rows.h"

namespace percept::prove {

class Database;
struct Procedure;

struct Step {
  enum class Kind : std::uint8_t {
    kDistinct,   // two terms differ
    kRows,       // each row that matches, of facts, fluents or moves
    kNoRows,     // there is none that matches
    kAnswers,    // each answer of a procedure that matches
    kNoAnswers,  // there is none that matches
  };

  Kind kind;
  std::vector<Built> built;  // before all else

  RowPattern row;
  Rows* rows = nullptr;                // of kRows, kNoRows
  std::optional<std::uint32_t> index;  // on the columns that are tested
  Procedure* procedure = nullptr;      // of kAnswers, kNoAnswers
  std::vector<Value> key;              // the arguments given to it; of kDistinct: the two terms

  // The step to go back to when this one has no more rows, or has none to begin with: then only a step that sets what
  // this one is given can change that. -1 is none: the clause is done.
  int back = -1;
  int back_if_none = -1;
  bool once = false;  // what it sets is not used: one row is as good as all
};

struct Plan {
  RowPattern inputs;  // what the given arguments of the head must match
  std::vector<Step> steps;
  std::vector<Pattern> outputs;  // the other arguments of the head
  std::uint32_t slots = 0;
  int back_after_answer = -1;  // the last step that the outputs depend on: others only repeat the answer
};

// Nothing when the body can never hold.
std::optional<Plan> make_plan(Database& database, const program::Clause& clause, const Columns& given,
                              const Columns& free);

}  // namespace percept::prove
