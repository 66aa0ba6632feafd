// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "base/seeds.h"
#include "base/text.h"
#include "game/game.h"
#include "gdl/reader.h"
#include "match/incomplete.h"
#include "match/referee.h"
#include "record/json_view.h"
#include "tournament/tournament.h"

namespace percept::tournament {
namespace {

namespace fs = std::filesystem;
using record::JsonFile;
using record::JsonView;

constexpr std::size_t kMaxConfiguration = 4 << 20;  // bytes
constexpr const char* kExample = "percept tournament --help shows an example";
constexpr std::size_t kMaxName = 64;
constexpr double kMaxClock = 24 * 60 * 60;
constexpr std::uint64_t kMaxSeed = (std::uint64_t{1} << 53) - 1;  // what every reader of JSON keeps as it is

// Match ids are made of names, so these have no blanks, parentheses or full stops.
bool is_name(const std::string& text) {
  auto fine = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  return !text.empty() && text.size() <= kMaxName && std::ranges::all_of(text, fine);
}

std::string read_name(const JsonView& json) {
  JsonView view = json.required("name", kExample);
  std::string name = view.text("\"name\": \"spring-cup\"");
  if (!is_name(name))
    view.complain(fmt::format("\"{}\" cannot be a name", printable(name)),
                  fmt::format("letters, digits, - and _, at most {}; matches are called NAME.NUMBER", kMaxName));
  return name;
}

// JSON with comments: the file's, or a text that messages call by its name.
Result<std::unique_ptr<JsonFile>> parsed(const std::string& file, const std::optional<std::string>& given = {}) {
  auto text = given ? Result<std::string>(*given)
                    : contents_of(file, kMaxConfiguration, "a configuration of a tournament is a short text");
  if (!text) return tl::unexpected(text.error());
  JsonFile::Options options;
  options.comments = true;
  options.hint = kExample;
  auto out = JsonFile::parse(*text, file, options);
  if (out && !(*out)->root().is_object()) (*out)->root().complain("a configuration is an object", kExample);
  return out;
}

// Reads the parts of a configuration; the first mistake is put down with its place.
class ConfigurationReader {
 public:
  ConfigurationReader(std::string file, const Seating& seating, std::optional<std::string> text = {})
      : file_(std::move(file)), text_(std::move(text)), seating_(seating) {}

  Result<Tournament> read() {
    auto file = parsed(file_, text_);
    if (!file) return tl::unexpected(file.error());
    using Step = void (ConfigurationReader::*)(const JsonView&);
    for (Step step :
         {&ConfigurationReader::read_head, &ConfigurationReader::read_players, &ConfigurationReader::read_seeds,
          &ConfigurationReader::read_clocks, &ConfigurationReader::read_rest, &ConfigurationReader::read_games}) {
      if (!(*file)->wrong()) (this->*step)((*file)->root());
    }
    if (!(*file)->wrong() && schedule_size(out_) > kMostMatches)
      (*file)->root().complain(fmt::format("that would be {} matches", schedule_size(out_)),
                               fmt::format("at most {} are possible: fewer games, players or seeds", kMostMatches));
    if ((*file)->wrong()) return tl::unexpected(*(*file)->wrong());
    return std::move(out_);
  }

 private:
  void read_head(const JsonView& json) {
    json.only(
        {"name", "type", "games", "players", "seeds", "repetitions", "first_seed", "clocks", "scramble", "max_rounds"});
    out_.name = read_name(json);
    for (const char* key : {"games", "players"}) json.required(key, kExample);
    JsonView type = json["type"];
    if (type.is_text() && type.text() == name_of(Pairing::kPaired)) {
      out_.pairing = Pairing::kPaired;
    } else if (!type.is_null() && type.text() != name_of(Pairing::kRoundRobin)) {
      type.complain(
          fmt::format("there is no type {}", type.shown()),
          "there are \"round-robin\" (every seating) and \"paired\" (two players, roles swapped, same chance)");
    }
  }

