// SPDX-License-Identifier: MIT
#include "tournament/tournament.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/digest.h"

namespace percept::tournament {
namespace {

using Json = nlohmann::ordered_json;

// A seed of its own for a match, short enough to be typed.
std::uint64_t seed_of(std::uint64_t seed, const TournamentGame& game, const std::vector<std::string>& names) {
  std::string text = fmt::format("{} {} {}", seed, game.name, fmt::join(names, " "));
  auto digest = sha256(text);
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < 8; ++i) out = out << 8 | digest[i];
  return out >> 11;  // every JSON reader keeps it exactly
}

// Every way to give `roles` seats to distinct players, in the order of their numbers.
void seat_all(std::size_t players, std::size_t roles, std::vector<std::size_t>& seating,
              const std::function<void()>& found) {
  if (seating.size() == roles) return found();
  for (std::size_t player = 0; player < players; ++player) {
    if (std::ranges::find(seating, player) != seating.end()) continue;
    seating.push_back(player);
    seat_all(players, roles, seating, found);
    seating.pop_back();
  }
}

std::string shown(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

// Sets `out` to the first difference below `path`, if there is one.
bool differ(const Json& before, const Json& now, const std::string& path, std::string& out) {
  if (before == now) return false;
  auto below = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (before.is_object() && now.is_object()) {
    for (const auto& [key, value] : now.items()) {
      if (!before.contains(key)) {
        out = below(key) + " was not there";
        return true;
      }
      if (differ(before[key], value, below(key), out)) return true;
    }
    for (const auto& [key, value] : before.items())
      if (!now.contains(key)) {
        out = below(key) + " is no longer there";
        return true;
      }
    out = (path.empty() ? "it" : path) + " has another order";
    return true;
  }
  if (before.is_array() && now.is_array()) {
    for (std::size_t i = 0; i < std::min(before.size(), now.size()); ++i)
      if (differ(before[i], now[i], fmt::format("{}[{}]", path, i), out)) return true;
    out = fmt::format("{} had {} and has {}", path, before.size(), now.size());
    return true;
  }
  out = path.ends_with(".rules") ? path + " are not the same: the rule sheet was changed"
                                 : fmt::format("{} was {} and is {}", path, shown(before), shown(now));
  return true;
}

}  // namespace

std::string_view name_of(Pairing pairing) { return pairing == Pairing::kPaired ? "paired" : "round-robin"; }

std::vector<ScheduledMatch> schedule(const Tournament& tournament) {
  std::vector<ScheduledMatch> out;
  std::size_t players = tournament.players.size();
  auto add = [&](std::uint64_t seed, std::size_t game, const std::vector<std::size_t>& seating) {
    ScheduledMatch match{out.size() + 1, game, seating, seed};
    bool may_remember =
        std::ranges::any_of(seating, [&](std::size_t player) { return tournament.players[player].remote; });
    if (tournament.pairing == Pairing::kRoundRobin || may_remember) {
      std::vector<std::string> names;
      for (std::size_t player : seating) names.push_back(tournament.players[player].name);
      match.seed = seed_of(seed, tournament.games[game], names);
    }
    out.push_back(std::move(match));
  };
  for (std::uint64_t seed : tournament.seeds)
    for (std::size_t game = 0; game < tournament.games.size(); ++game) {
      if (tournament.pairing == Pairing::kPaired) {
        for (std::size_t first = 0; first < players; ++first)
          for (std::size_t second = first + 1; second < players; ++second) {
            add(seed, game, {first, second});
            add(seed, game, {second, first});
          }
        continue;
      }
      std::vector<std::size_t> seating;
      seat_all(players, tournament.games[game].roles.size(), seating, [&] { add(seed, game, seating); });
    }
  return out;
}

std::size_t schedule_size(const Tournament& tournament) {
  double each = 0;
  for (const TournamentGame& game : tournament.games) {
    double seatings = 1;
    for (std::size_t seat = 0; seat < game.roles.size(); ++seat)
      seatings *= static_cast<double>(tournament.players.size()) - static_cast<double>(seat);
    each += std::max(seatings, 0.0);
  }
  return static_cast<std::size_t>(std::min(each * static_cast<double>(tournament.seeds.size()), 1e18));
}

std::string match_id(const Tournament& tournament, std::size_t number, std::size_t attempt) {
  std::string out = fmt::format("{}.{}", tournament.name, number);
  return attempt > 1 ? fmt::format("{}.{}", out, attempt) : out;
}

std::string configuration_of(const Tournament& tournament) {
  Json games = Json::array(), players = Json::object();
  for (const TournamentGame& game : tournament.games) {
    games.push_back({{"name", game.name}, {"roles", game.roles}, {"rules", game.hash}});
    for (const match::OwnDescription& own : game.descriptions)
      games.back()["descriptions"][own.role] = record::hash_of(*own.description);
  }
  for (const Entrant& player : tournament.players) {
    players[player.name] = {{"spec", player.spec}};
    if (!player.dialect.empty()) players[player.name]["dialect"] = player.dialect;
    if (player.remote) players[player.name]["remote"] = true;
  }
  Json out = {{"name", tournament.name},
              {"type", name_of(tournament.pairing)},
              {"games", games},
              {"players", players},
              {"seeds", tournament.seeds},
              {"clocks", {{"start", tournament.clocks.start}, {"play", tournament.clocks.play}}},
              {"scramble", tournament.scramble},
              {"max_rounds", tournament.max_rounds}};
  return out.dump();
}

Result<Tournament> tournament_of(const std::string& configuration) {
  try {
    Json json = Json::parse(configuration);
    Tournament out;
    out.name = json.at("name");
    out.pairing = json.at("type") == name_of(Pairing::kPaired) ? Pairing::kPaired : Pairing::kRoundRobin;
    for (const Json& game : json.at("games"))
      out.games.push_back({game.at("name"), game.at("rules"), game.at("roles"), "", {}});
    for (const auto& [name, player] : json.at("players").items())
      out.players.push_back({name, player.at("spec"), player.value("dialect", ""), player.value("remote", false)});
    out.seeds = json.at("seeds").get<std::vector<std::uint64_t>>();
    out.clocks = {json.at("clocks").at("start"), json.at("clocks").at("play")};
    out.scramble = json.at("scramble");
    out.max_rounds = json.at("max_rounds");
    return out;
  } catch (const Json::exception& error) {
    return failure(fmt::format("the store's configuration of the tournament cannot be read: {}", error.what()),
                   "--restart begins the tournament again");
  }
}

std::string difference(const std::string& before, const std::string& now) {
  Json first = Json::parse(before, nullptr, false), second = Json::parse(now, nullptr, false);
  if (first.is_discarded() || second.is_discarded()) return "one of them cannot be read";
  std::string out;
  return differ(first, second, "", out) ? out : "nothing";
}

}  // namespace percept::tournament
