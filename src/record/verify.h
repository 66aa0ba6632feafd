// SPDX-License-Identifier: MIT
//
// Is a record true? Replays it through the rules and names the first round that disagrees, and how: a move that was not
// legal, percepts or a state that differ (with what differs), an end too early or too late, goals, and the hash
// of the rules. Who moved why is not asked: replaced moves and nature's are moves like others.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "record/record.h"

namespace percept::record {

struct Disagreement {
  std::size_t round = 0;  // from 1 on; 0 for the header and the initial state; that of the last for the end
  std::string what;       // "percepts of white differ: only recorded (b 1); only by the rules nothing"
};
// Nothing when the record and its rules agree. An error when the rules cannot be used at all.
Result<std::optional<Disagreement>> verify(const Record& record);

}  // namespace percept::record
