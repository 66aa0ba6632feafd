// SPDX-License-Identifier: MIT
//
// The page at /: what this is, and the matches as they are played. Plain HTML that stands alone.
#pragma once

#include "net/service/exchange.h"

namespace percept::net::service {

Reply page();

}  // namespace percept::net::service
