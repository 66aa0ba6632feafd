// SPDX-License-Identifier: MIT
//
// A match followed with the eyes of one role: one that chance plays, or one on record. Whatever knows the true state is
// kept here; a belief or sampler hears what the role is told, as texts.
//
//   auto match = played_match(std::move(referee), role, seed);
//   while (!*match->over()) … match->round() …
//
// One thread at a time, as the referee's game.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "game/game.h"
#include "play/player.h"
#include "record/match_record.h"

namespace percept::match {

class FollowedMatch {
 public:
  // Where a referee goes along, what is true.
  struct Position {
    game::Game& game;
    const game::State& state;
  };
  // May put another legal move in the place of the role's.
  using Choose = std::function<Result<void>(const Position&, game::MoveId& move)>;

  virtual ~FollowedMatch() = default;
  virtual Result<bool> over() = 0;
  // One round goes by, and this is what the role is told of it. A recorded match has its moves and does not ask.
  virtual Result<play::Told> round(const Choose& choose = {}) = 0;
  virtual std::optional<Position> truth() = 0;
};

using MaxRounds = std::optional<std::size_t>;
// A random match.
std::unique_ptr<FollowedMatch> played_match(game::Game referee, game::RoleId role, std::uint64_t seed,
                                            MaxRounds max_rounds = {});
// A match that was recorded. Where all moves are there (has_all_moves), a referee may go along, and tells percepts that
// were not recorded; it refuses moves that are not legal.
std::unique_ptr<FollowedMatch> recorded_match(record::RecordedMatch record, std::optional<game::Game> referee,
                                              game::RoleId role, MaxRounds max_rounds = {});

// What the role is told in so many rounds, or in all of the match.
Result<std::vector<play::Told>> rounds_of(FollowedMatch& match, const std::optional<std::size_t>& wanted);

}  // namespace percept::match
