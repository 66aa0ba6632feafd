// SPDX-License-Identifier: MIT
//
// A match that was recorded somewhere, as one role experienced it. Records come in several forms, which are told apart
// by what is in them, each as one JSON value or as JSON lines:
//
//   - what `percept play --json` and `percept know --json` print, of all roles or of one
//   - a list of rounds, {"move": "(mark 1 1)", "percepts": ["ok"]}, of the role
//   - a header with "roles", then rounds with "moves" and "percepts" by role
//   - matches with "roles" and "moves", a list of joint moves, as game servers write them; several in a file
//
// Null, or nothing, stands for what is not known. Percepts that are not recorded can be had from the joint moves by
// whoever replays them.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "belief/told.h"

namespace percept::record {

struct RecordedRound {
  game::Told told;               // to the role
  std::vector<std::string> moves;  // of all roles, in the game's order; none when not all are recorded
};

struct RecordedMatch {
  std::vector<RecordedRound> rounds;
  std::size_t number = 1, of = 1;  // which one of the file it is

  bool has_all_moves() const;
};

struct RecordQuestion {
  std::string name;                // of the file, for messages
  std::vector<std::string> roles;  // in the game's order
  std::size_t role = 0;            // whose experience it is
  std::string rules;               // the rule sheet's file name: of several matches only those of it count, if named
  std::size_t number = 1;          // which of several matches
};
// An error says what is wrong with the record, and where.
Result<RecordedMatch> read_match(const std::string& text, const RecordQuestion& question);

}  // namespace percept::record
