// SPDX-License-Identifier: MIT
#include "record/match_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace percept::record {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxNesting = 100;

// A value of the file and where it stands.
struct Part {
  Json value;
  std::string where;
};

std::size_t line_at(const std::string& text, std::size_t byte) {
  byte = std::min(byte, text.size());
  return 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(byte), '\n'));
}

Result<Json> parsed(const std::string& text, const std::string& name, std::size_t first_line) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    std::size_t line = first_line + line_at(text, error.byte == 0 ? 0 : error.byte - 1) - 1;
    return failure(fmt::format("{}:{}: this is not JSON", name, line), "a record is a JSON value, or JSON lines");
  }
}

// The file as one value, or as the values of its lines.
Result<std::vector<Part>> parts_of(const std::string& text, const std::string& name, bool& lines) {
  auto whole = parsed(text, name, 1);
  lines = !whole;
  if (whole) return std::vector<Part>{{std::move(*whole), name}};
  std::vector<Part> out;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    auto value = parsed(line, name, number);
    if (!value) return out.empty() ? tl::unexpected(whole.error()) : tl::unexpected(value.error());
    out.push_back({std::move(*value), fmt::format("{}:{}", name, number)});
  }
  if (out.empty()) return failure(fmt::format("{} is empty", name), "a record is a JSON value, or JSON lines");
  return out;
}

bool has(const Json& value, const char* key) { return value.is_object() && value.contains(key); }
bool has_list(const Json& value, const char* key) { return has(value, key) && value[key].is_array(); }

// A match as a whole, not one of its rounds.
bool is_match(const Json& value) {
  if (has_list(value, "rounds")) return true;
  if (!has_list(value, "moves")) return false;
  const Json& moves = value["moves"];
  return moves.empty() || moves[0].is_array() || moves[0].is_object();
}

class MatchReader {
 public:
  explicit MatchReader(const RecordQuestion& question) : question_(question), roles_(question.roles) {}

  Result<RecordedMatch> match(const Part& part) {
    if (auto fine = header(part); !fine) return tl::unexpected(fine.error());
    const Json& value = part.value;
    RecordedMatch out;
    if (has_list(value, "rounds")) {
      const Json& rounds = value["rounds"];
      std::size_t count = rounds.size();
      // `percept know` ends with the last position, in which no move is made.
      if (count > 0 && has(value, "filter") && has(rounds[count - 1], "move") && rounds[count - 1]["move"].is_null())
        --count;
      for (std::size_t i = 0; i < count; ++i) {
        auto one = round({rounds[i], fmt::format("{}, round {}", part.where, i + 1)});
        if (!one) return tl::unexpected(one.error());
        out.rounds.push_back(std::move(*one));
      }
      return out;
    }
    const char* key = has_list(value, "percepts") ? "percepts" : "percepts_by_rules";
    const Json percepts = has_list(value, key) ? value[key] : Json::array();
    for (std::size_t i = 0; i < value["moves"].size(); ++i) {
      Json joint = {{"moves", value["moves"][i]}};
      if (i < percepts.size()) joint["percepts"] = percepts[i];
      auto one = round({joint, fmt::format("{}, round {}", part.where, i + 1)});
      if (!one) return tl::unexpected(one.error());
      out.rounds.push_back(std::move(*one));
    }
    return out;
  }

