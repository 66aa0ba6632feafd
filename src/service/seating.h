// SPDX-License-Identifier: MIT
//
// How the players of a tournament get their seats: strategies of ours and players somewhere else (wire/seating.h).
//
// Any thread may call this.
#pragma once

#include "tournament/run.h"

namespace percept::service {

tournament::Seating network_seating();

}  // namespace percept::service
