// SPDX-License-Identifier: MIT
//
// Matches for tests of the wire: a small game in two forms, a referee with remote seats, players that answer what they
// are told to.
#pragma once

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "game/playing.h"
#include "match/referee.h"
#include "wire/remote_seat.h"
#include "wire/scripted_server.h"

namespace percept::test {

// Both take a number each round, three rounds long. With `hidden`, each sees only whether the other's was odd.
inline std::string taking_numbers(bool hidden) {
  std::string text = R"(
    (role Alpha) (role Beta)
    (number 1) (number 2) (number 3) (odd 1) (odd 3) (other Alpha Beta) (other Beta Alpha)
    (successor 0 1) (successor 1 2) (successor 2 3)
    (init (step 0))
    (<= (legal ?r (take ?n)) (role ?r) (number ?n))
    (<= (next (step ?next)) (true (step ?now)) (successor ?now ?next))
    (<= (next (has ?r ?now ?n)) (does ?r (take ?n)) (true (step ?now)))
    (<= (next (has ?r ?then ?n)) (true (has ?r ?then ?n)))
    (<= terminal (true (step 3)))
    (<= (goal ?r 100) (true (has ?r 0 1)))
    (<= (goal ?r 50) (role ?r) (not (true (has ?r 0 1)))))";
  if (hidden) text += "(<= (sees ?r oddNumber) (other ?r ?o) (does ?o (take ?n)) (odd ?n))";
  return text;
}

// A player that answers these moves, one after the other, the last one again and again.
inline ScriptedServer::Script answering(std::vector<std::string> moves) {
  return [moves = std::move(moves)](Caller& caller) {
    const std::string message = caller.message();
    if (message == "info") return caller.answer("( ( name honest ) ( status available ) )");
    if (message == "start") return caller.answer("ready");
    if (message == "play") return caller.answer(moves[std::min(caller.number(), moves.size() - 1)]);
    caller.answer(message == "abort" ? "aborted" : "done");
  };
}

inline std::unique_ptr<match::Seat> remote(const std::string& url, wire::SeatOptions options = {}) {
  return got(wire::make_remote_seat(url, options));
}

inline match::Setup setup_with(record::Clocks clocks, std::string id = "match.1", std::uint64_t seed = 1) {
  match::Setup out;
  out.id = std::move(id);
  out.seed = seed;
  out.clocks = clocks;
  return out;
}

// The match of these players, by role; nobody for nature.
inline record::Record played(game::Game& game, const std::vector<std::pair<std::string, wire::SeatOptions>>& players,
                             const match::Setup& setup, std::stop_token stop = {}) {
  std::vector<std::unique_ptr<match::Seat>> seats;
  for (const auto& [url, options] : players) seats.push_back(url.empty() ? nullptr : remote(url, options));
  match::Referee referee(game, record::rules_on_record(game.description(), "test.kif"), setup);
  return got(referee.play(seats, std::move(stop)));
}

}  // namespace percept::test