  void read_players(const JsonView& json) {
    constexpr const char* kPlayers = R"("players": {"first": "random", "second": "http://localhost:9147"})";
    JsonView players = json["players"];
    auto entries = players.entries(kPlayers);
    if (entries.empty()) players.complain("must be an object of names and players", kPlayers);
    for (const auto& [name, view] : entries) {
      if (!is_name(name))
        view.complain("this cannot be a name", fmt::format("letters, digits, - and _, at most {}", kMaxName));
      Entrant player{name, "", ""};
      if (view.is_text()) {
        player.spec = view.text();
      } else if (view.is_object() && view["spec"].is_text()) {
        view.only({"spec", "dialect"});
        player.spec = view["spec"].text();
        player.dialect = view["dialect"].text("as \"dresden-2013\"");
      } else {
        return view.complain("must be a player",
                             R"(a text as "legal", or {"spec": "http://localhost:9147", "dialect": "dresden-2013"})");
      }
      player.remote = seating_.remote(player.spec);
      if (!player.dialect.empty() && !player.remote)
        view["dialect"].complain("only a player somewhere else has a dialect", "leave it out");
      if (auto fine = seating_.check(player); !fine) view.complain(fine.error().message, fine.error().hint);
      for (const Entrant& other : out_.players)
        if (player.remote && other.spec == player.spec)
          view.complain(fmt::format("{} is {} already", player.spec, other.name),
                        "a player somewhere else plays one role at a time: give it one name");
      out_.players.push_back(std::move(player));
    }
    if (out_.pairing == Pairing::kPaired && out_.players.size() < 2)
      players.complain("a paired tournament needs two players", "add one, perhaps \"random\"");
  }

  void read_seeds(const JsonView& json) {
    if (JsonView view = json["seeds"]; !view.is_null()) {
      if (json.has("repetitions") || json.has("first_seed"))
        view.complain("stands beside repetitions or first_seed", "use the one or the other");
      std::vector<JsonView> seeds = view.list("as [1, 2, 3]");
      if (seeds.empty() || seeds.size() > kMostMatches)
        view.complain("must be a list of whole numbers", "as [1, 2, 3]");
      std::set<std::uint64_t> seen;
      for (const JsonView& each : seeds) {
        if (each.is_null()) each.complain("must be a whole number");
        std::uint64_t seed = each.natural(0, kMaxSeed);
        if (!seen.insert(seed).second)
          each.complain(fmt::format("{} is there twice", seed), "the same seed gives the same matches");
        out_.seeds.push_back(seed);
      }
      return;
    }
    std::uint64_t first = 1;
    if (json.has("first_seed")) {
      first = json["first_seed"].natural(0, kMaxSeed - kMostMatches);
    } else if (std::ranges::any_of(out_.players, &Entrant::remote)) {
      out_.drawn_seeds = true;
      first = drawn_seed() % (kMaxSeed - kMostMatches);
    }
    std::uint64_t repetitions = json.has("repetitions") ? json["repetitions"].natural(1, kMostMatches) : 1;
    for (std::uint64_t i = 0; i < repetitions; ++i) out_.seeds.push_back(first + i);
  }

  void read_clocks(const JsonView& json) {
    constexpr const char* kClocks = R"("clocks": {"start": 10, "play": 5})";
    JsonView clocks = json["clocks"];
    if (clocks.entries(kClocks).empty() && !clocks.is_null() && !clocks.is_object()) return;
    clocks.only({"start", "play"});
    constexpr const char* kSeconds = "of seconds: 0 for no limit, at most a day";
    out_.clocks = {clocks["start"].number(0, kMaxClock, kSeconds), clocks["play"].number(0, kMaxClock, kSeconds)};
    if (out_.clocks.start > 0 && out_.clocks.play > 0) return;
    for (const Entrant& player : out_.players)
      if (player.remote)
        json["players"][player.name].complain("a player somewhere else needs clocks: it may never answer", kClocks);
  }

  void read_rest(const JsonView& json) {
    out_.scramble = json["scramble"].flag();
    if (json.has("max_rounds")) out_.max_rounds = json["max_rounds"].natural(1, 1'000'000'000);
  }

  void read_games(const JsonView& json) {
    constexpr const char* kGames = R"("games": ["meier.kif"], relative to this file)";
    std::vector<JsonView> games = json["games"].list(kGames);
    if (games.empty()) json["games"].complain("must be a list of rule sheets", kGames);
    std::set<std::string> names;
    for (const JsonView& each : games) {
      if (!each.is_text() && !(each.is_object() && each["game"].is_text()))
        return each.complain("must be the name of a file, relative to the configuration",
                             R"(or {"game": "cups.kif", "descriptions": {"left": "cups.left.igdl"}})");
      if (!read_game(each.is_text() ? each : each["game"])) return;
      if (each.is_object()) read_descriptions(each);
      if (!names.insert(out_.games.back().name).second)
        each.complain(fmt::format("there is another game called {}", printable(out_.games.back().name)),
                      "rename one of the files, or leave it out");
    }
  }

  bool read_game(const JsonView& view) {
    auto refused = [&](const std::string& what, const std::string& hint) {
      view.complain(what, hint);
      return false;
    };
    fs::path file = fs::path(file_).parent_path() / view.text();  // an absolute name stays as it is
    auto description = gdl::read_file(file.string());
    if (!description)
      return refused(description.error().message, "file names are relative to the folder of the configuration");
    std::shared_ptr<const gdl::Description> rules = std::move(*description);
    auto model = game::Model::make(rules);
    if (!model) return refused(model.error().message, model.error().hint);
    TournamentGame out{file.stem().string(), record::hash_of(*rules), {}, file.string(), *model};
    for (program::TermId role : (*model)->roles())
      if (std::string played = (*model)->program().terms().to_kif(role); played != match::kNature)
        out.roles.push_back(std::move(played));
    if (out.roles.empty()) return refused("only nature plays this game", "leave it out");
    std::size_t players = out_.players.size();
    std::string has = fmt::format("{} has {}", printable(out.name), counted(out.roles.size(), "role"));
    if (out_.pairing == Pairing::kPaired && out.roles.size() != 2)
      return refused(has + ", and pairs play games of two",
                     "\"type\": \"round-robin\" has games of any number of roles");
    if (out.roles.size() > players)
      return refused(fmt::format("{}, and there {} {}", has, players == 1 ? "is" : "are", counted(players, "player")),
                     "add players: the same strategy may be there under two names");
    out_.games.push_back(std::move(out));
    return true;
  }

  // Roles of the last game that are given an incomplete description instead of the rules.
  void read_descriptions(const JsonView& json) {
    json.only({"game", "descriptions"});
    TournamentGame& game = out_.games.back();
    JsonView descriptions = json["descriptions"];
    if (!descriptions.is_null() && !descriptions.is_object())
      return descriptions.complain("must be files by role", R"({"left": "cups.left.igdl"})");
    std::vector<match::OwnDescription> own;
    for (const auto& [role, file] : descriptions.entries()) {
      if (std::ranges::find(game.roles, role) == game.roles.end())
        return file.complain(fmt::format("{} has no such role", printable(game.name)), suggestion(role, game.roles));
      auto read =
          gdl::read_file((fs::path(file_).parent_path() / file.text("a file, relative to the configuration")).string());
      if (!read)
        return file.complain(read.error().message, "file names are relative to the folder of the configuration");
      own.push_back({role, std::move(*read), {}});
    }
    if (own.empty()) return;
    auto compared = game::Game::make(game.model, {.engine = game::Game::Choice::kCircuit});
    if (!compared) return json.complain(compared.error().message, compared.error().hint);
    auto prepared = match::with_descriptions(*compared, own);
    if (!prepared) return descriptions.complain(prepared.error().message, prepared.error().hint);
    game.descriptions = std::move(prepared->descriptions);
    if (prepared->rules == game.model->shared_description()) return;
    auto model = game::Model::make(prepared->rules);
    if (!model) return json.complain(model.error().message, model.error().hint);
    game.model = std::move(*model);
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
  auto json = parsed(file);
  if (!json) return tl::unexpected(json.error());
  std::string name = read_name((*json)->root());
  if ((*json)->wrong()) return tl::unexpected(*(*json)->wrong());
  return name;
}

}  // namespace percept::tournament