  // One part a round; the first may be a header, the last may be the end.
  Result<RecordedMatch> rounds(const std::vector<Part>& parts) {
    RecordedMatch out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Json& value = parts[i].value;
      bool is_round = has(value, "move") || has(value, "moves") || (has(value, "percepts") && !has(value, "type"));
      if (i == 0 && !is_round && (has(value, "type") || has(value, "roles"))) {
        if (auto fine = header(parts[i]); !fine) return tl::unexpected(fine.error());
        continue;
      }
      if (i > 0 && i + 1 == parts.size() && !is_round && value.is_object()) break;
      auto one = round(parts[i]);
      if (!one) return tl::unexpected(one.error());
      out.rounds.push_back(std::move(*one));
    }
    return out;
  }

 private:
  static tl::unexpected<Error> wrong(const Part& part, std::string_view what) {
    return failure(fmt::format("{}: {}", part.where, what));
  }

  // Which roles the record has, and in which order it tells their moves.
  Result<void> header(const Part& part) {
    const Json& value = part.value;
    if (has(value, "type") && value["type"] != "match")
      return wrong(part, fmt::format("this is a record of type {}, not of a match", value["type"].dump()));
    if (has(value, "role")) {
      bool same = value["role"].is_string() && lower(value["role"].get<std::string>()) == own();
      if (!same) return wrong(part, fmt::format("this is what {} saw, not {}", value["role"].dump(), own()));
    }
    roles_ = question_.roles;
    for (const char* key : {"roles", "gameRoleNames"}) {
      if (!has_list(value, key)) continue;
      roles_.clear();
      for (const Json& role : value[key]) {
        if (!role.is_string()) return wrong(part, fmt::format("{} are not names", key));
        roles_.push_back(lower(role.get<std::string>()));
      }
      if (std::ranges::find(roles_, own()) == roles_.end())
        return wrong(part, fmt::format("the match has no role {}, but {}", own(), fmt::join(roles_, ", ")));
      break;
    }
    return {};
  }

  const std::string& own() const { return question_.roles[question_.role]; }

  // What belongs to the role, of a list in the order of roles or an object by role. Null when it has none.
  Result<Json> of_role(const Json& all, const std::string& role, const Part& part, std::string_view what) const {
    if (all.is_null()) return Json();
    if (all.is_object()) {
      for (const auto& [name, value] : all.items())
        if (lower(name) == role) return value;
      return Json();
    }
    if (!all.is_array()) return wrong(part, fmt::format("the {} are neither a list nor by role", what));
    if (all.size() != roles_.size())
      return wrong(part,
                   fmt::format("{} of {} for {}", what, counted(all.size(), "role"), counted(roles_.size(), "role")));
    auto place = std::ranges::find(roles_, role);
    return place == roles_.end() ? Json() : all[static_cast<std::size_t>(place - roles_.begin())];
  }

  Result<RecordedRound> round(const Part& part) const {
    const Json& value = part.value;
    if (!has(value, "move") && !has(value, "moves") && !has(value, "percepts"))
      return wrong(part, "this is no round: it has neither a move nor percepts");
    RecordedRound out;
    Json move, percepts;
    if (has(value, "moves")) {
      for (const std::string& role : question_.roles) {
        auto one = of_role(value["moves"], role, part, "moves");
        if (!one) return tl::unexpected(one.error());
        auto text = text_of_move(*one, part);
        if (!text) return tl::unexpected(text.error());
        if (role == own()) out.told.move = *text;
        if (*text) out.moves.push_back(**text);
      }
      if (out.moves.size() != question_.roles.size()) out.moves.clear();
      if (has(value, "percepts")) {
        auto one = of_role(value["percepts"], own(), part, "percepts");
        if (!one) return tl::unexpected(one.error());
        percepts = std::move(*one);
      }
    } else {
      auto text = text_of_move(has(value, "move") ? value["move"] : Json(), part);
      if (!text) return tl::unexpected(text.error());
      out.told.move = std::move(*text);
      if (has(value, "percepts")) percepts = value["percepts"];
    }
    if (percepts.is_null()) return out;
    if (!percepts.is_array()) return wrong(part, "the percepts are not a list");
    out.told.percepts.emplace();
    for (const Json& percept : percepts) {
      if (!percept.is_string()) return wrong(part, "a percept is not a text");
      out.told.percepts->push_back(percept.get<std::string>());
    }
    return out;
  }

  static Result<std::optional<std::string>> text_of_move(const Json& move, const Part& part) {
    if (move.is_null()) return std::optional<std::string>();
    if (!move.is_string()) return wrong(part, "a move is not a text");
    return std::optional(move.get<std::string>());
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
  if (json_nesting(text) > kMaxNesting)
    return failure(fmt::format("{} is nested too deeply for a record", question.name));
  bool lines = false;
  auto parts = parts_of(text, question.name, lines);
  if (!parts) return tl::unexpected(parts.error());
  if (!lines && parts->front().value.is_array()) {
    std::vector<Part> elements;
    const Json& list = parts->front().value;
    bool matches = std::ranges::all_of(list, is_match);
    for (std::size_t i = 0; i < list.size(); ++i)
      elements.push_back({list[i], fmt::format("{}, {} {}", question.name, matches ? "match" : "round", i + 1)});
    parts = std::move(elements);
  }
  MatchReader reader(question);
  std::vector<const Part*> matches;
  bool named = false;  // some are of this rule sheet
  for (const Part& part : *parts)
    if (is_match(part.value)) matches.push_back(&part);
  if (matches.empty() || matches.size() != parts->size()) return reader.rounds(*parts);
  auto of_sheet = [&](const Part* part) {
    return has(part->value, "rules") && part->value["rules"].is_string() &&
           file_name(part->value["rules"].get<std::string>()) == file_name(question.rules);
  };
  named = std::ranges::any_of(matches, of_sheet);
  if (named) std::erase_if(matches, [&](const Part* part) { return !of_sheet(part); });
  if (question.number == 0 || question.number > matches.size())
    return failure(fmt::format("{} has {} {}{}, not a number {}", question.name, matches.size(),
                               matches.size() == 1 ? "match" : "matches", named ? " of these rules" : "",
                               question.number));
  auto out = reader.match(*matches[question.number - 1]);
  if (out) {
    out->number = question.number;
    out->of = matches.size();
  }
  return out;
}

}  // namespace percept::record
