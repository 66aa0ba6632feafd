// SPDX-License-Identifier: MIT
//
// From the body of POST /api/matches to a match that can be played: the game is read and checked, every role has a
// player that exists. What is wrong is a refusal with the place of it; nothing was called or written before.
//
// Internal to service/.
#pragma once

#include <tl/expected.hpp>

#include "sandbox/worker.h"
#include "service/exchange.h"
#include "service/game_shelf.h"
#include "service/live_match.h"
#include "service/registry.h"

namespace percept::service {

inline constexpr double kLongestClock = 86'400;  // seconds

tl::expected<Order, Reply> read_order(const std::string& body, GameShelf& games, const Registry& players,
                                      const sandbox::WorkerLimits& limits, const std::stop_token& stop);
// The same match once more, with an id and seats of its own.
Order once_more(const Order& order, GameShelf& games);

}  // namespace percept::service
