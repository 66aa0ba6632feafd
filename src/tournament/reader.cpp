// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/file.h"
#include "base/seeds.h"
#include "base/text.h"
#include "game/game.h"
#include "gdl/reader.h"
#include "match/referee.h"
#include "tournament/tournament.h"

namespace percept::tournament {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxConfiguration = 4 << 20;  // bytes
constexpr const char* kExample = "percept tournament --help shows an example";
constexpr std::size_t kMaxName = 64;
constexpr double kMaxClock = 24 * 60 * 60;
constexpr std::uint64_t kMaxSeed = (std::uint64_t{1} << 53) - 1;  // what every reader of JSON keeps as it is

// Reads the parts of a configuration; the first mistake is an Error that names its place.
class ConfigurationReader {
 public:
  ConfigurationReader(std::string file, const Seating& seating, std::optional<std::string> text = {})
      : file_(std::move(file)), text_(std::move(text)), seating_(seating) {}

  Result<std::string> name() {
    Json json;
    if (auto parsed = parse(json); !parsed) return tl::unexpected(parsed.error());
    if (!json.contains("name")) return wrong("", "\"name\" is missing", kExample);
    if (auto done = read_name(json); !done) return tl::unexpected(done.error());
    return out_.name;
  }

  Result<Tournament> read() {
    Json json;
    if (auto parsed = parse(json); !parsed) return tl::unexpected(parsed.error());
    using Step = Result<void> (ConfigurationReader::*)(const Json&);
    for (Step step :
         {&ConfigurationReader::read_keys, &ConfigurationReader::read_name, &ConfigurationReader::read_type,
          &ConfigurationReader::read_players, &ConfigurationReader::read_seeds, &ConfigurationReader::read_clocks,
          &ConfigurationReader::read_rest, &ConfigurationReader::read_games})
      if (auto done = (this->*step)(json); !done) return tl::unexpected(done.error());
    std::size_t matches = schedule_size(out_);
    if (matches > kMostMatches)
      return wrong("", fmt::format("that would be {} matches", matches),
                   fmt::format("at most {} are possible: fewer games, players or seeds", kMostMatches));
    return std::move(out_);
  }

 private:
  tl::unexpected<Error> wrong(const std::string& path, const std::string& message, const std::string& hint) const {
    return failure(fmt::format("{}: {}{}{}", file_, path, path.empty() ? "" : ": ", message), hint);
  }

  // Reads JSON with comments. A key that comes twice is a mistake that parsers do not mind.
  Result<void> parse(Json& out) const {
    auto read = text_ ? Result<std::string>(*text_)
                      : contents_of(file_, kMaxConfiguration, "a configuration of a tournament is a short text");
    if (!read) return tl::unexpected(read.error());
    const std::string& text = *read;
    std::vector<std::set<std::string>> keys;
    std::string twice;
    auto watch = [&](int, Json::parse_event_t event, Json& value) {
      if (event == Json::parse_event_t::object_start) keys.emplace_back();
      if (event == Json::parse_event_t::object_end) keys.pop_back();
      if (event == Json::parse_event_t::key && twice.empty() && !keys.back().insert(value.get<std::string>()).second)
        twice = value.get<std::string>();
      return true;
    };
    try {
      out = Json::parse(text, watch, true, true);
    } catch (const Json::parse_error& error) {
      std::string_view before = std::string_view(text).substr(0, error.byte > 0 ? error.byte - 1 : 0);
      auto line = std::ranges::count(before, '\n') + 1;
      std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
      std::string what = error.what();
      if (std::size_t at = what.find(" - "); at != std::string::npos) what = what.substr(at + 3);
      bool comma = what.find("unexpected '}'") != std::string::npos || what.find("unexpected ']'") != std::string::npos;
      return failure(
          fmt::format("{}:{}:{}: not JSON: {}", file_, line, character_count(before.substr(start)) + 1, what),
          comma ? "the comma before it is one too many" : kExample);
    }
    if (!twice.empty()) return wrong("", fmt::format("the key \"{}\" is there twice", twice), "leave one of them out");
    if (!out.is_object()) return wrong("", "a configuration is an object", kExample);
    return {};
  }

  Result<void> known_keys(const Json& object, const std::string& path, const std::vector<std::string>& known) const {
    for (const auto& [key, value] : object.items())
      if (std::ranges::find(known, key) == known.end())
        return wrong(path.empty() ? key : path + "." + key, "there is no such key", suggestion(key, known));
    return {};
  }

  Result<void> read_keys(const Json& json) {
    if (auto known = known_keys(json, "",
                                {"name", "type", "games", "players", "seeds", "repetitions", "first_seed", "clocks",
                                 "scramble", "max_rounds"});
        !known)
      return known;
    for (const char* key : {"name", "games", "players"})
      if (!json.contains(key)) return wrong("", fmt::format("\"{}\" is missing", key), kExample);
    return {};
  }

