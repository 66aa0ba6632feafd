// SPDX-License-Identifier: MIT
//
// The referee of a match: the lecture's game manager without the wire. It alone knows the true state. Round by round
// it asks every seat for a move at the same time, puts a random legal move in the place of a missing or illegal answer,
// plays `random` of GDL-II games itself, and tells each role its own percepts and nothing else.
//
//   auto game = Game::make(description, …);
//   Referee referee(game, setup, followers);
//   auto record = referee.play(seats, stop);        // seats by role; null for nature
//
// Chance is reproducible: nature's moves, replacements and the seeds of local players come from streams of their own,
// all derived from the match's seed by a one-way function, so that nothing a player is given tells of another stream
// and a late answer does not change what nature does.
//
// One thread plays a match; its seats are asked on threads of their own.
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
#include "match/seat.h"
#include "record/record.h"

namespace percept::match {

// What a role is given instead of the rules: a description of its own (incomplete.h).
struct OwnDescription {
  std::string role;
  std::shared_ptr<const gdl::Description> description;
  std::optional<std::vector<std::string>> first_percepts = {};  // where it sees the position: of the first, sorted
};

struct Setup {
  std::string id = {};  // record::new_id() when empty
  std::uint64_t seed = 1;
  record::Clocks clocks = {};
  bool scramble = false;
  std::size_t max_rounds = 10'000;
  std::string tournament = {};
  std::size_t number = 0;
  std::vector<OwnDescription> descriptions = {};
};

// The role that the manager plays: `random`, in games without `sees`, too, as other managers do.
inline constexpr std::string_view kNature = "random";
std::optional<game::RoleId> nature_of(const game::Game& game);

class Referee {
 public:
  // The game has to live as long. Followers are called on the thread that plays, in their order.
  Referee(game::Game& game, record::RulesOnRecord rules, Setup setup, std::vector<record::Follower*> followers = {});

  // Plays to the end, or until stopped. An error is only what kept the match from starting; whatever happens later is
  // in the record. `seats` are in the order of the roles, null for nature.
  Result<record::Record> play(std::vector<std::unique_ptr<Seat>>& seats, std::stop_token stop = {});

 private:
  class Run;
  game::Game& game_;
  record::RulesOnRecord rules_;
  Setup setup_;
  std::vector<record::Follower*> followers_;
};

}  // namespace percept::match
