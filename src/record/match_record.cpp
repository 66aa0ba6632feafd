// SPDX-License-Identifier: MIT
#include "record/match_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "record/json_view.h"

namespace percept::record {
namespace {

using Files = std::vector<std::unique_ptr<JsonFile>>;

// The file as one value, or as the values of its lines.
Result<Files> files_of(const std::string& text, const std::string& name) {
  Files out;
  auto whole = JsonFile::parse(text, name);
  if (whole) {
    out.push_back(std::move(*whole));
    return out;
  }
  std::size_t number = 0;
  for (std::string_view line : lines_of(text)) {
    ++number;
    if (trimmed(line).empty()) continue;
    JsonFile::Options options;
    options.line = number;
    auto value = JsonFile::parse(std::string(line), name, options);
    if (!value) return out.empty() ? tl::unexpected(whole.error()) : tl::unexpected(value.error());
    out.push_back(std::move(*value));
  }
  if (out.empty()) return failure(fmt::format("{} is empty", name), "a record is a JSON value, or JSON lines");
  return out;
}

// A match as a whole, not one of its rounds.
bool is_match(const JsonView& value) {
  if (value.has_list("rounds")) return true;
  if (!value.has_list("moves")) return false;
  std::vector<JsonView> moves = value["moves"].list();
  return moves.empty() || moves[0].is_list() || moves[0].is_object();
}

// What is wrong is put down with the file that has it.
class MatchReader {
 public:
  explicit MatchReader(const RecordQuestion& question) : question_(question), roles_(question.roles) {}

  RecordedMatch match(const JsonView& value) {
    header(value);
    RecordedMatch out;
    if (value.has_list("rounds")) {
      std::vector<JsonView> rounds = value["rounds"].list();
      // `percept know` ends with the last position, in which no move is made.
      if (!rounds.empty() && value.has("filter") && rounds.back().is_object() && rounds.back()["move"].is_null())
        rounds.pop_back();
      for (const JsonView& each : rounds) out.rounds.push_back(round(each));
      return out;
    }
    std::vector<JsonView> moves = value["moves"].list(),
                          percepts = value[value.has_list("percepts") ? "percepts" : "percepts_by_rules"].list();
    for (std::size_t i = 0; i < moves.size(); ++i)
      out.rounds.push_back(joint_round(moves[i], i < percepts.size() ? std::optional(percepts[i]) : std::nullopt));
    return out;
  }

  // One value a round; the first may be a header, the last may be the end.
  RecordedMatch rounds(const std::vector<JsonView>& values) {
    RecordedMatch out;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const JsonView& value = values[i];
      bool is_round = value.has("move") || value.has("moves") || (value.has("percepts") && !value.has("type"));
      if (i == 0 && !is_round && (value.has("type") || value.has("roles"))) {
        header(value);
        continue;
      }
      if (i > 0 && i + 1 == values.size() && !is_round && value.is_object()) break;
      out.rounds.push_back(round(value));
    }
    return out;
  }

 private:
  const std::string& own() const { return question_.roles[question_.role]; }

  // Which roles the record has, and in which order it tells their moves.
  void header(const JsonView& value) {
    if (value.has("type") && value["type"].shown() != "\"match\"")
      value.complain(fmt::format("this is a record of type {}, not of a match", value["type"].shown()));
    if (value.has("role") && lower(value["role"].text()) != own())
      value.complain(fmt::format("this is what {} saw, not {}", value["role"].shown(), own()));
    roles_ = question_.roles;
    for (const char* key : {"roles", "gameRoleNames"}) {
      if (!value.has_list(key)) continue;
      roles_ = value[key].texts();
      for (std::string& role : roles_) role = lower(role);
      if (std::ranges::find(roles_, own()) == roles_.end())
        value.complain(fmt::format("the match has no role {}, but {}", own(),
                                   printable(fmt::format("{}", fmt::join(roles_, ", ")))));
      break;
    }
  }

  // What belongs to the role, of a list in the order of roles or an object by role. Nothing when it has none.
  std::optional<JsonView> of_role(const JsonView& all, const std::string& role) const {
    if (all.is_null()) return std::nullopt;
    if (all.is_object()) {
      for (const auto& [name, value] : all.entries())
        if (lower(name) == role) return value;
      return std::nullopt;
    }
    std::vector<JsonView> list = all.list("in the order of the roles, or an object by role");
    if (!all.is_list()) return std::nullopt;
    if (list.size() != roles_.size()) {
      all.complain(fmt::format("must have one for each of {}, not {}", counted(roles_.size(), "role"), list.size()));
      return std::nullopt;
    }
    auto place = std::ranges::find(roles_, role);
    if (place == roles_.end()) return std::nullopt;
    return list[static_cast<std::size_t>(place - roles_.begin())];
  }

  RecordedRound round(const JsonView& value) const {
    if (!value.names("move") && !value.names("moves") && !value.names("percepts"))  // null is what is not known
      value.complain("this is no round: it has neither a move nor percepts");
    if (value.has("moves")) return joint_round(value["moves"], value["percepts"]);
    RecordedRound out;
    if (value.has("move")) out.told.move = value["move"].text();
    if (value.has("percepts")) out.told.percepts = value["percepts"].texts();
    return out;
  }

  RecordedRound joint_round(const JsonView& moves, const std::optional<JsonView>& percepts) const {
    RecordedRound out;
    for (const std::string& role : question_.roles) {
      auto one = of_role(moves, role);
      if (!one || one->is_null()) continue;
      out.moves.push_back(one->text());
      if (role == own()) out.told.move = out.moves.back();
    }
    if (out.moves.size() != question_.roles.size()) out.moves.clear();
    if (!percepts) return out;
    if (auto seen = of_role(*percepts, own()); seen && !seen->is_null()) out.told.percepts = seen->texts();
    return out;
  }

  const RecordQuestion& question_;
  std::vector<std::string> roles_;  // in the order of the record
};

std::string file_name(const std::string& path) { return lower(path.substr(path.find_last_of('/') + 1)); }

}  // namespace

bool RecordedMatch::has_all_moves() const {
  return std::ranges::all_of(rounds, [](const RecordedRound& round) { return !round.moves.empty(); });
}

Result<RecordedMatch> read_match(const std::string& text, const RecordQuestion& question) {
  auto files = files_of(text, question.name);
  if (!files) return tl::unexpected(files.error());
  std::vector<JsonView> values;
  for (const auto& file : *files) values.push_back(file->root());
  if (values.size() == 1 && values[0].is_list()) values = values[0].list();
  MatchReader reader(question);
  RecordedMatch out;
  if (values.empty() || !std::ranges::all_of(values, is_match)) {
    out = reader.rounds(values);
  } else {
    auto of_sheet = [&](const JsonView& value) {
      return value["rules"].is_text() && file_name(value["rules"].text()) == file_name(question.rules);
    };
    bool named = std::ranges::any_of(values, of_sheet);  // some are of this rule sheet
    if (named) std::erase_if(values, [&](const JsonView& value) { return !of_sheet(value); });
    if (question.number == 0 || question.number > values.size())
      return failure(fmt::format("{} has {} {}{}, not a number {}", question.name, values.size(),
                                 values.size() == 1 ? "match" : "matches", named ? " of these rules" : "",
                                 question.number));
    out = reader.match(values[question.number - 1]);
    out.number = question.number;
    out.of = values.size();
  }
  for (const auto& file : *files)
    if (file->wrong()) return tl::unexpected(*file->wrong());
  return out;
}

}  // namespace percept::record
