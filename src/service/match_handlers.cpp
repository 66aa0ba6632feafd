// SPDX-License-Identifier: MIT
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "service/handlers.h"
#include "service/order.h"
#include "service/views.h"

namespace percept::service {

using record::Record;

namespace {

constexpr std::size_t kMostListed = 500;

Reply start_match(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {}); !fine) return refusal(400, fine.error());
  auto order = read_order(request.body, parts.games, parts.players, parts.limits, parts.stopping.get_token());
  if (!order) return order.error();
  return start_order(parts, std::move(*order));
}

// Who is not told a player's options, or the game of a scrambled match, does not find them by asking for them, either.
bool names(const Json& view, const std::string& player) {
  return std::ranges::any_of(view["players"], [&](const Json& shown) { return shown["name"] == player; });
}

// Whether the match that is not on record is one of those asked for.
bool asked_for(const LiveMatch& match, const store::Query& query, const std::string* status, bool privileged) {
  if (status && name_of(match.stage()) != *status) return false;
  const std::string& file = match.order().rules.name;
  if (query.game && match.order().setup.scramble && !privileged) return false;
  if (query.game && lower(file) != lower(*query.game) && lower(file.substr(0, file.find('.'))) != lower(*query.game))
    return false;
  return !query.player || names(match.view(privileged), *query.player);
}

Reply list_matches(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {"game", "player", "tournament", "status", "limit", "offset"}); !fine)
    return refusal(400, fine.error());
  auto limit = number_of(request, "limit", 50, kMostListed);
  if (!limit) return refusal(400, limit.error());
  auto offset = number_of(request, "offset", 0, 999'999'999);
  if (!offset) return refusal(400, offset.error());
  store::Query query;
  auto optional = [&](const char* name) {
    const std::string* value = request.parameter(name);
    return value ? std::optional(*value) : std::nullopt;
  };
  query.game = optional("game");
  query.player = optional("player");
  query.specs = request.privileged;
  query.tournament = optional("tournament");
  const std::string* status = request.parameter("status");
  if (status) {
    query.status = record::status_of(*status);
    std::vector<std::string> known = {"queued", "starting", "running",   "completed",  "aborted",
                                      "failed", "refused",  "cancelled", "interrupted"};
    if (std::ranges::find(known, *status) == known.end())
      return refusal(400, {"status: there is no " + *status, suggestion(*status, known)});
  }
  // One list: those that wait, then those on record, each the newest first.
  Json out = Json::array();
  std::size_t skipped = 0;
  if (!query.tournament)
    for (const auto& match : parts.matches.unrecorded()) {
      if (!asked_for(*match, query, status, request.privileged)) continue;
      if (skipped < *offset)
        ++skipped;
      else if (out.size() < *limit)
        out.push_back(match->view(request.privileged));
    }
  if (out.size() < *limit && (!status || query.status)) {
    query.offset = *offset - skipped;
    query.limit = *limit - out.size();
    auto listed = parts.store.list(query);
    if (!listed) return refusal(500, listed.error());
    for (const store::Summary& summary : *listed) {
      bool goes_on = parts.matches.goes_on(summary.id);
      Json view = summary_view(summary, request.privileged, goes_on);
      if (tells_all(summary, request.privileged, goes_on) ||
          ((!query.player || names(view, *query.player)) && !(query.game && summary.scrambled)))
        out.push_back(std::move(view));
    }
  }
  return reply(200, {{"matches", std::move(out)}, {"limit", *limit}, {"offset", *offset}});
}

Reply show_match(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {"role", "from"}); !fine) return refusal(400, fine.error());
  auto from = number_of(request, "from", 1, 999'999'999);
  if (!from) return refusal(400, from.error());
  if (auto live = parts.matches.find(request.arguments[0]); live && !live->on_record())
    return reply(200, live->view(request.privileged));
  auto found = find_record(parts, request);
  if (!found) return found.error();
  return reply(200, match_view(found->record, found->audience, *from));
}

Reply cancel_match(Parts& parts, const Request& request) {
  const std::string& id = request.arguments[0];
  if (auto live = parts.matches.find(id)) {
    if (parts.matches.cancel(*live)) return reply(202, {{"id", id}, {"status", "cancelling"}});
    return refusal(409, {"match " + id + " has ended already", "/api/matches/" + id + " shows how"});
  }
  auto record = parts.store.load(id);
  if (!record || record->id != id) return refusal(404, {"there is no match " + id, "/api/matches lists them"});
  if (record->status == record::Status::kRunning)
    return refusal(409, {"match " + id + " is played by another process", "end it there"});
  return refusal(409, {"match " + id + " has ended already", "/api/matches/" + id + " shows how"});
}

}  // namespace

Reply start_order(Parts& parts, Order order, const LiveMatch* taken_back) {
  auto match = parts.matches.add(std::make_shared<LiveMatch>(std::move(order), parts.feed));
  if (!match) {
    Reply out = refusal(503, match.error());
    out.headers.emplace_back("Retry-After", "10");
    return out;
  }
  const LiveMatch& live = **match;
  if (taken_back) parts.matches.go_on(taken_back->id(), *match);
  std::string path = "/api/matches/" + live.id();
  Json out = {{"id", live.id()},
              {"links", {{"match", path}, {"events", path + "/events"}, {"record", path + "/record"}}}};
  // Whoever asked may sit down at one of the seats, and could tell chance from the seed.
  if (!live.order().has_people()) out["seed"] = live.order().setup.seed;
  for (const auto& chair : live.order().chairs)
    if (chair && chair->desk) out["seats"][chair->desk->role()] = chair->desk->token();
  Reply done = reply(201, out);
  done.headers.emplace_back("Location", path);
  return done;
}

tl::expected<Found, Reply> find_record(Parts& parts, const Request& request) {
  const std::string& id = request.arguments[0];
  auto record = parts.store.load(id);
  if (!record || record->id != id)
    return tl::unexpected(refusal(404, {"there is no match " + id, "/api/matches lists them"}));
  Found out{std::move(*record), {}};
  out.audience = audience_of(out.record, request.privileged, parts.matches.goes_on(id));
  const std::string* role = request.parameter("role");
  if (!role) return out;
  auto it = std::ranges::find(out.record.roles, *role);
  if (it == out.record.roles.end())
    return tl::unexpected(refusal(400, {"role: the match has no role " + *role, suggestion(*role, out.record.roles)}));
  if (auto desk = desk_of(parts, request); desk && desk->role() == *role) out.audience.hidden = true;
  if (!out.audience.hidden)
    return tl::unexpected(refusal(403, {"what a role is told stays hidden while the match runs",
                                        "Authorization: Bearer TOKEN shows it, or wait for the end"}));
  out.audience.role = static_cast<std::size_t>(it - out.record.roles.begin());
  return out;
}

void add_match_routes(std::vector<Route>& routes, Parts& parts) {
  routes.push_back({"GET", "/api/matches", [&parts](const Request& request) { return list_matches(parts, request); }});
  routes.push_back({"POST", "/api/matches", [&parts](const Request& request) { return start_match(parts, request); }});
  routes.push_back(
      {"GET", "/api/matches/{id}", [&parts](const Request& request) { return show_match(parts, request); }});
  routes.push_back(
      {"POST", "/api/matches/{id}/cancel", [&parts](const Request& request) { return cancel_match(parts, request); }});
}

}  // namespace percept::service
