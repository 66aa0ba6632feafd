// SPDX-License-Identifier: MIT
//
// Players somewhere else go on waiting in a match whose manager was killed, and answer `busy` to others. The store
// knows those matches; whoever comes next sends the ABORT that was never sent.
#pragma once

#include <string>
#include <vector>

#include "match/record.h"
#include "match/store.h"

namespace percept::net {

// To the remote players of a match that was cut off. Answers do not matter.
void abort_abandoned(const match::Record& record);
// To these players, for the last matches that they were left in.
void abort_abandoned(match::Store& store, const std::vector<std::string>& specs);

}  // namespace percept::net
