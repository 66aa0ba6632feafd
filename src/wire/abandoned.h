// SPDX-License-Identifier: MIT
//
// Players somewhere else go on waiting in a match whose manager was killed, and answer `busy` to others. The store
// knows the matches they were in; whoever comes next sends ABORT in place of the message that was never sent.
//
// Any thread may call these.
#pragma once

#include <string>
#include <vector>

#include "store/store.h"

namespace percept::wire {

// Tells the remote ones of these players that their last matches are over. Those that are being played are left alone;
// answers do not matter.
void abort_abandoned(store::Store& store, const std::vector<std::string>& specs);

}  // namespace percept::wire
