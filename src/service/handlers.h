// SPDX-License-Identifier: MIT
//
// What each route does. The handlers of a file share an idea: what there is (games, players), matches, and live events.
//
// Internal to service/.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <semaphore>
#include <string>
#include <vector>

#include "service/cups.h"
#include "service/eyes.h"
#include "service/feed.h"
#include "service/game_shelf.h"
#include "service/match_runner.h"
#include "service/registry.h"
#include "service/routes.h"
#include "store/store.h"

namespace percept::service {

// Requests answered so far, by the first digit of their status.
struct RequestCounts {
  std::array<std::atomic<std::uint64_t>, 6> by_class = {};
  void add(int status) { ++by_class[static_cast<std::size_t>(std::clamp(status / 100, 0, 5))]; }
};

// The parts of the service that handlers work on.
struct Parts {
  store::Store& store;
  GameShelf& games;
  Registry& players;
  MatchRunner& matches;
  Feed& feed;
  Eyes& eyes;
  Cups& cups;
  std::string version;
  std::int64_t started = record::now_ms();
  std::size_t most_watchers = 64;
  sandbox::WorkerLimits limits = {};  // of processes that read and run rules
  std::stop_source stopping = {};     // raised when the service ends
  std::atomic<std::size_t> watchers = 0;
  std::mutex making_sight = {};         // of a role, for a record
  std::counting_semaphore<> drafts{4};  // processes that look at rules for the editor, at once
  RequestCounts requests = {};
};

void add_overview_routes(std::vector<Route>& routes, Parts& parts);  // the pages, /api, /openapi.json
void add_health_routes(std::vector<Route>& routes, Parts& parts);    // /healthz, /metrics
void add_game_routes(std::vector<Route>& routes, Parts& parts);
void add_player_routes(std::vector<Route>& routes, Parts& parts);
void add_match_routes(std::vector<Route>& routes, Parts& parts);
void add_record_routes(std::vector<Route>& routes, Parts& parts);
void add_event_routes(std::vector<Route>& routes, Parts& parts);
void add_view_routes(std::vector<Route>& routes, Parts& parts);  // positions as pages show them
void add_seat_routes(std::vector<Route>& routes, Parts& parts);  // for people who play
void add_rules_routes(std::vector<Route>& routes, Parts& parts);
void add_tournament_routes(std::vector<Route>& routes, Parts& parts);
std::vector<Route> all_routes(Parts& parts);

// What a request for a match on record comes to.
struct Found {
  record::Record record;
  Audience audience;
};
// By the id in the path and ?role=; the refusal says why there is nothing to see.
tl::expected<Found, Reply> find_record(Parts& parts, const Request& request);
// The seat whose token the request has, in the match of its path while that is played here; else null.
std::shared_ptr<Desk> desk_of(Parts& parts, const Request& request);
// Has the match played, and says so.
Reply start_order(Parts& parts, Order order, const LiveMatch* taken_back = nullptr);

}  // namespace percept::service
