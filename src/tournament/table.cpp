// SPDX-License-Identifier: MIT
#include "tournament/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/text.h"

namespace percept::tournament {
namespace {

using Json = nlohmann::ordered_json;

std::size_t attempt_of(const std::string& id, const Tournament& tournament, std::size_t number) {
  std::string first = match_id(tournament, number, 1) + ".";
  return id.starts_with(first) ? whole_number(id.substr(first.size())).value_or(1) : 1;
}

// Goals and faults by role, without nature.
Result<MatchResult> result_of(store::Store& store, const Tournament& tournament, const ScheduledMatch& match,
                              const store::Summary& summary) {
  MatchResult out{summary.number, attempt_of(summary.id, tournament, summary.number), summary.status, {}, {},
                  summary.id};
  std::vector<std::size_t> faults(summary.roles.size());
  if (summary.faults > 0 && summary.status == record::Status::kCompleted) {
    auto record = store.load(summary.id);
    if (!record) return tl::unexpected(record.error());
    for (std::size_t role = 0; role < faults.size(); ++role) {
      faults[role] = role < record->start_faults.size() && record->start_faults[role];
      for (const record::Round& round : record->rounds)
        faults[role] += role < round.faults.size() && round.faults[role];
    }
  }
  for (const std::string& name : tournament.games[match.game].roles) {
    auto role = static_cast<std::size_t>(std::ranges::find(summary.roles, name) - summary.roles.begin());
    out.goals.push_back(role < summary.goals.size() ? summary.goals[role] : std::nullopt);
    out.faults.push_back(role < faults.size() ? faults[role] : 0);
  }
  return out;
}

// Collects what a standing is made of.
struct Tally {
  Standing standing;
  std::vector<Observation> scores;

  void add(const MatchResult& result, std::size_t seat, std::size_t game, std::size_t cluster) {
    ++standing.matches;
    standing.faults += result.faults[seat];
    if (!result.goals[seat]) return;
    int goal = *result.goals[seat];
    scores.push_back({static_cast<double>(goal), game, cluster});
    std::size_t above = 0, level = 0;
    for (std::size_t other = 0; other < result.goals.size(); ++other) {
      if (other == seat || !result.goals[other]) continue;
      above += *result.goals[other] > goal;
      level += *result.goals[other] == goal;
    }
    if (result.goals.size() < 2) return;
    ++(above > 0 ? standing.losses : level > 0 ? standing.draws : standing.wins);
  }
  Standing finished() {
    standing.score = estimate(std::move(scores));
    return standing;
  }
};

double rounded(double value, double unit) { return std::round(value / unit) * unit; }

Json number(double value) { return rounded(value, 1e-6); }

Json json_of(const Standing& standing) {
  Json out = {{"matches", standing.matches}};
  out["mean"] = standing.score.count > 0 ? number(standing.score.mean) : Json();
  out["mean_reach_95"] = standing.score.reach ? number(*standing.score.reach) : Json();
  out["wins"] = standing.wins;
  out["draws"] = standing.draws;
  out["losses"] = standing.losses;
  out["faults"] = standing.faults;
  return out;
}

std::string text_of(const Estimate& score) {
  if (score.count == 0) return "–";
  std::string out = fmt::format("{:.1f}", rounded(score.mean, 1e-6));
  return score.reach ? fmt::format("{} ± {:.1f}", out, rounded(*score.reach, 1e-6)) : out;
}

std::string results_text(const Standing& standing) {
  if (standing.wins + standing.draws + standing.losses == 0) return "–";
  return fmt::format("{}/{}/{}", standing.wins, standing.draws, standing.losses);
}

}  // namespace

Result<std::vector<MatchResult>> results_of(store::Store& store, const Tournament& tournament) {
  store::Query query;
  query.tournament = tournament.name;
  query.limit = 100 * kMostMatches;
  auto summaries = store.list(query);
  if (!summaries) return tl::unexpected(summaries.error());
  std::map<std::size_t, std::map<std::size_t, const store::Summary*>> attempts;
  for (const store::Summary& summary : *summaries)
    attempts[summary.number][attempt_of(summary.id, tournament, summary.number)] = &summary;
  std::vector<MatchResult> out;
  for (const ScheduledMatch& match : schedule(tournament)) {
    auto found = attempts.find(match.number);
    if (found == attempts.end()) continue;
    const store::Summary* chosen = found->second.rbegin()->second;
    for (const auto& [attempt, summary] : found->second)
      if (summary->status == record::Status::kCompleted || summary->status == record::Status::kFailed) {
        chosen = summary;
        break;
      }
    auto result = result_of(store, tournament, match, *chosen);
    if (!result) return tl::unexpected(result.error());
    result->attempt = found->second.rbegin()->first;
    out.push_back(std::move(*result));
  }
  return out;
}

Table table_of(const Tournament& tournament, const std::vector<MatchResult>& results) {
  std::size_t players = tournament.players.size();
  Table out;
  out.tournament = tournament;
  std::vector<ScheduledMatch> matches = schedule(tournament);
  out.total = matches.size();
  std::vector<Tally> all(players);
  std::vector<std::vector<Tally>> by_game(tournament.games.size(), std::vector<Tally>(players));
  std::vector<std::vector<std::vector<Tally>>> by_role;
  for (const TournamentGame& game : tournament.games)
    by_role.emplace_back(game.roles.size(), std::vector<Tally>(players));
  std::map<std::uint64_t, std::size_t> clusters;  // matches of a game with one seed share their chance
  std::vector<Comparison> compared;
  for (const MatchResult& result : results) {
    out.failed += result.status == record::Status::kFailed;
    if (result.status != record::Status::kCompleted || result.number > matches.size()) continue;
    ++out.completed;
    const ScheduledMatch& match = matches[result.number - 1];
    std::size_t cluster = clusters.try_emplace(match.seed, clusters.size()).first->second;
    std::vector<std::size_t> seated;
    std::vector<int> goals;
    for (std::size_t seat = 0; seat < match.seating.size(); ++seat) {
      std::size_t player = match.seating[seat];
      all[player].add(result, seat, match.game, cluster);
      by_game[match.game][player].add(result, seat, match.game, cluster);
      by_role[match.game][seat][player].add(result, seat, match.game, cluster);
      if (!result.goals[seat]) continue;
      seated.push_back(player);
      goals.push_back(*result.goals[seat]);
    }
    for (const Comparison& each : comparisons(seated, goals)) compared.push_back(each);
  }
  for (Tally& tally : all) out.players.push_back(tally.finished());
  for (std::size_t game = 0; game < tournament.games.size(); ++game) {
    GameStandings& standings = out.games.emplace_back();
    for (Tally& tally : by_game[game]) standings.players.push_back(tally.finished());
    for (std::vector<Tally>& role : by_role[game]) {
      standings.roles.emplace_back();
      for (Tally& tally : role) standings.roles.back().push_back(tally.finished());
    }
  }
  out.ratings = ratings(players, std::move(compared));
  out.order.resize(players);
  std::iota(out.order.begin(), out.order.end(), std::size_t{0});
  std::ranges::stable_sort(out.order, [&](std::size_t a, std::size_t b) {
    double first = rounded(out.ratings[a].elo, 1e-6), second = rounded(out.ratings[b].elo, 1e-6);
    if (first != second) return first > second;
    return out.players[a].score.mean > out.players[b].score.mean;
  });
  return out;
}

std::vector<TextTable> text_tables_of(const Table& table) {
  std::vector<TextTable> out;
  TextTable all{"", {"player", "matches", "mean", "won/drawn/lost", "Elo", "faults"}, {}};
  for (std::size_t player : table.order) {
    const Standing& standing = table.players[player];
    const Rating& rating = table.ratings[player];
    all.rows.push_back({table.tournament.players[player].name, std::to_string(standing.matches),
                        text_of(standing.score), results_text(standing),
                        rating.matches > 0 ? fmt::format("{:.0f} ± {:.0f}", rating.elo, rating.reach) : "–",
                        std::to_string(standing.faults)});
  }
  out.push_back(std::move(all));
  for (std::size_t game = 0; game < table.games.size(); ++game) {
    const GameStandings& standings = table.games[game];
    TextTable text{table.tournament.games[game].name, {"player", "matches", "mean", "won/drawn/lost"}, {}};
    for (const std::string& role : table.tournament.games[game].roles) text.head.push_back("as " + role);
    text.head.push_back("faults");
    std::vector<std::size_t> order = table.order;
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
      return standings.players[a].score.mean > standings.players[b].score.mean;
    });
    for (std::size_t player : order) {
      const Standing& standing = standings.players[player];
      std::vector<std::string> row = {table.tournament.players[player].name, std::to_string(standing.matches),
                                      text_of(standing.score), results_text(standing)};
      for (const std::vector<Standing>& role : standings.roles) row.push_back(text_of(role[player].score));
      row.push_back(std::to_string(standing.faults));
      text.rows.push_back(std::move(row));
    }
    out.push_back(std::move(text));
  }
  return out;
}

