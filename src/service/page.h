// SPDX-License-Identifier: MIT
//
// The page at /: what this is, and the matches as they are played. Plain HTML that stands alone.
//
// Internal to service/.
#pragma once

#include "service/exchange.h"

namespace percept::service {

Reply page();

}  // namespace percept::service
