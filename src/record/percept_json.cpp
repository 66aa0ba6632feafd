// SPDX-License-Identifier: MIT
#include "record/percept_json.h"

#include <fmt/format.h>

#include <charconv>

#include "record/json_view.h"
#include "record/reasons_json.h"

namespace percept::record {
namespace {

using nlohmann::ordered_json;

constexpr std::int64_t kVersion = 1;
constexpr std::int64_t kMostMilliseconds = std::int64_t{1} << 52;

ordered_json json_of(const std::vector<std::optional<Fault>>& faults) {
  ordered_json out = ordered_json::array();
  for (const std::optional<Fault>& fault : faults)
    if (fault)
      out.push_back({{"kind", name_of(fault->kind)}, {"answer", fault->answer}, {"detail", fault->detail}});
    else
      out.push_back(nullptr);
  return out;
}

ordered_json json_of(const Round& round) {
  ordered_json out;
  out["moves"] = round.moves;
  out["percepts"] = round.percepts;
  out["faults"] = json_of(round.faults);
  out["seconds"] = round.seconds;
  if (!round.reasons.empty()) {
    out["reasons"] = ordered_json::array();
    for (const game::Reasons& reasons : round.reasons)
      out["reasons"].push_back(reasons.empty() ? ordered_json(nullptr) : reasons_json(reasons));
  }
  out["state"] = round.state;
  out["time"] = round.time;
  return out;
}

std::vector<std::optional<Fault>> faults(const JsonView& list) {
  std::vector<std::optional<Fault>> out;
  for (const JsonView& each : list.list()) {
    out.emplace_back();
    if (each.is_null()) continue;
    auto kind = fault_of(each.required("kind").text());
    if (!kind)
      each["kind"].complain("must be a kind of fault", "timeout, illegal_move, parsing_error, io_error or internal");
    out.back() = Fault{kind.value_or(FaultKind::kInternal), each["answer"].text(), each["detail"].text()};
  }
  return out;
}

// One of each role, or none where that is allowed.
template <class Things>
Things by_role(Things things, const JsonView& view, const Record& record, bool may_be_none = true) {
  if (things.size() != record.roles.size() && !(may_be_none && things.empty()))
    view.complain(fmt::format("must have one entry for each of {} roles, not {}", record.roles.size(), things.size()));
  return things;
}

Round round(const JsonView& view, const Record& record) {
  Round out;
  out.moves = by_role(view.required("moves").texts(), view["moves"], record, false);
  for (const JsonView& each : view["percepts"].list()) out.percepts.push_back(each.texts());
  out.percepts = by_role(std::move(out.percepts), view["percepts"], record);
  out.faults = by_role(faults(view["faults"]), view["faults"], record);
  out.faults.resize(record.roles.size());
  for (const JsonView& each : view["seconds"].list()) out.seconds.push_back(each.number());
  out.seconds = by_role(std::move(out.seconds), view["seconds"], record);
  for (const JsonView& each : view["reasons"].list())
    out.reasons.push_back(each.is_null() ? game::Reasons() : reasons_of(each));
  out.reasons = by_role(std::move(out.reasons), view["reasons"], record);
  out.state = view.required("state").texts();
  out.time = view["time"].whole(-kMostMilliseconds, kMostMilliseconds);
  return out;
}

std::uint64_t seed(const JsonView& view) {
  std::string text = view.text();
  std::uint64_t out = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size())
    view.complain("must be a whole number", "below 2^64, as a text");
  return out;
}

Record record_of(const JsonView& view) {
  Record out;
  out.id = view.required("id").text();
  JsonView rules = view.required("rules");
  out.rules = {rules.required("name").text(), rules.required("text").text(), rules.required("hash").text(),
               static_cast<int>(rules.required("gdl_version").whole(1, 2))};
  out.roles = view.required("roles").texts();
  for (const JsonView& each : view.required("players").list())
    out.players.push_back({each["name"].text(), each["spec"].text(), each["dialect"].text(), each["human"].flag()});
  out.players = by_role(std::move(out.players), view["players"], out, false);
  out.seed = seed(view.required("seed"));
  JsonView clocks = view.required("clocks");
  out.clocks = {clocks["start"].number(), clocks["play"].number()};
  out.scrambled = view["scrambled"].flag();
  if (!view["descriptions"].is_null())
    out.descriptions = by_role(view["descriptions"].texts(), view["descriptions"], out, false);
  out.tournament = view["tournament"].text();
  out.number = static_cast<std::size_t>(view["number"].whole(0, kMostMilliseconds));
  out.started = view.required("started").whole(-kMostMilliseconds, kMostMilliseconds);
  out.start_faults = by_role(faults(view["start_faults"]), view["start_faults"], out);
  out.start_faults.resize(out.roles.size());
  out.initial = view.required("initial").texts();
  for (const JsonView& each : view.required("rounds").list()) out.rounds.push_back(round(each, out));
  auto status = status_of(view.required("status").text());
  if (!status)
    view["status"].complain("must be a status of a match", "running, completed, aborted, failed or interrupted");
  out.status = status.value_or(Status::kFailed);
  for (const JsonView& each : view["goals"].list())
    out.goals.push_back(each.is_null() ? std::nullopt
                                       : std::optional(static_cast<int>(each.whole(-1'000'000, 1'000'000))));
  out.goals = by_role(std::move(out.goals), view["goals"], out);
  out.goals.resize(out.roles.size());
  out.note = view["note"].text();
  out.ended = view["ended"].whole(-kMostMilliseconds, kMostMilliseconds);
  return out;
}

}  // namespace

