// SPDX-License-Identifier: MIT
//
// A connection to a peer, by a deadline. All addresses of a host are tried: the next one when an attempt has failed or
// says nothing for a quarter of a second, while earlier attempts go on (RFC 8305, "happy eyeballs"). Looking up a name
// cannot be interrupted, so it is done by a thread that is left behind when it takes too long.
//
// Internal to wire/.
#pragma once

#include <tl/expected.hpp>

#include "base/descriptor.h"
#include "record/fault.h"
#include "wire/peer.h"
#include "wire/watch.h"

namespace percept::wire {

// A socket that does not block, or what went wrong.
tl::expected<Descriptor, record::Fault> connect_to(const Peer& peer, Deadline deadline, Watch& watch);

}  // namespace percept::wire
