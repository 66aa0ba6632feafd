// SPDX-License-Identifier: MIT
#include "record/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/text.h"
#include "gdl/reader.h"
#include "gdl/term_text.h"
#include "record/dresden_xml.h"
#include "record/ggp_json.h"
#include "record/ggp_xml.h"
#include "record/json_view.h"
#include "record/percept_json.h"
#include "record/replay.h"

namespace percept::record {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxSize = 256 << 20;
constexpr const char* kTooLarge = "a record of a match has at most 256 MiB";

Result<std::string> contents(const fs::path& path) { return contents_of(path.string(), kMaxSize, kTooLarge); }

Error no_rules(const std::string& name) {
  return {fmt::format("{} does not say which rules its match has", name), "name them with --rules FILE"};
}

// The rule sheet that a record names, looked for from where it is and one folder above.
Result<RulesOnRecord> named_rules(const JsonView& match, const std::string& name, const fs::path& folder) {
  const char* key = match.has("rules") ? "rules" : "file";
  std::string file = match[key].text();
  if (file.empty()) return tl::unexpected(no_rules(name));
  std::error_code ignored;
  for (const fs::path& from : {folder, folder / "..", fs::path(".")})
    if (fs::is_regular_file(from / file, ignored)) return rules_of_file((from / file).string());
  return failure(fmt::format("{}: its rules are those of {}, which is not there", name, printable(file)),
                 "name them with --rules FILE");
}

std::string move_text(const JsonView& view) {
  if (!view.is_text()) view.complain("must be a move");
  auto term = gdl::term_text(view.text());
  if (!term && view.is_text()) view.complain("cannot be read: " + term.error().message);
  return term ? *term : "";
}

// A list in the order of the roles, or an object by role.
std::vector<JsonView> by_role(const JsonView& view, const Record& record) {
  if (!view.is_object()) return view.list();
  std::vector<JsonView> out;
  for (const std::string& role : record.roles) out.push_back(view[role]);
  return out;
}

Facts facts(const JsonView& view) {
  Facts out;
  for (const JsonView& each : view.list()) out.push_back(move_text(each));
  return out;
}

// Percepts that are null, of a role or of all, are not known: `unknown` has the rounds and roles.
using Unknown = std::vector<std::pair<std::size_t, std::size_t>>;

Round round_of(const JsonView& moves, const JsonView& percepts, const Record& record, Unknown& unknown) {
  Round out;
  for (const JsonView& each : by_role(moves, record)) out.moves.push_back(move_text(each));
  if (record.rules.gdl_version != 2) return out;
  for (const JsonView& each : by_role(percepts, record)) {
    if (each.is_null()) unknown.emplace_back(record.rounds.size(), out.percepts.size());
    out.percepts.push_back(facts(each));
  }
  return out;
}

void read_rounds(const JsonView& match, Record& out, Unknown& unknown) {
  if (match["rounds"].is_list()) {  // of percept play --json
    std::vector<JsonView> rounds = match["rounds"].list();
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      out.rounds.push_back(round_of(rounds[i].required("moves"), rounds[i]["percepts"], out, unknown));
      Facts before = facts(rounds[i]["state"]);
      (i == 0 ? out.initial : out.rounds[i - 1].state) = std::move(before);
    }
    if (!rounds.empty()) out.rounds.back().state = facts(match["final"]);
    return;
  }
  std::vector<JsonView> moves = match.required("moves").list(), states = match["states"].list(),
                        seen = match[match.has("percepts") ? "percepts" : "percepts_by_rules"].list();
  if (!states.empty()) out.initial = facts(states[0]);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    JsonView percepts = i < seen.size() ? seen[i] : JsonView(nullptr, "", nullptr);
    out.rounds.push_back(round_of(moves[i], percepts, out, unknown));
    if (i + 1 < states.size()) out.rounds.back().state = facts(states[i + 1]);
  }
}

void read_goals(const JsonView& match, Record& out) {
  const char* key = match.has("goals_recorded") ? "goals_recorded" : "goals";
  for (const JsonView& each : match[key].list()) {
    std::optional<int> goal;
    if (each.is_text()) {
      if (auto number = whole_number(each.text())) goal = static_cast<int>(*number);
    } else if (!each.is_null() && !each.is_list()) {
      goal = static_cast<int>(each.whole(-1'000'000, 1'000'000));
    }
    out.goals.push_back(goal);
  }
}

