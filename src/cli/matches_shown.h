// SPDX-License-Identifier: MIT
//
// A match on record for the eyes of people: all of it, or what one role was told and knows from that. Whoever shows the
// latter is given the role's moves and percepts and nothing else of the record's rounds.
//
// Internal to cli/.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "record/record.h"

namespace percept::cli {

// Prints positions and rounds, one behind the other: at(0), then next() and at(1), …
class ShownMatch {
 public:
  virtual ~ShownMatch() = default;
  virtual Result<void> print_position() = 0;  // after the rounds that were gone to
  virtual Result<void> next() = 0;            // goes on by a round, without a word
  virtual void print_round() = 0;             // the one that was gone to: moves, percepts
};
// Of everything when there is no role.
Result<std::unique_ptr<ShownMatch>> shown_match(const record::Record& record, std::optional<std::size_t> role);

// With what only the manager knows (seed, why it failed), or without.
void print_header(const record::Record& record, bool whole);
void print_faults(const record::Record& record, std::optional<std::size_t> role);
void print_moves_table(const record::Record& record, std::optional<std::size_t> role);
std::string time_text(std::int64_t milliseconds);
std::string result_text(record::Status status, const std::vector<std::optional<int>>& goals);
// A table with a line a row, columns as wide as they need to be; the first row is the head.
void print_table(const std::vector<std::vector<std::string>>& rows);

}  // namespace percept::cli
