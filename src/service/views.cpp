// SPDX-License-Identifier: MIT
#include "service/views.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "wire/seating.h"

namespace percept::service {

using record::Record;
using record::Round;

namespace {

bool is_named_by_address(const std::string& name, const std::string& spec) {
  return wire::is_remote(spec) && spec.find(name) != std::string::npos;
}

// Whether what went wrong says where the player is.
bool tells_address(const record::PlayerOnRecord& player, const record::Fault& fault) {
  return wire::is_remote(player.spec) &&
         (fault.kind == record::FaultKind::kConnection || fault.kind == record::FaultKind::kTimeout);
}

Json player_view(const Record& header, std::size_t role, const Audience& audience) {
  const record::PlayerOnRecord& player = header.players[role];
  std::string name = audience.seed ? player.name : public_name(player.name);
  if (!audience.addresses && is_named_by_address(player.name, player.spec)) name = "remote";
  Json out = {{"role", header.roles[role]}, {"name", std::move(name)}};
  if (wire::is_remote(player.spec) ? audience.addresses : audience.seed) out["spec"] = player.spec;
  if (!player.dialect.empty()) out["dialect"] = player.dialect;
  return out;
}

bool shows(const Audience& audience, std::size_t role) { return !audience.role || *audience.role == role; }

Json faults_view(const Record& header, const std::vector<std::optional<record::Fault>>& faults,
                 const Audience& audience) {
  Json out = Json::array();
  for (std::size_t role = 0; role < faults.size(); ++role)
    if (faults[role] && shows(audience, role)) out.push_back(fault_view(header, role, *faults[role], audience));
  return out;
}

Json goals_view(const std::vector<std::string>& roles, const std::vector<std::optional<int>>& goals) {
  Json out = Json::object();
  for (std::size_t role = 0; role < std::min(roles.size(), goals.size()); ++role)
    out[roles[role]] = goals[role] ? Json(*goals[role]) : Json();
  return out;
}

}  // namespace

record::Record without_addresses(record::Record record) {
  for (record::PlayerOnRecord& player : record.players) {
    if (!wire::is_remote(player.spec)) continue;
    if (is_named_by_address(player.name, player.spec)) player.name = "remote";
  }
  auto hide = [&](std::vector<std::optional<record::Fault>>& faults) {
    for (std::size_t role = 0; role < std::min(faults.size(), record.players.size()); ++role)
      if (faults[role] && tells_address(record.players[role], *faults[role])) faults[role]->detail.clear();
  };
  hide(record.start_faults);
  for (record::Round& round : record.rounds) hide(round.faults);
  for (record::PlayerOnRecord& player : record.players)
    if (wire::is_remote(player.spec)) player.spec = "remote";
  return record;
}

std::string public_name(const std::string& name) {
  return wire::is_remote(name) ? "remote" : name.substr(0, name.find(':'));
}

std::string time_text(std::int64_t milliseconds) {
  std::time_t seconds = milliseconds / 1000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(seconds), milliseconds % 1000);
}

std::string Audience::name(const Record& record) const {
  return role ? record.roles[*role] : hidden ? "all" : "public";
}

Audience audience_of(const Record& record, bool privileged, bool goes_on) {
  bool over = record.status != record::Status::kRunning && !goes_on;
  // Who reaches the service may be one of those who play.
  if (!over && std::ranges::any_of(record.players, &record::PlayerOnRecord::human)) privileged = false;
  return {.hidden = privileged || over || (record.rules.gdl_version == 1 && !record.scrambled),
          .seed = privileged || over,
          .addresses = privileged,
          .role = {}};
}

Json header_view(const Record& header, const Audience& audience) {
  Json players = Json::array();
  for (std::size_t role = 0; role < header.players.size(); ++role)
    players.push_back(player_view(header, role, audience));
  bool nameless = header.scrambled && !audience.seed;  // its players shall not know which it is
  Json out = {{"id", header.id},
              {"game", nameless ? "scrambled" : header.rules.name},
              {"hash", nameless ? "" : header.rules.hash},
              {"gdlVersion", header.rules.gdl_version},
              {"view", audience.name(header)},
              {"roles", header.roles},
              {"players", std::move(players)},
              {"startClock", header.clocks.start},
              {"playClock", header.clocks.play},
              {"scrambled", header.scrambled},
              {"started", time_text(header.started)}};
  if (!header.tournament.empty()) out["tournament"] = header.tournament;
  if (audience.role) return out;
  if (audience.seed) out["seed"] = header.seed;
  if (audience.hidden) out["initial"] = header.initial;
  return out;
}

