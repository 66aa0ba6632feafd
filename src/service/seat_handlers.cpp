// SPDX-License-Identifier: MIT
//
// For a person who plays: where their seat stands, their move, giving up, and taking back against players of ours. The
// seat's token, in the header Percept-Seat, is all they need; who has it sees what the role knows and nothing else.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "service/fields.h"
#include "service/handlers.h"
#include "service/order.h"
#include "wire/seating.h"

namespace percept::service {
namespace {

constexpr auto kLongPoll = std::chrono::seconds(15);

Reply no_seat() {
  return refusal(403, {"this seat is not yours, or its match has ended",
                       "the link you were given has the seat's token; the match's page shows how it ended"});
}

Reply show_seat(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {"version"}); !fine) return refusal(400, fine.error());
  auto version = number_of(request, "version", 0, 999'999'999);
  if (!version) return refusal(400, version.error());
  auto desk = desk_of(parts, request);
  if (!desk) return no_seat();
  auto live = parts.matches.find(request.arguments[0]);
  bool waiting = live && live->stage() == Stage::kQueued;
  Json out = desk->state(*version, waiting ? std::chrono::seconds(1) : kLongPoll);
  out["stage"] = name_of(live ? live->stage() : Stage::kOver);
  return reply(200, out);
}

Reply take_move(Parts& parts, const Request& request) {
  if (auto fine = check_query(request, {}); !fine) return refusal(400, fine.error());
  auto desk = desk_of(parts, request);
  if (!desk) return no_seat();
  auto read = Fields::of(request.body);
  if (!read) return refusal(400, read.error());
  Fields& fields = *read;
  auto move = fields.text("move", 1000);
  auto round = fields.whole("round");
  if (!move || !round) fields.wrong("a move needs round and move", "{\"round\": 3, \"move\": \"(mark 2 2)\"}");
  if (auto fine = fields.finish(); !fine) return refusal(400, fine.error());
  switch (desk->take(*round, *move)) {
    case Desk::Taken::kNotAsked:
      return refusal(409, {fmt::format("no move is wanted in round {} now", *round), "the seat says when one is"});
    case Desk::Taken::kNotLegal:
      return refusal(400, {fmt::format("{} cannot be legal now", *move), "the view of the round has the moves"});
    default: return reply(202, {{"round", *round}, {"move", *move}});
  }
}

Reply resign(Parts& parts, const Request& request) {
  auto desk = desk_of(parts, request);
  auto live = parts.matches.find(request.arguments[0]);
  if (!desk || !live) return no_seat();
  if (!parts.matches.cancel(*live)) return refusal(409, {"the match has ended already", ""});
  return reply(202, {{"id", live->id()}, {"status", "cancelling"}});
}

// The same match again up to a round, with the same chance: it is broken off, and another begins whose players make the
// same moves so far.
Reply take_back(Parts& parts, const Request& request) {
  auto desk = desk_of(parts, request);
  auto live = parts.matches.find(request.arguments[0]);
  if (!desk || !live) return no_seat();
  auto read = Fields::of(request.body);
  if (!read) return refusal(400, read.error());
  Fields& fields = *read;
  auto round = fields.whole("round");
  if (!round || *round == 0) fields.wrong("taking back needs the round to play again", R"({"round": 3})");
  if (auto fine = fields.finish(); !fine) return refusal(400, fine.error());
  const Order& order = live->order();
  for (const auto& chair : order.chairs)
    if (chair && chair->desk != desk && (chair->desk || wire::is_remote(chair->spec)))
      return refusal(409, {"moves are taken back against players of ours only", "ask the others for another match"});
  auto record = parts.store.load(live->id());
  if (!record) return refusal(409, {"the match has not started", ""});
  if (*round > record->rounds.size())
    return refusal(409, {fmt::format("round {} has not been played", *round), "there is nothing to take back"});
  Order again = once_more(order, parts.games);
  again.recalled.assign(order.roles.size(), {});
  for (std::size_t played = 0; played + 1 < *round; ++played)
    for (std::size_t role = 0; role < order.roles.size(); ++role)
      again.recalled[role].push_back(record->rounds[played].moves[role]);
  Reply out = start_order(parts, std::move(again), live.get());
  if (out.status == 201) parts.matches.cancel(*live);
  return out;
}

}  // namespace

void add_seat_routes(std::vector<Route>& routes, Parts& parts) {
  auto add = [&](const char* method, const char* path, Reply (*handle)(Parts&, const Request&)) {
    routes.push_back({method, path, [&parts, handle](const Request& request) { return handle(parts, request); }, true});
  };
  add("GET", "/api/matches/{id}/seat", show_seat);
  add("POST", "/api/matches/{id}/seat/move", take_move);
  add("POST", "/api/matches/{id}/seat/resign", resign);
  add("POST", "/api/matches/{id}/seat/back", take_back);
}

}  // namespace percept::service