std::string to_json(const Table& table) {
  const Tournament& tournament = table.tournament;
  Json out = {{"tournament", tournament.name}, {"type", name_of(tournament.pairing)},
              {"matches", table.total},        {"completed", table.completed},
              {"failed", table.failed},        {"players", Json::array()},
              {"games", Json::array()}};
  for (std::size_t player : table.order) {
    Json row = {{"name", tournament.players[player].name}, {"spec", tournament.players[player].spec}};
    row.update(json_of(table.players[player]));
    bool rated = table.ratings[player].matches > 0;
    row["elo"] = rated ? number(table.ratings[player].elo) : Json();
    row["elo_reach_95"] = rated ? number(table.ratings[player].reach) : Json();
    out["players"].push_back(std::move(row));
  }
  for (std::size_t game = 0; game < table.games.size(); ++game) {
    Json entry = {{"name", tournament.games[game].name}, {"players", Json::array()}};
    for (std::size_t player : table.order) {
      Json row = {{"name", tournament.players[player].name}};
      row.update(json_of(table.games[game].players[player]));
      for (std::size_t role = 0; role < tournament.games[game].roles.size(); ++role)
        row["roles"][tournament.games[game].roles[role]] = json_of(table.games[game].roles[role][player]);
      entry["players"].push_back(std::move(row));
    }
    out["games"].push_back(std::move(entry));
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_markdown(const Table& table) {
  std::string out = fmt::format("# Tournament {}\n\n{} of {} {} played", table.tournament.name, table.completed,
                                table.total, table.total == 1 ? "match" : "matches");
  if (table.failed > 0) out += fmt::format(", {} failed", table.failed);
  out += ". Means and ratings with 95 % intervals.\n";
  auto line = [](const std::vector<std::string>& cells) { return fmt::format("| {} |\n", fmt::join(cells, " | ")); };
  for (const TextTable& text : text_tables_of(table)) {
    out += "\n";
    if (!text.title.empty()) out += fmt::format("## {}\n\n", text.title);
    out += line(text.head) + "|---";
    for (std::size_t i = 1; i < text.head.size(); ++i) out += "|--:";
    out += "|\n";
    for (const auto& row : text.rows) out += line(row);
  }
  return out;
}

}  // namespace percept::tournament
