// SPDX-License-Identifier: MIT
//
// Asks a player who it is. Players of Dresden's time have never heard of INFO; that they say nothing means nothing.
//
// Any thread may call these.
#pragma once

#include <stop_token>
#include <tl/expected.hpp>

#include "record/fault.h"
#include "wire/dialect.h"
#include "wire/peer.h"
#include "wire/replies.h"

namespace percept::wire {

// By the time that `seconds` have passed.
tl::expected<InfoReply, record::Fault> ask_info(const Peer& peer, Dialect dialect, double seconds,
                                                std::stop_token stop = {});

}  // namespace percept::wire
