// SPDX-License-Identifier: MIT
//
// Where a role's experiences come from: a random match that a referee plays, or a record of one. Whatever knows the
// true state is made here and stays here; a belief or sampler hears what was told to the role, as texts.
//
//   auto followed = follow_match(description, *rules, role, options);
//   while (!*followed->match->over()) … followed->match->round() …
//
// Internal to cli/.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "belief/rules.h"
#include "cli/knowing.h"
#include "game/game.h"

namespace percept::cli {

class Match {
 public:
  // Where a referee goes along, what is true.
  struct Position {
    game::Game& game;
    const game::State& state;
  };
  // May put another legal move in the place of the role's.
  using Choose = std::function<Result<void>(const Position&, game::MoveId& move)>;

  virtual ~Match() = default;
  virtual Result<bool> over() = 0;
  // One round goes by, and this is what the role is told of it. A recorded match has its moves and does not ask.
  virtual Result<Told> round(const Choose& choose = {}) = 0;
  virtual std::optional<Position> truth() = 0;
};

struct MatchOptions {
  std::string file;                   // the rule sheet
  std::optional<std::string> record;  // else a match is played
  std::size_t nth = 1;                // of the matches of a record
  std::optional<std::uint64_t> seed;  // one is drawn when it is not given
  game::Game::Choice engine = game::Game::Choice::kProver;
  std::optional<std::size_t> max_rounds;
};

struct FollowedMatch {
  std::unique_ptr<Match> match;
  std::optional<std::uint64_t> seed;  // of a match that is played
  std::string engine;                 // of the referee; empty when there is none
  std::string of_several;             // ", match 2 of 7"
};

// Prints why there is none, and then `exit_code` says what kind of failure it was.
std::optional<FollowedMatch> follow_match(std::shared_ptr<const gdl::Description> description,
                                          const belief::Rules& rules, belief::RoleId role, const MatchOptions& options,
                                          int& exit_code);

// What the role is told in so many rounds, or in all of the match.
Result<std::vector<Told>> rounds_of(Match& match, const std::optional<std::size_t>& wanted);

}  // namespace percept::cli
