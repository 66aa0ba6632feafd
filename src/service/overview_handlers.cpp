// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "play/strategies.h"
#include "service/assets.h"
#include "service/fields.h"
#include "service/handlers.h"
#include "service/openapi.h"
#include "wire/seating.h"

namespace percept::service {
namespace {

Reply overview(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {}); !fine) return refusal(400, fine.error());
  return reply(200, {{"service", "percept"},
                     {"version", parts.version},
                     {"started", time_text(parts.started)},
                     {"running", parts.matches.running()},
                     {"queued", parts.matches.queued()},
                     {"watchers", parts.watchers.load()},
                     {"privileged", request.privileged},
                     {"links",
                      {{"games", "/api/games"},
                       {"players", "/api/players"},
                       {"matches", "/api/matches"},
                       {"events", "/api/events"},
                       {"openapi", "/openapi.json"}}}});
}

Json sheet_view(const ShelvedGame& sheet) {
  Json out = {{"name", sheet.name},       {"file", sheet.rules.name},
              {"title", sheet.title},     {"about", sheet.about},
              {"roles", sheet.roles},     {"gdlVersion", sheet.rules.gdl_version},
              {"hash", sheet.rules.hash}, {"playable", sheet.problem.empty()}};
  if (!sheet.look.is_null()) out["look"] = sheet.look;
  if (sheet.nature) out["nature"] = *sheet.nature;
  if (!sheet.problem.empty()) out["problem"] = printable(sheet.problem);
  return out;
}

Json player_view(const Registered& player, bool privileged) {
  Json out = {{"name", player.name}, {"status", name_of(player.presence)}};
  if (privileged) out["url"] = player.url;
  if (player.dialect) out["dialect"] = name_of(*player.dialect);
  if (!player.says.empty()) out["says"] = printable(player.says);
  if (!player.species.empty()) out["species"] = printable(player.species);
  if (!player.problem.empty() && privileged) out["problem"] = printable(player.problem);
  if (player.last_seen != 0) out["lastSeen"] = time_text(player.last_seen);
  return out;
}

Reply list_players(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {}); !fine) return refusal(400, fine.error());
  Json players = Json::array(), strategies = Json::array();
  for (const Registered& player : parts.players.list()) players.push_back(player_view(player, request.privileged));
  for (const play::Strategy& strategy : play::strategies()) {
    if (strategy.file) continue;  // no order reads files
    Json options = Json::array();
    for (const play::StrategyOption& option : strategy.options)
      if (!option.file)
        options.push_back(
            {{"name", option.name}, {"values", option.values()}, {"default", option.fallback}, {"help", option.help}});
    strategies.push_back({{"name", strategy.name}, {"help", strategy.help}, {"options", std::move(options)}});
  }
  return reply(200, {{"players", std::move(players)}, {"strategies", std::move(strategies)}});
}

Reply add_player(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {}); !fine) return refusal(400, fine.error());
  auto read = Fields::of(request.body);
  if (!read) return refusal(400, read.error());
  Fields& fields = *read;
  auto url = fields.text("url", 300);
  auto name = fields.text("name", 100);
  auto dialect = fields.text("dialect", 100);
  std::optional<wire::Dialect> spoken = dialect ? wire::dialect_of(*dialect) : std::nullopt;
  if (!url) fields.wrong("a player needs a url", "{\"url\": \"http://host:port\"}");
  if (name && !is_name(*name)) fields.wrong("name has letters, digits and - _ . only, 64 at most");
  if (name && wire::check_spec(*name)) fields.wrong("name: " + *name + " is a strategy already", "take another name");
  if (dialect && !spoken) fields.wrong("dialect: there is no " + *dialect, suggestion(*dialect, wire::dialect_names()));
  if (auto fine = fields.finish(); !fine) return refusal(400, fine.error());
  auto added = parts.players.add(*url, name, spoken);
  if (!added) return refusal(400, {"url: " + added.error().message, added.error().hint});
  const Registered& player = added->player;
  switch (added->outcome) {
    case Registry::Welcome::kTaken:
      return refusal(409, {player.name + " is the name of another player", "take another name, or remove that one"});
    case Registry::Welcome::kFull:
      return refusal(503, {"there are too many players already", "remove some that are gone"});
    default: break;
  }
  Reply out = reply(added->outcome == Registry::Welcome::kNew ? 201 : 200, player_view(player, request.privileged));
  out.headers.emplace_back("Location", "/api/players/" + player.name);
  return out;
}

Reply no_player(const std::string& name, Parts& parts) {
  std::vector<std::string> names;
  for (const Registered& player : parts.players.list()) names.push_back(player.name);
  return refusal(404, {"there is no player " + name, suggestion(name, names)});
}

}  // namespace

void add_overview_routes(std::vector<Route>& routes, Parts& parts) {
  add_asset_routes(routes);
  routes.push_back({"GET", "/openapi.json", [&parts](const Request&) { return reply(200, openapi(parts.version)); }});
  routes.push_back({"GET", "/api", [&parts](const Request& request) { return overview(parts, request); }});
}

void add_game_routes(std::vector<Route>& routes, Parts& parts) {
  routes.push_back({"GET", "/api/games", [&parts](const Request& request) {
                      if (auto fine = check_query(request, {}); !fine) return refusal(400, fine.error());
                      Json games = Json::array();
                      for (const auto& sheet : parts.games.list()) games.push_back(sheet_view(*sheet));
                      return reply(200, {{"games", std::move(games)}});
                    }});
  routes.push_back({"GET", "/api/games/{name}", [&parts](const Request& request) {
                      if (auto fine = check_query(request, {}); !fine) return refusal(400, fine.error());
                      const std::string& name = request.arguments[0];
                      auto sheet = parts.games.find(name);
                      if (!sheet)
                        return refusal(404, {"there is no game " + name, suggestion(name, parts.games.names())});
                      Json out = sheet_view(*sheet);
                      out["rules"] = sheet->rules.text;
                      return reply(200, out);
                    }});
}

void add_player_routes(std::vector<Route>& routes, Parts& parts) {
  routes.push_back({"GET", "/api/players", [&parts](const Request& request) { return list_players(parts, request); }});
  routes.push_back({"POST", "/api/players", [&parts](const Request& request) { return add_player(parts, request); }});
  routes.push_back({"GET", "/api/players/{name}", [&parts](const Request& request) {
                      auto player = parts.players.find(request.arguments[0]);
                      if (!player) return no_player(request.arguments[0], parts);
                      return reply(200, player_view(*player, request.privileged));
                    }});
  routes.push_back({"DELETE", "/api/players/{name}", [&parts](const Request& request) {
                      if (!parts.players.remove(request.arguments[0])) return no_player(request.arguments[0], parts);
                      return Reply{.status = 204};
                    }});
}

std::vector<Route> all_routes(Parts& parts) {
  std::vector<Route> routes;
  add_overview_routes(routes, parts);
  add_health_routes(routes, parts);
  add_game_routes(routes, parts);
  add_player_routes(routes, parts);
  add_match_routes(routes, parts);
  add_record_routes(routes, parts);
  add_event_routes(routes, parts);
  add_view_routes(routes, parts);
  add_seat_routes(routes, parts);
  add_rules_routes(routes, parts);
  add_tournament_routes(routes, parts);
  return routes;
}

}  // namespace percept::service
