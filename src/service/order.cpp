// SPDX-License-Identifier: MIT
#include "service/order.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/seeds.h"
#include "base/text.h"
#include "play/strategies.h"
#include "sandbox/described.h"
#include "sandbox/sheet.h"
#include "service/fields.h"
#include "wire/seating.h"

namespace percept::service {
namespace {

constexpr std::size_t kMostRules = 1 << 20, kMostSpec = 500;
constexpr double kCheckSeconds = 10, kDescribeSeconds = 60;
constexpr double kStartClock = 30, kPlayClock = 15;  // unless the body says more

struct Asked {
  std::optional<std::string> game, rules, name;
  std::map<std::string, std::string> players, dialects, descriptions;
  std::optional<double> start_clock, play_clock;
  std::optional<std::uint64_t> seed;
  std::optional<bool> scramble, tell_moves;
};

tl::unexpected<Reply> refused(int status, const Error& error) { return tl::unexpected(refusal(status, error)); }

Result<Asked> read_fields(const std::string& body) {
  auto read = Fields::of(body);
  if (!read) return tl::unexpected(read.error());
  Fields& fields = *read;
  Asked out;
  out.game = fields.text("game", 200);
  out.rules = fields.text("rules", kMostRules);
  out.name = fields.text("name", 100);
  out.players = fields.texts("players", kMostSpec);
  out.dialects = fields.texts("dialects", 100);
  out.descriptions = fields.texts("descriptions", kMostRules);
  out.start_clock = fields.number("startClock", 0, kLongestClock);
  out.play_clock = fields.number("playClock", 0, kLongestClock);
  out.seed = fields.whole("seed");
  out.scramble = fields.flag("scramble");
  out.tell_moves = fields.flag("tellMoves");
  if (out.game.has_value() == out.rules.has_value())
    fields.wrong("a match needs either game or rules", "game is a name of /api/games, rules the text of a rule sheet");
  if (out.name && !out.rules) fields.wrong("name is for rules that come along", "a game has its own");
  if (out.name && !is_name(*out.name)) fields.wrong("name has letters, digits and - _ . only, 64 at most");
  if (auto fine = fields.finish(); !fine) return tl::unexpected(fine.error());
  return out;
}

Json findings_of(const sandbox::Sheet& sheet) {
  Json out = Json::array();
  for (const sandbox::SheetFinding& each : sheet.findings)
    out.push_back({{"code", each.code},
                   {"line", each.line},
                   {"column", each.column},
                   {"message", each.message},
                   {"hint", each.hint}});
  return out;
}

tl::expected<sandbox::Sheet, Reply> read_game(const Asked& asked, GameShelf& games, const sandbox::WorkerLimits& limits,
                                              const std::stop_token& stop) {
  if (asked.game) {
    auto sheet = games.find(*asked.game);
    if (!sheet)
      return refused(400, {fmt::format("game: there is no {}", *asked.game), suggestion(*asked.game, games.names())});
    if (!sheet->problem.empty())
      return refused(400, {fmt::format("game: {} cannot be played: {}", *asked.game, sheet->problem), ""});
    return sandbox::Sheet{sheet->rules, sheet->roles, sheet->nature, {}};
  }
  auto sheet = sandbox::read_sheet(asked.name.value_or("rules"), *asked.rules, limits, kCheckSeconds, stop);
  if (!sheet) return refused(400, {"rules: " + sheet.error().message, sheet.error().hint});
  if (!sheet->problem) return *sheet;
  Error error = {"rules: " + sheet->problem->message,
                 sheet->findings.empty() ? sheet->problem->hint : "findings say where"};
  return tl::unexpected(refusal(400, error, {{"findings", findings_of(*sheet)}}));
}

// A registered player by its name, else a spec.
Result<Chair> chair_of(const std::string& role, const std::string& text, const Asked& asked, const Registry& players,
                       GameShelf& games) {
  Chair out{text, text, {}};
  if (text == "human") {
    out.desk = std::make_shared<Desk>(role, games.library());
  } else if (auto registered = players.find(text)) {
    out.spec = registered->url;
    out.dialect = registered->dialect;
  } else if (auto fine = wire::check_spec(text); !fine) {
    return failure(fmt::format("players.{}: {}", role, fine.error().message),
                   fine.error().hint + (fine.error().hint.empty() ? "" : "; ") + "/api/players lists who can play");
  } else if (!wire::is_remote(text) && play::names_file(text)) {
    return failure(fmt::format("players.{}: {} is of a file, and no order reads files of the service", role, text),
                   "percept player plays by a file, and can be registered; /api/players lists who can play");
  }
  auto it = asked.dialects.find(role);
  if (it == asked.dialects.end()) return out;
  if (!wire::is_remote(out.spec)) return failure(fmt::format("dialects.{}: {} needs no dialect", role, text));
  out.dialect = wire::dialect_of(it->second);
  if (!out.dialect)
    return failure(fmt::format("dialects.{}: there is no dialect {}", role, it->second),
                   suggestion(it->second, wire::dialect_names()));
  return out;
}

Result<void> seat(Order& order, const std::optional<std::string>& nature, const Asked& asked, const Registry& players,
                  GameShelf& games) {
  std::vector<std::string> played;
  for (const std::string& role : order.roles)
    if (role != nature) played.push_back(role);
  for (const auto* given : {&asked.players, &asked.dialects})
    for (const auto& [role, text] : *given)
      if (std::ranges::find(played, role) == played.end())
        return failure(fmt::format("{}: there is no role {} that anybody plays",
                                   given == &asked.players ? "players" : "dialects", role),
                       suggestion(role, played));
  std::vector<std::string> specs;
  for (const std::string& role : order.roles) {
    order.chairs.emplace_back();
    if (std::ranges::find(played, role) == played.end()) continue;
    auto it = asked.players.find(role);
    if (it == asked.players.end())
      return failure(
          fmt::format("players: nobody plays {}", role),
          fmt::format("roles are {}; \"players\": {{\"{}\": \"random\", …}}", fmt::join(played, ", "), role));
    auto chair = chair_of(role, it->second, asked, players, games);
    if (!chair) return tl::unexpected(chair.error());
    if (wire::is_remote(chair->spec) && std::ranges::find(specs, chair->spec) != specs.end())
      return failure(fmt::format("players.{}: {} plays another role of this match", role, it->second),
                     "a player somewhere else plays one role at a time");
    specs.push_back(chair->spec);
    order.chairs.back() = std::move(*chair);
  }
  return {};
}

// Roles that are given an incomplete description instead of the rules, to which the rules are held in a process of its
// own, as they are read.
Result<void> describe(Order& order, const Asked& asked, const sandbox::WorkerLimits& limits,
                      const std::stop_token& stop) {
  if (asked.descriptions.empty()) return {};
  for (const auto& [role, text] : asked.descriptions) {
    auto it = std::ranges::find(order.roles, role);
    if (it == order.roles.end())
      return failure(fmt::format("descriptions: there is no role {}", role), suggestion(role, order.roles));
    const auto& chair = order.chairs[static_cast<std::size_t>(it - order.roles.begin())];
    if (chair && chair->desk)
      return failure(fmt::format("descriptions.{}: a person plays by the complete rules", role),
                     "let igdl or auto play by a description");
  }
  auto described = sandbox::describe(order.rules, asked.descriptions, limits, kDescribeSeconds, stop);
  if (!described) return failure("descriptions" + described.error().message, described.error().hint);
  order.rules = std::move(described->rules);
  order.setup.descriptions = std::move(described->descriptions);
  return {};
}

}  // namespace

tl::expected<Order, Reply> read_order(const std::string& body, GameShelf& games, const Registry& players,
                                      const sandbox::WorkerLimits& limits, const std::stop_token& stop) {
  auto asked = read_fields(body);
  if (!asked) return refused(400, asked.error());
  auto read = read_game(*asked, games, limits, stop);
  if (!read) return tl::unexpected(read.error());
  Order out{std::move(read->rules), {}, std::move(read->roles), {}};
  if (auto seated = seat(out, read->nature, *asked, players, games); !seated) return refused(400, seated.error());
  if (auto described = describe(out, *asked, limits, stop); !described) return refused(400, described.error());
  out.tell_moves = asked->tell_moves.value_or(false);
  bool scramble = asked->scramble.value_or(false);
  if (scramble && out.has_people())
    return refused(400, {"scramble: people would not know what the names mean", "leave it out, or let programs play"});
  out.setup.id = record::new_id(scramble ? "match" : out.rules.name);
  out.setup.seed = asked->seed.value_or(drawn_seed());
  out.setup.clocks = {asked->start_clock.value_or(kStartClock), asked->play_clock.value_or(kPlayClock)};
  out.setup.scramble = scramble;
  bool elsewhere =
      std::ranges::any_of(out.chairs, [](const auto& chair) { return chair && wire::is_remote(chair->spec); });
  if (elsewhere && (out.setup.clocks.start == 0 || out.setup.clocks.play == 0))
    return refused(400, {fmt::format("{}: a player somewhere else plays by clocks",
                                     out.setup.clocks.start == 0 ? "startClock" : "playClock"),
                         "give seconds above 0, or leave it out"});
  return out;
}

Order once_more(const Order& order, GameShelf& games) {
  Order out = order;
  out.setup.id = record::new_id(out.rules.name);
  for (auto& chair : out.chairs)
    if (chair && chair->desk) chair->desk = std::make_shared<Desk>(chair->desk->role(), games.library());
  return out;
}

}  // namespace percept::service
