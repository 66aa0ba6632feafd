// SPDX-License-Identifier: MIT
//
// Matches with the eyes of a role: what chance plays and what is on record tell the same.
#include "match/followed_match.h"

#include <algorithm>

#include "game/playing.h"
#include "game/playout.h"
#include "support/support.h"

using namespace percept;
using game::Game;
using game::MoveId;
using game::RoleId;
using namespace percept::match;
using namespace percept::test;

namespace {

constexpr RoleId kNoughts{1};
constexpr std::uint64_t kSeed = 7;

Game referee() { return game_of_file(project_root() / "games/krieg_tictactoe_3x3.kif", Game::Choice::kProver); }

// The moves of the match that chance plays with the seed, and nothing of what was seen.
record::RecordedMatch moves_on_record() {
  Game game = referee();
  Random random(kSeed);
  record::RecordedMatch out;
  got(play_out(game, game.initial(), random, game::kMaxRounds, [&](const game::Round& round) -> Result<void> {
    record::RecordedRound& one = out.rounds.emplace_back();
    for (std::uint32_t role = 0; role < game.roles(); ++role)
      one.moves.push_back(game.text(RoleId{role}, round.moves[role]));
    one.told.move = one.moves[kNoughts.value];
    return {};
  }));
  return out;
}

}  // namespace

TEST_CASE("followed match: a record of its moves tells what the match told") {
  auto played = played_match(referee(), kNoughts, kSeed);
  auto recorded = recorded_match(moves_on_record(), referee(), kNoughts);
  std::vector<play::Told> told = got(rounds_of(*played, std::nullopt));
  CHECK(told.size() > 3);
  CHECK(std::ranges::any_of(told, [](const play::Told& one) { return !one.percepts->empty(); }));
  CHECK(got(rounds_of(*recorded, std::nullopt)) == told);
  CHECK(got(played->over()));
  CHECK(played->truth()->game.text(played->truth()->state) == recorded->truth()->game.text(recorded->truth()->state));
}

TEST_CASE("followed match: without a referee it tells what is on record, and nothing is known to be true") {
  auto recorded = recorded_match(moves_on_record(), std::nullopt, kNoughts, 2);
  std::vector<play::Told> told = got(rounds_of(*recorded, std::nullopt));
  REQUIRE(told.size() == 2);
  CHECK(told[0].move);
  CHECK_FALSE(told[0].percepts);
  CHECK_FALSE(recorded->truth());
}

TEST_CASE("followed match: limits, and records that go wrong") {
  auto played = played_match(referee(), kNoughts, kSeed, 2);
  CHECK(got(rounds_of(*played, std::nullopt)).size() == 2);
  CHECK(rounds_of(*played, 3).error().message == "there is no position after 3 rounds");
  auto longer = played_match(referee(), kNoughts, kSeed, 5);
  CHECK(got(rounds_of(*longer, 0)).empty());
  CHECK(got(rounds_of(*longer, 3)).size() == 3);
  CHECK(got(rounds_of(*longer, 2)).size() == 2);
  CHECK(got(longer->over()));
  record::RecordedMatch wrong = moves_on_record();
  wrong.rounds[1].moves = wrong.rounds[0].moves;
  auto recorded = recorded_match(std::move(wrong), referee(), kNoughts);
  Result<std::vector<play::Told>> told = rounds_of(*recorded, std::nullopt);
  REQUIRE_FALSE(told);
  CHECK(told.error().message.starts_with("round 2: "));
}

TEST_CASE("followed match: who follows may choose another legal move") {
  auto played = played_match(referee(), kNoughts, kSeed);
  std::string chosen;
  auto last_legal = [&](const FollowedMatch::Position& truth, MoveId& move) -> Result<void> {
    move = got(truth.game.legal(truth.state, kNoughts)).back();
    chosen = truth.game.text(kNoughts, move);
    return {};
  };
  while (!got(played->over())) CHECK(got(played->round(last_legal)).move == chosen);
}