  // Match ids are made of names, so these have no blanks, parentheses or full stops.
  static bool is_name(const std::string& text) {
    auto fine = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    return !text.empty() && text.size() <= kMaxName && std::ranges::all_of(text, fine);
  }

  Result<void> read_name(const Json& json) {
    if (!json["name"].is_string()) return wrong("name", "must be a text", "\"name\": \"spring-cup\"");
    out_.name = json["name"];
    if (!is_name(out_.name))
      return wrong("name", fmt::format("\"{}\" cannot be a name", printable(out_.name)),
                   fmt::format("letters, digits, - and _, at most {}; matches are called NAME.NUMBER", kMaxName));
    return {};
  }

  Result<void> read_type(const Json& json) {
    if (!json.contains("type")) return {};
    for (Pairing pairing : {Pairing::kRoundRobin, Pairing::kPaired})
      if (json["type"] == name_of(pairing)) {
        out_.pairing = pairing;
        return {};
      }
    return wrong("type", fmt::format("there is no type {}", printable(json["type"].dump())),
                 "there are \"round-robin\" (every seating) and \"paired\" (two players, roles swapped, same chance)");
  }

  Result<void> read_players(const Json& json) {
    const Json& players = json["players"];
    if (!players.is_object() || players.empty())
      return wrong("players", "must be an object of names and players",
                   R"("players": {"first": "random", "second": "http://localhost:9147"})");
    for (const auto& [name, value] : players.items()) {
      std::string path = "players." + printable(name);
      if (!is_name(name))
        return wrong(path, "this cannot be a name", fmt::format("letters, digits, - and _, at most {}", kMaxName));
      Entrant player{name, "", ""};
      if (value.is_string()) {
        player.spec = value;
      } else if (value.is_object() && value.contains("spec") && value["spec"].is_string()) {
        if (auto known = known_keys(value, path, {"spec", "dialect"}); !known) return known;
        player.spec = value["spec"];
        if (value.contains("dialect")) {
          if (!value["dialect"].is_string()) return wrong(path + ".dialect", "must be a text", "as \"dresden-2013\"");
          player.dialect = value["dialect"];
        }
      } else {
        return wrong(path, "must be a player",
                     R"(a text as "legal", or {"spec": "http://localhost:9147", "dialect": "dresden-2013"})");
      }
      if (!player.dialect.empty() && !seating_.remote(player.spec))
        return wrong(path + ".dialect", "only a player somewhere else has a dialect", "leave it out");
      if (auto fine = seating_.check(player); !fine) return wrong(path, fine.error().message, fine.error().hint);
      for (const Entrant& other : out_.players)
        if (seating_.remote(player.spec) && other.spec == player.spec)
          return wrong(path, fmt::format("{} is {} already", player.spec, other.name),
                       "a player somewhere else plays one role at a time: give it one name");
      out_.players.push_back(std::move(player));
    }
    if (out_.pairing == Pairing::kPaired && out_.players.size() < 2)
      return wrong("players", "a paired tournament needs two players", "add one, perhaps \"random\"");
    return {};
  }

  static std::optional<std::uint64_t> whole(const Json& value, std::uint64_t least, std::uint64_t most) {
    if (!value.is_number_unsigned()) return std::nullopt;
    auto number = value.get<std::uint64_t>();
    return number >= least && number <= most ? std::optional(number) : std::nullopt;
  }

  Result<void> read_seeds(const Json& json) {
    bool counted = json.contains("repetitions") || json.contains("first_seed");
    if (json.contains("seeds")) {
      if (counted) return wrong("seeds", "stands beside repetitions or first_seed", "use the one or the other");
      const Json& seeds = json["seeds"];
      if (!seeds.is_array() || seeds.empty() || seeds.size() > kMostMatches)
        return wrong("seeds", "must be a list of whole numbers", "as [1, 2, 3]");
      std::set<std::uint64_t> seen;
      for (std::size_t i = 0; i < seeds.size(); ++i) {
        auto seed = whole(seeds[i], 0, kMaxSeed);
        std::string path = fmt::format("seeds[{}]", i);
        if (!seed) return wrong(path, "must be a whole number", "from 0 on, below 2^53");
        if (!seen.insert(*seed).second)
          return wrong(path, fmt::format("{} is there twice", *seed), "the same seed gives the same matches");
        out_.seeds.push_back(*seed);
      }
      return {};
    }
    std::uint64_t first = 1, repetitions = 1;
    if (json.contains("repetitions")) {
      auto given = whole(json["repetitions"], 1, kMostMatches);
      if (!given) return wrong("repetitions", "must be a whole number", fmt::format("from 1 to {}", kMostMatches));
      repetitions = *given;
    }
    if (json.contains("first_seed")) {
      auto given = whole(json["first_seed"], 0, kMaxSeed - kMostMatches);
      if (!given) return wrong("first_seed", "must be a whole number", "from 0 on, below 2^53");
      first = *given;
    } else if (std::ranges::any_of(out_.players, [&](const Entrant& player) { return seating_.remote(player.spec); })) {
      out_.drawn_seeds = true;
      first = drawn_seed() % (kMaxSeed - kMostMatches);
    }
    for (std::uint64_t i = 0; i < repetitions; ++i) out_.seeds.push_back(first + i);
    return {};
  }

  Result<void> read_clocks(const Json& json) {
    if (json.contains("clocks")) {
      const Json& clocks = json["clocks"];
      if (!clocks.is_object()) return wrong("clocks", "must be an object", R"("clocks": {"start": 10, "play": 5})");
      if (auto known = known_keys(clocks, "clocks", {"start", "play"}); !known) return known;
      for (const char* key : {"start", "play"}) {
        if (!clocks.contains(key)) continue;
        const Json& value = clocks[key];
        double seconds = value.is_number() ? value.get<double>() : -1;
        if (!(seconds >= 0 && seconds <= kMaxClock))
          return wrong(fmt::format("clocks.{}", key), "must be a number of seconds", "0 for no limit, at most a day");
        (*key == 's' ? out_.clocks.start : out_.clocks.play) = seconds;
      }
    }
    if (out_.clocks.start > 0 && out_.clocks.play > 0) return {};
    for (const Entrant& player : out_.players)
      if (seating_.remote(player.spec))
        return wrong("players." + player.name, "a player somewhere else needs clocks: it may never answer",
                     R"("clocks": {"start": 10, "play": 5})");
    return {};
  }

  Result<void> read_rest(const Json& json) {
    if (json.contains("scramble")) {
      if (!json["scramble"].is_boolean()) return wrong("scramble", "must be true or false", "without quotes");
      out_.scramble = json["scramble"];
    }
    if (json.contains("max_rounds")) {
      auto given = whole(json["max_rounds"], 1, 1'000'000'000);
      if (!given) return wrong("max_rounds", "must be a whole number", "from 1 on; 10000 if not given");
      out_.max_rounds = *given;
    }
    return {};
  }

  Result<void> read_games(const Json& json) {
    const Json& games = json["games"];
    if (!games.is_array() || games.empty())
      return wrong("games", "must be a list of rule sheets", R"("games": ["meier.kif"], relative to this file)");
    std::set<std::string> names;
    for (std::size_t i = 0; i < games.size(); ++i) {
      std::string path = fmt::format("games[{}]", i);
      if (!games[i].is_string()) return wrong(path, "must be the name of a file", "relative to the configuration");
      if (auto read = read_game(path, games[i]); !read) return read;
      if (!names.insert(out_.games.back().name).second)
        return wrong(path, fmt::format("there is another game called {}", printable(out_.games.back().name)),
                     "rename one of the files, or leave it out");
    }
    return {};
  }

  Result<void> read_game(const std::string& path, const std::string& name) {
    fs::path file = fs::path(file_).parent_path() / name;  // an absolute name stays as it is
    auto description = gdl::read_file(file.string());
    if (!description)
      return wrong(path, description.error().message, "file names are relative to the folder of the configuration");
    std::shared_ptr<const gdl::Description> rules = std::move(*description);
    auto model = game::Model::make(rules);
    if (!model) return wrong(path, model.error().message, model.error().hint);
    TournamentGame out{file.stem().string(), record::hash_of(*rules), {}, file.string(), *model};
    for (program::TermId role : (*model)->roles())
      if (std::string played = (*model)->program().terms().to_kif(role); played != match::kNature)
        out.roles.push_back(std::move(played));
    if (out.roles.empty()) return wrong(path, "only nature plays this game", "leave it out");
    std::size_t players = out_.players.size();
    if (out_.pairing == Pairing::kPaired && out.roles.size() != 2)
      return wrong(
          path,
          fmt::format("{} has {}, and pairs play games of two", printable(out.name), counted(out.roles.size(), "role")),
          "\"type\": \"round-robin\" has games of any number of roles");
    if (out.roles.size() > players)
      return wrong(path,
                   fmt::format("{} has {}, and there {} {}", printable(out.name), counted(out.roles.size(), "role"),
                               players == 1 ? "is" : "are", counted(players, "player")),
                   "add players: the same strategy may be there under two names");
    out_.games.push_back(std::move(out));
    return {};
  }

  std::string file_;
  std::optional<std::string> text_;  // else the file's
  const Seating& seating_;
  Tournament out_;
};

}  // namespace

Result<Tournament> read_tournament(const std::string& file, const Seating& seating) {
  return ConfigurationReader(file, seating).read();
}

Result<Tournament> read_tournament_text(const std::string& name, std::string text, const Seating& seating) {
  return ConfigurationReader(name, seating, std::move(text)).read();
}

Result<std::string> read_tournament_name(const std::string& file) {
  Seating nobody;
  return ConfigurationReader(file, nobody).name();
}

}  // namespace percept::tournament
