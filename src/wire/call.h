// SPDX-License-Identifier: MIT
//
// One request to a player and its reply. The deadline is one for the whole exchange: a player that drips a byte a
// second gains nothing by it. The two conventions of when a clock starts (dialect.h, Timing) are a matter of
// CallLimits. Every call has a connection of its own, so that an answer that comes too late is never taken for the
// next one.
//
//   auto reply = call(*read_address("http://localhost:9147"), request_bytes, {.connect = 5, .answer = 11}, stop);
//   reply.fault ? reply.fault->detail : reply.body;
//
// Internal to wire/.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "record/fault.h"
#include "wire/peer.h"

namespace percept::wire {

struct CallLimits {
  double connect = 5;            // seconds until the connection stands
  std::optional<double> answer;  // seconds on the clock; nothing when there is no limit
  bool from_connection = false;  // the clock starts when the connection stands, else with the call
  std::size_t bytes = 1 << 20;   // of the reply, its header included
};

struct CallReply {
  std::string body;
  std::optional<record::Fault> fault;  // then the body is what came before it
  double connecting = 0;               // seconds until the connection stood, or failed
  double seconds = 0;                  // on the clock
};

// Ends soon after a stop is asked for, with a fault.
CallReply call(const Peer& peer, std::string_view request, const CallLimits& limits, std::stop_token stop = {});

}  // namespace percept::wire