// A match as game servers and `percept play` write it.
Result<Record> plain_match(JsonFile& file, const fs::path& folder, const std::optional<RulesOnRecord>& given) {
  JsonView match = file.root();
  if (!match.is_object() || !(match.has("moves") || match.has("rounds")))
    return failure(fmt::format("{}: this is no record of a match that is known here", file.name()),
                   "percept matches import --help tells which there are");
  Record out;
  auto rules = given ? Result<RulesOnRecord>(*given) : named_rules(match, file.name(), folder);
  if (!rules) return tl::unexpected(rules.error());
  out.rules = std::move(*rules);
  out.id = match[match.has("match") ? "match" : "id"].text();
  if (out.id.empty()) out.id = new_id(out.rules.name);
  out.roles = match["roles"].texts();
  for (std::string& role : out.roles) role = lower(role);
  for (const std::string& name : match["players"].texts()) out.players.push_back({name, "", "", false});
  if (match["rounds"].is_list() && match.has("role"))
    return failure(fmt::format("{}: this is what {} saw, without the moves of others", file.name(),
                               printable(match["role"].text())),
                   "record the match of all roles");
  Unknown unknown;
  read_rounds(match, out, unknown);
  read_goals(match, out);
  if (file.wrong()) return tl::unexpected(*file.wrong());
  auto game = game_of(out.rules);
  if (!game) return tl::unexpected(game.error());
  auto truth = replay(*game, out);
  if (!truth) return tl::unexpected(truth.error());
  for (auto [round, role] : unknown)
    if (round < truth->rounds.size() && role < game->roles())
      out.rounds[round].percepts[role] = truth->rounds[round].percepts[role];
  out.status = truth->terminal ? Status::kCompleted : Status::kInterrupted;
  if (out.status != Status::kCompleted) out.goals.clear();
  if (auto fine = complete(out); !fine)
    return failure(fmt::format("{}: {}", file.name(), fine.error().message), fine.error().hint);
  return out;
}

Result<Record> json_match(const std::string& text, const std::string& name, const fs::path& folder,
                          const std::optional<RulesOnRecord>& rules, std::size_t line = 0) {
  JsonFile::Options options;
  options.line = line;
  auto file = JsonFile::parse(text, name, options);
  if (!file) return tl::unexpected(file.error());
  JsonView root = (*file)->root();
  if (root.is_object() && root["format"].is_text()) return read_percept_json(text, (*file)->name());
  if (root.has("matchId")) return read_ggp_json(text, (*file)->name(), rules);
  return plain_match(**file, folder, rules);
}

Result<Imported> only(Result<Record> record) {
  if (!record) return tl::unexpected(record.error());
  Imported out;
  out.records.push_back(std::move(*record));
  return out;
}

// One JSON value, or one a line.
Result<Imported> json_matches(const std::string& text, const std::string& name, const fs::path& folder,
                              const std::optional<RulesOnRecord>& rules) {
  Imported out;
  std::vector<std::string> lines;
  for (std::string_view line : lines_of(text)) lines.emplace_back(trimmed(line));
  // A value that goes on over several lines does not begin with a whole object, nor does each of its lines begin one.
  auto begins = [](const std::string& line) { return line.empty() || line.front() == '{'; };
  auto first = std::ranges::find_if(lines, [](const std::string& line) { return !line.empty(); });
  bool whole = first != lines.end() && first->front() == '{' && first->back() == '}';
  if (lines.size() < 2 || !(whole || std::ranges::all_of(lines, begins)))
    return only(json_match(text, name, folder, rules));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    auto one = json_match(lines[i], name, folder, rules, i + 1);
    if (one)
      out.records.push_back(std::move(*one));
    else
      out.refused.push_back(one.error());
  }
  return out;
}

Result<Imported> xml_match(const std::vector<XmlFile>& files, const std::string& name,
                           const std::optional<RulesOnRecord>& rules) {
  if (!rules) return tl::unexpected(no_rules(name));
  if (files.size() == 1 && is_ggp_xml(files[0].text)) return only(read_ggp_xml(files[0].text, name, *rules));
  return only(read_dresden_xml(files, name, *rules));
}

Result<std::vector<XmlFile>> xml_files(const fs::path& folder) {
  std::vector<XmlFile> out;
  std::error_code code;
  for (const auto& entry : fs::directory_iterator(folder, code)) {
    std::string name = entry.path().filename().string();
    bool step = (name.starts_with("step_") && name.ends_with(".xml")) || name == "finalstate.xml";
    if (!step) continue;
    auto text = contents(entry.path());
    if (!text) return tl::unexpected(text.error());
    out.push_back({entry.path().string(), std::move(*text)});
  }
  if (code) return failure(fmt::format("cannot read the folder {}: {}", folder.string(), code.message()));
  std::sort(out.begin(), out.end(), [](const XmlFile& a, const XmlFile& b) { return a.name < b.name; });
  return out;
}

}  // namespace

Result<RulesOnRecord> rules_of_file(const std::string& path) {
  auto description = gdl::read_file(path);
  if (!description) return tl::unexpected(description.error());
  RulesOnRecord out = rules_on_record(**description, path);
  auto game = game_of(out);
  if (!game) return tl::unexpected(game.error());
  out.gdl_version = game->imperfect() ? 2 : 1;
  return out;
}

Result<Imported> import_records(const std::string& path, const std::optional<RulesOnRecord>& rules) {
  std::string name = printable(path);
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    auto files = xml_files(path);
    if (!files) return tl::unexpected(files.error());
    return xml_match(*files, name, rules);
  }
  auto text = contents(path);
  if (!text) return tl::unexpected(text.error());
  std::string_view inner = trimmed(*text);
  if (inner.empty()) return failure(fmt::format("{} is empty", name));
  if (inner.front() == '<') return xml_match({{name, *text}}, name, rules);
  return json_matches(*text, name, fs::path(path).parent_path(), rules);
}

}  // namespace percept::record
