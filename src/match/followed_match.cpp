// SPDX-License-Identifier: MIT
#include "match/followed_match.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/text.h"
#include "game/playout.h"
#include "record/replay.h"

namespace percept::match {

using namespace game;
using play::Told;

namespace {

// A random match.
class PlayedMatch : public FollowedMatch {
 public:
  PlayedMatch(Game game, RoleId role, std::uint64_t seed, MaxRounds limit)
      : game_(std::move(game)), role_(role), state_(game_.initial()), random_(seed), limit_(limit) {}

  Result<bool> over() override {
    if (limit_ && rounds_ >= *limit_) return true;
    auto over = game_.terminal(state_);
    if (over && !*over && rounds_ >= kMaxRounds) return tl::unexpected(game_.not_ended(state_, rounds_));
    return over;
  }

  Result<Told> round(const Choose& choose) override {
    auto moves = random_joint_move(game_, state_, random_);
    if (!moves) return tl::unexpected(moves.error());
    if (choose)
      if (auto chosen = choose({game_, state_}, (*moves)[role_.value]); !chosen) return tl::unexpected(chosen.error());
    auto told = told_of(game_, state_, *moves, role_);
    if (!told) return told;
    auto next = game_.next(state_, *moves);
    if (!next) return tl::unexpected(next.error());
    state_ = std::move(*next);
    ++rounds_;
    return told;
  }

  std::optional<Position> truth() override { return Position{game_, state_}; }

 private:
  Game game_;
  RoleId role_;
  State state_;
  Random random_;
  MaxRounds limit_;
  std::size_t rounds_ = 0;
};

// A match that was recorded. Where all moves are there, a referee goes along, and tells percepts that were not
// recorded.
class ReplayedMatch : public FollowedMatch {
 public:
  ReplayedMatch(record::RecordedMatch record, std::optional<Game> game, RoleId role, MaxRounds limit)
      : record_(std::move(record)), game_(std::move(game)), role_(role) {
    if (limit && record_.rounds.size() > *limit) record_.rounds.resize(*limit);
    if (game_) state_ = game_->initial();
  }

  Result<bool> over() override { return place_ == record_.rounds.size(); }

  Result<Told> round(const Choose&) override {
    record::RecordedRound& round = record_.rounds[place_++];
    if (!game_) return round.told;
    auto moves = legal_moves(round.moves);
    if (!moves)
      return failure(fmt::format("round {}: {}", place_, moves.error().message), "is it a match of these rules?");
    if (!round.told.percepts) {
      auto told = told_of(*game_, state_, *moves, role_);
      if (!told) return told;
      round.told.percepts = std::move(told->percepts);
    }
    auto next = game_->next(state_, *moves);
    if (!next) return tl::unexpected(next.error());
    state_ = std::move(*next);
    return round.told;
  }

  std::optional<Position> truth() override {
    if (!game_) return std::nullopt;
    return Position{*game_, state_};
  }

 private:
  Result<JointMove> legal_moves(const std::vector<std::string>& texts) {
    auto over = game_->terminal(state_);
    if (!over) return tl::unexpected(over.error());
    if (*over) return failure("the game is over, and the record goes on");
    return record::joint_move(*game_, state_, texts);
  }

  record::RecordedMatch record_;
  std::optional<Game> game_;
  RoleId role_;
  State state_;
  std::size_t place_ = 0;
};

}  // namespace

std::unique_ptr<FollowedMatch> played_match(Game referee, RoleId role, std::uint64_t seed, MaxRounds max_rounds) {
  return std::make_unique<PlayedMatch>(std::move(referee), role, seed, max_rounds);
}

std::unique_ptr<FollowedMatch> recorded_match(record::RecordedMatch record, std::optional<Game> referee, RoleId role,
                                              MaxRounds max_rounds) {
  PERCEPT_CHECK(!referee || record.has_all_moves(), "a referee goes along where all moves are on record");
  return std::make_unique<ReplayedMatch>(std::move(record), std::move(referee), role, max_rounds);
}

Result<std::vector<Told>> rounds_of(FollowedMatch& match, const std::optional<std::size_t>& wanted) {
  std::vector<Told> out;
  while (!wanted || out.size() < *wanted) {
    auto over = match.over();
    if (!over) return tl::unexpected(over.error());
    if (*over && wanted)
      return failure(fmt::format("there is no position after {}", counted(*wanted, "round")),
                     fmt::format("the match has {}", counted(out.size(), "round")));
    if (*over) break;
    auto told = match.round();
    if (!told) return tl::unexpected(told.error());
    out.push_back(std::move(*told));
  }
  return out;
}

}  // namespace percept::match
