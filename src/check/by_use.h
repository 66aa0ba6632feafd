// SPDX-License-Identifier: MIT
//
// Variables of a head that the body of the rule leaves open, and how they get a value all the same:
//
//   - one that evidently stands for a role is any role;
//   - the rules of a relation need not bind what whoever asks about the relation binds. In
//         (<= (sum ?x 0 ?x) (number 0))    (<= (next (score ?z)) (true (score ?x)) (sum ?x 0 ?z))
//     ?x is open in the first rule, and known wherever `sum` is asked.
//
// A relation is asked with some of its arguments known; it answers when its rules bind everything then. The game asks
// about the keywords with nothing known, and what they need is followed from there.
//
// Any thread may call these; each has its own Uses.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "check/bound.h"
#include "check/rules.h"

namespace percept::check {

// The open variables of the head that are read as any role, given what the body binds.
Variables role_variables(const Rules& rules, const Rule& rule, const Variables& bound);

class Uses {
 public:
  explicit Uses(const Rules& rules);

  // A rule that is asked in a way that leaves variables of its head open. Without a use it is the game that asks.
  struct Open {
    Variables variables;
    const Literal* use = nullptr;
    std::vector<const Term*> asked;  // the open arguments of the use
  };
  const Open* open(const Rule& rule) const;

 private:
  using Columns = std::uint64_t;  // a bit for each argument; those behind the last bit count as open
  using Call = std::pair<std::uint32_t, Columns>;

  bool answers(RelationId relation, Columns known);
  bool is_safe(const Rule& rule, Columns known);
  Variables bound_by(const Rule& rule, Columns known);
  bool all_ready(std::span<const Formula* const> conjunction, const Variables& bound);
  void settle();
  struct Visit {
    Call call;
    const Literal* use;
    Variables bound;  // by the rule of the use
  };
  void visit(const Visit& at);

  const Rules& rules_;
  std::vector<std::vector<const Rule*>> of_relation_;
  std::map<const Term*, RelationId> relation_of_;  // by the atom of a literal
  std::map<Call, bool> answers_;                   // yes until found otherwise
  std::map<Call, std::vector<Call>> askers_;       // that went by an answer
  std::vector<Call> work_;                         // calls to be looked at
  std::optional<Call> at_work_;
  std::deque<Visit> agenda_;
  std::set<Call> visited_;
  std::map<const Rule*, Open> open_;
};

}  // namespace percept::check