Json fault_view(const Record& header, std::size_t role, const record::Fault& fault, const Audience& audience) {
  Json out = {{"role", header.roles[role]}, {"kind", name_of(fault.kind)}};
  if (!audience.hidden) return out;
  if (!fault.answer.empty()) out["answer"] = fault.answer;
  bool secret = !audience.addresses && role < header.players.size() && tells_address(header.players[role], fault);
  if (!fault.detail.empty() && !secret) out["detail"] = fault.detail;
  return out;
}

Json round_view(const Record& header, std::size_t number, const Round& round, const Audience& audience) {
  Json out = {
      {"round", number}, {"time", time_text(round.time)}, {"faults", faults_view(header, round.faults, audience)}};
  if (!audience.hidden) return out;
  bool imperfect = header.rules.gdl_version == 2;
  Json moves = Json::object(), percepts = Json::object(), seconds = Json::object();
  for (std::size_t role = 0; role < header.roles.size(); ++role) {
    const std::string& name = header.roles[role];
    if (role < round.moves.size() && (shows(audience, role) || !imperfect)) moves[name] = round.moves[role];
    if (!shows(audience, role)) continue;
    if (imperfect && role < round.percepts.size()) percepts[name] = round.percepts[role];
    if (role < round.seconds.size()) seconds[name] = round.seconds[role];
  }
  out["moves"] = std::move(moves);
  if (imperfect) out["percepts"] = std::move(percepts);
  out["seconds"] = std::move(seconds);
  if (!audience.role) out["state"] = round.state;
  return out;
}

Json match_view(const Record& record, const Audience& audience, std::size_t first) {
  Json out = header_view(record, audience);
  out["status"] = name_of(record.status);
  out["startFaults"] = faults_view(record, record.start_faults, audience);
  out["roundsPlayed"] = record.rounds.size();
  Json rounds = Json::array();
  for (std::size_t number = std::max<std::size_t>(first, 1); number <= record.rounds.size(); ++number)
    rounds.push_back(round_view(record, number, record.rounds[number - 1], audience));
  out["rounds"] = std::move(rounds);
  if (record.ended != 0) out["ended"] = time_text(record.ended);
  if (!record.note.empty() && audience.hidden && !audience.role) out["note"] = record.note;
  if (record.status == record::Status::kCompleted && !audience.role)
    out["goals"] = goals_view(record.roles, record.goals);
  return out;
}

bool tells_all(const store::Summary& summary, bool privileged, bool goes_on) {
  bool over = summary.status != record::Status::kRunning && !goes_on;
  return over || (privileged && std::ranges::find(summary.specs, "human") == summary.specs.end());
}

Json summary_view(const store::Summary& summary, bool privileged, bool goes_on) {
  bool all = tells_all(summary, privileged, goes_on);
  auto name = [&](std::size_t role) -> std::string {
    if (privileged && all) return summary.players[role];
    if (is_named_by_address(summary.players[role], summary.specs[role])) return "remote";
    return all ? summary.players[role] : public_name(summary.players[role]);
  };
  Json players = Json::array();
  for (std::size_t role = 0; role < std::min(summary.roles.size(), summary.players.size()); ++role)
    players.push_back({{"role", summary.roles[role]}, {"name", name(role)}});
  Json out = {{"id", summary.id},
              {"game", summary.scrambled && !all ? "scrambled" : summary.game},
              {"status", name_of(summary.status)},
              {"players", std::move(players)},
              {"roundsPlayed", summary.rounds},
              {"faults", summary.faults},
              {"started", time_text(summary.started)}};
  if (!summary.tournament.empty()) out["tournament"] = summary.tournament;
  if (summary.ended != 0) out["ended"] = time_text(summary.ended);
  if (summary.status == record::Status::kCompleted) out["goals"] = goals_view(summary.roles, summary.goals);
  return out;
}

}  // namespace percept::service
