// SPDX-License-Identifier: MIT
//
// Positions as pages show them: of a match as it was, or as a role knew it, and the first one of a game. Whoever sits
// in a running match is shown what their role knows; everybody else what the audience of the match may see (views.h).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "record/sight.h"
#include "service/eyes.h"
#include "service/handlers.h"

namespace percept::service {
namespace {

Reply view_of(const Result<Json>& view) {
  if (view) return reply(200, *view);
  Reply out = refusal(503, view.error());
  out.headers.emplace_back("Retry-After", "2");
  return out;
}

Reply not_yet(std::size_t round) {
  return refusal(404, {fmt::format("round {} has not been played", round), "ask again when it has"});
}

Reply show_view(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {"role", "worlds", "other"}); !fine) return refusal(400, fine.error());
  auto round = whole_number(request.arguments[1]);
  if (!round) return refusal(404, {fmt::format("{} is no round", request.arguments[1]), "rounds count from 0"});
  const std::string* role = request.parameter("role");
  bool worlds = request.parameter("worlds") != nullptr;
  const std::string* other = request.parameter("other");
  if (auto desk = desk_of(parts, request); desk && role && *role == desk->role()) {
    auto live = parts.matches.find(request.arguments[0]);
    if (other && live)  // the rules of one that has not started may be forgotten
      return live->on_record() ? view_of(parts.eyes.thoughts(live->order().rules, *role, *other, desk->told(*round)))
                               : not_yet(*round);
    auto view = desk->view(*round, worlds);
    return view ? reply(200, *view) : not_yet(*round);
  }
  if (auto live = parts.matches.find(request.arguments[0]); live && !live->on_record())
    return refusal(409, {"the match has not started", "ask again when it has"});
  auto found = find_record(parts, request);
  if (!found) return found.error();
  if (!found->audience.hidden)
    return refusal(403, {"what is hidden stays hidden while the match runs", "wait for its end"});
  if (*round > found->record.rounds.size()) return not_yet(*round);
  if (!found->audience.role) return view_of(parts.eyes.truth(found->record, *round));
  if (found->record.roles[*found->audience.role] == match::kNature)
    return refusal(400, {"nature knows nothing and wants nothing", "ask for another role"});
  if (other) {
    std::vector<game::Told> told;
    for (std::size_t i = 1; i <= *round; ++i) told.push_back(record::told(found->record, *found->audience.role, i));
    return view_of(parts.eyes.thoughts(found->record.rules, *role, *other, told));
  }
  return view_of(parts.eyes.sight(found->record, *found->audience.role, *round, worlds));
}

}  // namespace

std::shared_ptr<Desk> desk_of(Parts& parts, const Request& request) {
  const std::string* token = request.header("percept-seat");
  auto live = token ? parts.matches.find(request.arguments[0]) : nullptr;
  if (live)
    for (const auto& chair : live->order().chairs)
      if (chair && chair->desk && chair->desk->opens(*token)) return chair->desk;
  return nullptr;
}

void add_view_routes(std::vector<Route>& routes, Parts& parts) {
  routes.push_back({"GET", "/api/matches/{id}/views/{round}",
                    [&parts](const Request& request) { return show_view(parts, request); }});
  routes.push_back({"GET", "/api/games/{name}/picture", [&parts](const Request& request) {
                      if (auto fine = check_query(request, {}); !fine) return refusal(400, fine.error());
                      const std::string& name = request.arguments[0];
                      auto sheet = parts.games.find(name);
                      if (!sheet)
                        return refusal(404, {"there is no game " + name, suggestion(name, parts.games.names())});
                      if (!sheet->problem.empty()) return refusal(409, {sheet->problem, ""});
                      return view_of(parts.eyes.first(sheet->rules));
                    }});
}

}  // namespace percept::service
