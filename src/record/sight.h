// SPDX-License-Identifier: MIT
//
// What a role knew in a match on record: the facts it could be sure of after each round, from its own moves and
// percepts alone (belief/exact.h). Whoever shows a match as a role saw it takes it from here and not from the record's
// states, so that nothing leaks. In a game without `sees` every role knows everything; nature knows everything, too.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "game/told.h"
#include "record/record.h"

namespace percept::record {

struct Sight {
  Facts known;              // facts that hold for sure, in the order of the record
  std::optional<int> goal;  // own, where known for sure and the match is completed
};

// Of the role, by its number; what it was told in the round, from 1 on.
game::Told told(const Record& record, std::size_t role, std::size_t round);
// Nature's role, and every role of a game without `sees`.
bool sees_all(const Record& record, std::size_t role);
// The initial state first, then after each round. When a question takes more than `seconds` of CPU time fewer facts are
// known, never more.
Result<std::vector<Sight>> sight_of(const Record& record, std::size_t role, double seconds = 2);

// The number of the role; an error names those there are.
Result<std::size_t> role_number(const Record& record, const std::string& name);

}  // namespace percept::record
