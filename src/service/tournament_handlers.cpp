// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "play/strategies.h"
#include "service/cups.h"
#include "service/fields.h"
#include "service/handlers.h"
#include "service/seating.h"

namespace percept::service {
namespace {

// Where players are is for the privileged.
Json shown(Json view, bool privileged) {
  if (!privileged)
    for (Json& player : view["table"]["players"])
      if (player.value("spec", "").find("://") != std::string::npos) player["spec"] = "remote";
  return view;
}

Reply list_tournaments(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {}); !fine) return refusal(400, fine.error());
  auto list = parts.cups.list();
  if (!list) return refusal(500, list.error());
  Json out = Json::array();
  for (Json& one : *list) out.push_back(shown(std::move(one), request.privileged));
  return reply(200, {{"tournaments", std::move(out)}});
}

Reply show_tournament(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {}); !fine) return refusal(400, fine.error());
  auto view = parts.cups.view(request.arguments[0]);
  if (!view) return refusal(500, view.error());
  if (!*view) return refusal(404, {"there is no tournament " + request.arguments[0], "/api/tournaments lists them"});
  return reply(200, shown(std::move(**view), request.privileged));
}

// The configuration is that of `percept tournament` (its --help has one), but games are names of /api/games, and
// players may be those that are registered.
Reply start_tournament(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {}); !fine) return refusal(400, fine.error());
  if (auto fields = Fields::of(request.body); !fields) return refusal(400, fields.error());
  Json json = Json::parse(request.body, nullptr, false);
  if (!json.is_object()) return refusal(400, {"the body: must be a JSON object", "{\"field\": value, …}"});
  if (json.contains("games") && json["games"].is_array())
    for (Json& game : json["games"]) {
      auto sheet = game.is_string() ? parts.games.find(game) : nullptr;
      std::string name = game.is_string() ? game.get<std::string>() : game.dump();
      if (!sheet) return refusal(400, {"games: there is no " + name, suggestion(name, parts.games.names())});
      game = std::filesystem::absolute(sheet->file).string();
    }
  if (json.contains("players") && json["players"].is_object())
    for (Json& player : json["players"])
      if (auto registered = player.is_string() ? parts.players.find(player) : std::nullopt) {
        player = {{"spec", registered->url}};
        if (registered->dialect) player["dialect"] = name_of(*registered->dialect);
      }
  auto tournament = tournament::read_tournament_text("tournament", json.dump(), network_seating());
  if (!tournament) return refusal(400, tournament.error());
  for (const tournament::Entrant& player : tournament->players)
    if (!player.remote && play::names_file(player.spec))
      return refusal(400, {"players." + player.name + ": no order reads files of the service",
                           "percept player plays by a file, and can be registered"});
  std::string name = tournament->name;
  if (auto started = parts.cups.start(std::move(*tournament)); !started) return refusal(409, started.error());
  Reply out = reply(201, {{"name", name}, {"links", {{"tournament", "/api/tournaments/" + name}}}});
  out.headers.emplace_back("Location", "/api/tournaments/" + name);
  return out;
}

Reply cancel_tournament(Parts& parts, const Request& request) {
  const std::string& name = request.arguments[0];
  if (!parts.cups.cancel(name))
    return refusal(409, {name + " is not being played here", "/api/tournaments lists them"});
  return reply(202, {{"name", name}, {"status", "cancelled"}});
}

}  // namespace

void add_tournament_routes(std::vector<Route>& routes, Parts& parts) {
  auto add = [&](const char* method, const char* path, Reply (*handle)(Parts&, const Request&)) {
    routes.push_back({method, path, [&parts, handle](const Request& request) { return handle(parts, request); }});
  };
  add("GET", "/api/tournaments", list_tournaments);
  add("POST", "/api/tournaments", start_tournament);
  add("GET", "/api/tournaments/{name}", show_tournament);
  add("POST", "/api/tournaments/{name}/cancel", cancel_tournament);
}

}  // namespace percept::service
