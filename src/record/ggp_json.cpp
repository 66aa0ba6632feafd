// SPDX-License-Identifier: MIT
#include "record/ggp_json.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>

#include "base/digest.h"
#include "base/text.h"
#include "gdl/term_text.h"
#include "record/json_view.h"
#include "record/replay.h"

namespace percept::record {
namespace {

using nlohmann::ordered_json;

constexpr std::int64_t kLatest = std::int64_t{1} << 52;

// 32 letters and digits that belong to the match.
std::string random_token(const Record& record) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  std::string out;
  for (unsigned char byte : sha256("randomToken " + record.id)) out += kLetters[byte % kLetters.size()];
  return out;
}

ordered_json clock_of(double seconds) {  // a whole number, as others expect, where it is one
  if (seconds == std::floor(seconds) && std::abs(seconds) < 1e9) return static_cast<std::int64_t>(seconds);
  return seconds;
}

ordered_json spaced_texts(const std::vector<std::string>& texts) {
  ordered_json out = ordered_json::array();
  for (const std::string& text : texts) out.push_back(gdl::spaced(text));
  return out;
}

std::string spaced_list(const Facts& facts) { return gdl::spaced(fmt::format("({})", fmt::join(facts, " "))); }

ordered_json codes(const std::vector<std::optional<Fault>>& faults, std::size_t roles) {
  ordered_json out = ordered_json::array();
  for (std::size_t role = 0; role < roles; ++role)
    out.push_back(role < faults.size() ? ggp_code(faults[role]) : std::string());
  return out;
}

std::string plain_text(const JsonView& view) {
  std::string text = view.text();
  auto term = gdl::term_text(text);
  if (!term) view.complain("cannot be read: " + term.error().message);
  return term ? *term : text;
}

Facts ggp_facts(const JsonView& view) {
  auto list = gdl::term_texts(view.text());
  if (!list) view.complain("cannot be read: " + list.error().message);
  return list ? *list : Facts();
}

std::vector<std::optional<Fault>> ggp_faults(const JsonView& row) {
  std::vector<std::optional<Fault>> out;
  for (const std::string& code : row.texts()) out.push_back(fault_of_ggp_code(code));
  return out;
}

std::uint64_t ggp_seed(const JsonView& view) {
  std::string text = view.text();
  std::uint64_t out = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (!text.empty() && (error != std::errc() || end != text.data() + text.size()))
    view.complain("must be a whole number", "below 2^64, as a text");
  return out;
}

std::vector<Round> rounds(const JsonView& view, Record& record) {
  std::vector<JsonView> moves = view.required("moves").list(), states = view["states"].list(),
                        times = view["stateTimes"].list(), errors = view["errors"].list(),
                        percepts = view["percepts"].list();
  if (!states.empty()) record.initial = ggp_facts(states[0]);
  if (!errors.empty() && errors.size() == moves.size() + 1) record.start_faults = ggp_faults(errors[0]);
  std::vector<Round> out(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    for (const JsonView& each : moves[i].list()) out[i].moves.push_back(plain_text(each));
    if (i + 1 < states.size()) out[i].state = ggp_facts(states[i + 1]);
    if (i + 1 < times.size()) out[i].time = times[i + 1].whole(-kLatest, kLatest);
    if (errors.size() == moves.size() + 1) out[i].faults = ggp_faults(errors[i + 1]);
    if (i >= percepts.size()) continue;
    for (const JsonView& role : percepts[i].list()) {
      out[i].percepts.emplace_back();
      for (const JsonView& each : role.list()) out[i].percepts.back().push_back(plain_text(each));
    }
  }
  return out;
}

void read_players(const JsonView& view, Record& record) {
  auto at = [](const std::vector<std::string>& texts, std::size_t i) { return i < texts.size() ? texts[i] : ""; };
  std::vector<std::string> names = view["playerNamesFromHost"].texts(), specs = view["playerSpecs"].texts(),
                           dialects = view["playerDialects"].texts();
  std::vector<JsonView> humans = view["isPlayerHuman"].list();
  for (std::size_t i = 0; i < record.roles.size(); ++i)
    record.players.push_back({at(names, i), at(specs, i), at(dialects, i), i < humans.size() && humans[i].flag()});
}

Status status(const JsonView& view) {
  auto given = status_of(view["status"].text());
  if (given) return *given;
  if (view.has("status"))
    view["status"].complain("must be a status of a match", "running, completed, aborted, failed or interrupted");
  if (view["isAborted"].flag()) return Status::kAborted;
  return view["isCompleted"].flag() ? Status::kCompleted : Status::kInterrupted;
}

}  // namespace

std::string ggp_code(const std::optional<Fault>& fault) {
  if (!fault) return {};
  switch (fault->kind) {
    case FaultKind::kTimeout: return "TO";
    case FaultKind::kIllegal:
    case FaultKind::kUnreadable: return "IL " + fault->answer;
    case FaultKind::kConnection: return "CE";
    case FaultKind::kInternal: return "IN";
  }
  return {};
}

