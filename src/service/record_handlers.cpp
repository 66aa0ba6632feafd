// SPDX-License-Identifier: MIT
//
// Records in the formats of others, and of ours why players chose as they did. Dresden's is a file a
// position: one of them is replied, the last unless asked for.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "record/dresden_xml.h"
#include "record/ggp_json.h"
#include "record/percept_json.h"
#include "record/reasons_json.h"
#include "service/handlers.h"

namespace percept::service {
namespace {

// A role's view asks what it knows, which takes time: one at a time, so that nobody can keep all threads at it.
Reply dresden(const Found& found, const Request& request, std::mutex& at_work) {
  std::unique_lock lock(at_work, std::try_to_lock);
  if (!lock) {
    Reply out = refusal(503, {"another record is being made", "try again in a moment"});
    out.headers.emplace_back("Retry-After", "2");
    return out;
  }
  std::optional<std::string> role;
  if (found.audience.role) role = found.record.roles[*found.audience.role];
  auto match = record::to_dresden_xml(found.record, role);
  if (!match) return refusal(409, match.error());
  std::size_t last = found.record.rounds.size();
  auto step = number_of(request, "step", last, last);
  if (!step) return refusal(400, step.error());
  record::XmlFile& file = *step == last ? match->files.back() : match->files[*step];
  return {.type = "application/xml; charset=ISO-8859-1",
          .body = std::move(file.text),
          .headers = {{"Content-Disposition", fmt::format("inline; filename=\"{}\"", file.name)}}};
}

Reply show_record(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {"format", "role", "step"}); !fine) return refusal(400, fine.error());
  const std::string* asked = request.parameter("format");
  std::string format = asked ? *asked : "percept";
  std::vector<std::string> formats = {"percept", "ggp", "dresden"};
  if (std::ranges::find(formats, format) == formats.end())
    return refusal(400, {"format: there is no " + format, suggestion(format, formats)});
  if (auto live = parts.matches.find(request.arguments[0]); live && !live->on_record())
    return refusal(409, {"the match has not started", "/api/matches/" + live->id() + " shows where it stands"});
  if (format != "dresden")
    for (const char* name : {"role", "step"})
      if (request.parameter(name))
        return refusal(400, {fmt::format("{} is for the format dresden", name),
                             "/api/matches/{id}?role= shows what a role was told"});
  auto found = find_record(parts, request);
  if (!found) return found.error();
  if (!found->audience.hidden || !found->audience.seed)
    return refusal(403, {"the record of a running match is for the holder of the token", "wait for its end"});
  if (!found->audience.addresses) found->record = without_addresses(std::move(found->record));
  if (format == "dresden") return dresden(*found, request, parts.making_sight);
  std::string text = format == "ggp" ? record::to_ggp_json(found->record) : record::to_percept_json(found->record);
  return {.body = std::move(text)};
}

Reply show_reasons(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {}); !fine) return refusal(400, fine.error());
  const std::string& id = request.arguments[0];
  if (auto live = parts.matches.find(id); live && !live->on_record())
    return refusal(409, {"the match has not started", "/api/matches/" + id + " shows where it stands"});
  auto found = find_record(parts, request);
  if (!found) return found.error();
  if (!found->audience.hidden || !found->audience.seed)
    return refusal(403, {"what players think is theirs while the match runs", "wait for its end"});
  const record::Record& record = found->record;
  Json rounds = Json::array();
  for (std::size_t i = 0; i < record.rounds.size(); ++i) {
    Json roles;
    const std::vector<game::Reasons>& reasons = record.rounds[i].reasons;
    for (std::size_t role = 0; role < reasons.size(); ++role)
      if (!reasons[role].empty()) roles[record.roles[role]] = record::reasons_json(reasons[role]);
    if (!roles.is_null()) rounds.push_back({{"round", i + 1}, {"roles", std::move(roles)}});
  }
  return reply(200, {{"id", id}, {"rounds", std::move(rounds)}});
}

}  // namespace

void add_record_routes(std::vector<Route>& routes, Parts& parts) {
  routes.push_back(
      {"GET", "/api/matches/{id}/reasons", [&parts](const Request& request) { return show_reasons(parts, request); }});
  routes.push_back(
      {"GET", "/api/matches/{id}/record", [&parts](const Request& request) { return show_record(parts, request); }});
}

}  // namespace percept::service