ordered_json percept_json(const Record& record) {
  ordered_json out;
  out["format"] = "percept-match";
  out["version"] = kVersion;
  out["id"] = record.id;
  out["rules"] = {{"name", record.rules.name},
                  {"hash", record.rules.hash},
                  {"gdl_version", record.rules.gdl_version},
                  {"text", record.rules.text}};
  out["roles"] = record.roles;
  out["players"] = ordered_json::array();
  for (const PlayerOnRecord& player : record.players)
    out["players"].push_back(
        {{"name", player.name}, {"spec", player.spec}, {"dialect", player.dialect}, {"human", player.human}});
  out["seed"] = std::to_string(record.seed);  // most readers of JSON have 53 bits
  out["clocks"] = {{"start", record.clocks.start}, {"play", record.clocks.play}};
  out["scrambled"] = record.scrambled;
  if (!record.descriptions.empty()) out["descriptions"] = record.descriptions;
  out["tournament"] = record.tournament;
  out["number"] = record.number;
  out["started"] = record.started;
  out["start_faults"] = json_of(record.start_faults);
  out["initial"] = record.initial;
  out["rounds"] = ordered_json::array();
  for (const Round& each : record.rounds) out["rounds"].push_back(json_of(each));
  out["status"] = name_of(record.status);
  out["goals"] = ordered_json::array();
  for (const std::optional<int>& goal : record.goals)
    out["goals"].push_back(goal ? ordered_json(*goal) : ordered_json(nullptr));
  out["note"] = record.note;
  out["ended"] = record.ended;
  return out;
}

std::string to_percept_json(const Record& record) {
  return percept_json(record).dump(1, ' ', true, ordered_json::error_handler_t::replace);
}

Result<Record> read_percept_json(const std::string& text, const std::string& name) {
  auto file = JsonFile::parse(text, name);
  if (!file) return tl::unexpected(file.error());
  JsonView root = (*file)->root();
  if (root["format"].text() != "percept-match") root["format"].complain("must be \"percept-match\"");
  if (root["version"].whole(0, kMostMilliseconds) > kVersion)
    root["version"].complain(fmt::format("this Percept knows versions up to {}", kVersion),
                             "a newer one wrote the record");
  Record out = record_of(root);
  if ((*file)->wrong()) return tl::unexpected(*(*file)->wrong());
  return out;
}

}  // namespace percept::record