std::optional<Fault> fault_of_ggp_code(const std::string& code) {
  if (code.empty()) return std::nullopt;
  if (code == "TO") return Fault{FaultKind::kTimeout, "", ""};
  if (code == "CE") return Fault{FaultKind::kConnection, "", ""};
  if (code.starts_with("IL")) {
    std::string answer = code.size() > 3 ? code.substr(3) : "";
    return Fault{gdl::term_text(answer) ? FaultKind::kIllegal : FaultKind::kUnreadable, answer, ""};
  }
  return Fault{FaultKind::kInternal, "", code == "IN" ? "" : printable(code.substr(0, 200))};
}

std::string to_ggp_json(const Record& record) {
  ordered_json out;
  out["matchId"] = record.id;
  out["randomToken"] = random_token(record);
  out["startTime"] = record.started;
  out["gameMetaURL"] = "";
  out["isCompleted"] = record.status == Status::kCompleted;
  out["isAborted"] = record.status == Status::kAborted;
  out["states"] = ordered_json::array();
  out["states"].push_back(spaced_list(record.initial));
  out["moves"] = ordered_json::array();
  out["stateTimes"] = ordered_json::array();
  out["stateTimes"].push_back(record.started);
  out["errors"] = ordered_json::array();
  out["errors"].push_back(codes(record.start_faults, record.roles.size()));
  ordered_json percepts = ordered_json::array();
  for (const Round& round : record.rounds) {
    out["moves"].push_back(spaced_texts(round.moves));
    out["states"].push_back(spaced_list(round.state));
    out["stateTimes"].push_back(round.time);
    out["errors"].push_back(codes(round.faults, record.roles.size()));
    ordered_json seen = ordered_json::array();
    for (const std::vector<std::string>& role : round.percepts) seen.push_back(spaced_texts(role));
    percepts.push_back(std::move(seen));
  }
  if (record.status == Status::kCompleted) {
    out["goalValues"] = ordered_json::array();
    for (const std::optional<int>& goal : record.goals)
      out["goalValues"].push_back(goal ? ordered_json(*goal) : ordered_json(nullptr));
  }
  out["previewClock"] = -1;
  out["startClock"] = clock_of(record.clocks.start);
  out["playClock"] = clock_of(record.clocks.play);
  std::vector<std::string> names, specs, dialects;
  std::vector<bool> humans;
  for (const PlayerOnRecord& player : record.players) {
    names.push_back(player.name);
    specs.push_back(player.spec);
    dialects.push_back(player.dialect);
    humans.push_back(player.human);
  }
  out["playerNamesFromHost"] = names;
  out["isPlayerHuman"] = humans;
  if (!record.tournament.empty()) out["tournamentNameFromHost"] = record.tournament;
  out["scrambled"] = record.scrambled;
  out["gameName"] = record.rules.name;
  out["gameRoleNames"] = record.roles;
  out["gdlVersion"] = record.rules.gdl_version;
  out["gameHash"] = record.rules.hash;
  out["percepts"] = std::move(percepts);
  out["seed"] = std::to_string(record.seed);
  out["playerSpecs"] = specs;
  out["playerDialects"] = dialects;
  out["status"] = name_of(record.status);
  out["note"] = record.note;
  out["endTime"] = record.ended;
  out["rules"] = record.rules.text;
  return out.dump(1, ' ', true, ordered_json::error_handler_t::replace);
}

Result<Record> read_ggp_json(const std::string& text, const std::string& name,
                             const std::optional<RulesOnRecord>& rules) {
  auto file = JsonFile::parse(text, name);
  if (!file) return tl::unexpected(file.error());
  JsonView view = (*file)->root();
  Record out;
  out.id = view.required("matchId").text();
  out.started = view["startTime"].whole(-kLatest, kLatest);
  if (rules) {
    out.rules = *rules;
  } else if (view.has("rules")) {
    out.rules = {view["gameName"].text(), view["rules"].text(), view["gameHash"].text(),
                 static_cast<int>(view.required("gdlVersion").whole(1, 2))};
  } else if (!(*file)->wrong()) {
    return failure(fmt::format("{} does not say which rules its match has", name), "name them with --rules FILE");
  }
  out.roles = view["gameRoleNames"].texts();
  for (std::string& role : out.roles) role = lower(role);
  out.rounds = rounds(view, out);
  out.status = status(view);
  for (const JsonView& each : view["goalValues"].list())
    out.goals.push_back(each.is_null() ? std::nullopt
                                       : std::optional(static_cast<int>(each.whole(-1'000'000, 1'000'000))));
  out.clocks = {view["startClock"].number(), view["playClock"].number()};
  out.tournament = view["tournamentNameFromHost"].text();
  out.scrambled = view["scrambled"].flag();
  out.seed = ggp_seed(view["seed"]);
  out.note = view["note"].text();
  out.ended = view["endTime"].whole(-kLatest, kLatest);
  if (out.ended == 0 && !out.rounds.empty()) out.ended = out.rounds.back().time;
  if (!(*file)->wrong()) {
    if (auto fine = complete(out); !fine)
      return failure(fmt::format("{}: {}", name, fine.error().message), fine.error().hint);
    std::vector<PlayerOnRecord>().swap(out.players);
    read_players(view, out);
  }
  if ((*file)->wrong()) return tl::unexpected(*(*file)->wrong());
  return out;
}

}  // namespace percept::record
