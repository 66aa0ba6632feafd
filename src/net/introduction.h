// SPDX-License-Identifier: MIT
//
// Asks a player who it is. Players of Dresden's time have never heard of INFO; that they say nothing means nothing.
#pragma once

#include <stop_token>
#include <tl/expected.hpp>

#include "match/record.h"
#include "net/dialect.h"
#include "net/peer.h"
#include "net/replies.h"

namespace percept::net {

// By the time that `seconds` have passed.
tl::expected<InfoReply, match::Fault> ask_info(const Peer& peer, Dialect dialect, double seconds,
                                               std::stop_token stop = {});

}  // namespace percept::net
