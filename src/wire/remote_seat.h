// SPDX-License-Identifier: MIT
//
// A seat whose player is somewhere else: the referee's words go out as messages in the player's dialect, its answers
// come back as moves or faults. Whatever the player does, a call ends with its clock, and nothing it sends can do more
// than lose it a round.
//
// The dialect is the one asked for; else dresden-2013 for a player whose INFO says ( gdl 2 ) and in games of GDL-II,
// and ggp-base in others, and where every role sees every move and INFO says nothing of GDL-II. A dialect that tells
// joint moves is refused where they are secret, unless SeatOptions::tell_moves; such a player is given the rules
// without `sees`. In a game of GDL-I a player whose dialect tells percepts is given the rule that everybody sees every
// move.
//
// Internal to wire/.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "match/seat.h"
#include "wire/peer.h"
#include "wire/seating.h"

namespace percept::wire {

// An error is a url that is no player's address; nobody is called.
Result<std::unique_ptr<match::Seat>> make_remote_seat(const std::string& url, const SeatOptions& options);

}  // namespace percept::wire
