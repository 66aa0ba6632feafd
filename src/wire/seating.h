// SPDX-License-Identifier: MIT
//
// From what a user asks for to a seat at the table: a strategy of ours ("legal:filter=two-set"), a player somewhere
// else ("http://host:port"), or whatever the caller adds ("human").
//
// Any thread may call these.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "match/seat.h"
#include "wire/dialect.h"

namespace percept::wire {

struct SeatOptions {
  std::uint64_t seed = 1;               // of a local strategy, unless its spec has one
  std::optional<Dialect> dialect = {};  // of a remote player; else what it says of itself, else what the game asks for
  std::optional<Timing> timing = {};    // of a remote player; else its dialect's
  bool tell_moves = false;              // to a remote player, hidden ones too, where its dialect has no percepts
  bool must_be_there = false;  // a remote player that cannot be reached, or is busy, is refused before the match
};

// Whether the text is a spec; an error says what is wrong and what there is, with what the caller adds (", or human").
// Nobody is called.
Result<void> check_spec(const std::string& spec, std::string_view added = {});
bool is_remote(const std::string& spec);
Result<std::unique_ptr<match::Seat>> make_seat(const std::string& spec, const SeatOptions& options);

}  // namespace percept::wire
