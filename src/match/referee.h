// SPDX-License-Identifier: MIT
//
// The referee of a match: the lecture's game manager without the wire. It alone knows the true state. Round by round
// it asks every seat for a move at the same time, puts a random legal move in the place of a missing or illegal answer,
// plays `random` of GDL-II games itself, and tells each role its own percepts and nothing else.
//
//   auto game = Game::make(description, …);
//   Referee referee(game, setup, listeners);
//   auto record = referee.play(seats, stop);        // seats by role; null for nature
//
// Chance is reproducible: nature's moves, replacements and the seeds of local players come from streams of their own,
// all derived from the match's seed by a one-way function, so that nothing a player is given tells of another stream
// and a late answer does not change what nature does.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "base/result.h"
#include "game/game.h"
#include "match/record.h"
#include "match/seat.h"

namespace percept::match {

// What a role is given instead of the rules: a description of its own (incomplete.h).
struct OwnDescription {
  std::string role;
  std::shared_ptr<const gdl::Description> description;
  std::optional<std::vector<std::string>> first_percepts = {};  // where it sees the position: of the first, sorted
};

struct Setup {
  std::string id = {};  // new_id() when empty
  std::uint64_t seed = 1;
  Clocks clocks = {};
  bool scramble = false;
  std::size_t max_rounds = 10'000;
  std::string tournament = {};
  std::size_t number = 0;
  std::vector<OwnDescription> descriptions = {};
};

// The role that the manager plays: `random`, in games without `sees`, too, as other managers do.
inline constexpr std::string_view kNature = "random";
std::optional<game::RoleId> nature_of(const game::Game& game);

// A number for the stream of this name; nobody can tell the seed from it. Names in use: "nature", "replace ROLE",
// "player ROLE", "scramble".
std::uint64_t stream_seed(std::uint64_t seed, std::string_view name);
// One that nobody finds by trying, and that every JSON reader keeps exactly: 53 bits from the system's source.
std::uint64_t drawn_seed();
// "tictactoe.20261115T181500.k3f9": readable, without blanks or parentheses, never the same twice.
std::string new_id(std::string_view game);

class Referee {
 public:
  // The game has to live as long. Listeners are called on the thread that plays, in their order.
  Referee(game::Game& game, RulesOnRecord rules, Setup setup, std::vector<Listener*> listeners = {});

  // Plays to the end, or until stopped. An error is only what kept the match from starting; whatever happens later is
  // in the record. `seats` are in the order of the roles, null for nature.
  Result<Record> play(std::vector<std::unique_ptr<Seat>>& seats, std::stop_token stop = {});

 private:
  class Run;
  game::Game& game_;
  RulesOnRecord rules_;
  Setup setup_;
  std::vector<Listener*> listeners_;
};

// The rules as they go on record.
RulesOnRecord rules_on_record(const gdl::Description& description, const std::string& file);

}  // namespace percept::match
