// SPDX-License-Identifier: MIT
#include "cli/followed_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "base/file.h"
#include "base/text.h"
#include "cli/match_record.h"
#include "cli/playing.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "game/playout.h"

namespace percept::cli {
namespace {

using namespace game;

constexpr std::size_t kMaxRecordSize = 64 << 20;  // bytes

// A random match.
class PlayedMatch : public Match {
 public:
  PlayedMatch(Game game, RoleId role, std::uint64_t seed, std::optional<std::size_t> limit)
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
    auto percepts = game_.percepts(state_, *moves, role_);
    if (!percepts) return tl::unexpected(percepts.error());
    auto next = game_.next(state_, *moves);
    if (!next) return tl::unexpected(next.error());
    Told told{game_.text(role_, (*moves)[role_.value]), texts_of(game_, *percepts)};
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
  std::optional<std::size_t> limit_;
  std::size_t rounds_ = 0;
};

// A match that was recorded. Where all moves are there, a referee goes along, and tells percepts that were not
// recorded.
class ReplayedMatch : public Match {
 public:
  ReplayedMatch(RecordedMatch record, std::optional<Game> game, RoleId role, std::optional<std::size_t> limit)
      : record_(std::move(record)), game_(std::move(game)), role_(role) {
    if (limit && record_.rounds.size() > *limit) record_.rounds.resize(*limit);
    if (game_) state_ = game_->initial();
  }

  Result<bool> over() override { return place_ == record_.rounds.size(); }

  Result<Told> round(const Choose&) override {
    RecordedRound& round = record_.rounds[place_++];
    if (!game_) return round.told;
    JointMove moves;
    for (std::uint32_t i = 0; i < game_->roles(); ++i) {
      auto move = legal_move(RoleId{i}, round.moves[i]);
      if (!move) return failure(fmt::format("round {}: {}", place_, move.error().message), move.error().hint);
      moves.push_back(*move);
    }
    if (!round.told.percepts) {
      auto percepts = game_->percepts(state_, moves, role_);
      if (!percepts) return tl::unexpected(percepts.error());
      round.told.percepts = texts_of(*game_, *percepts);
    }
    auto next = game_->next(state_, moves);
    if (!next) return tl::unexpected(next.error());
    state_ = std::move(*next);
    return round.told;
  }

  std::optional<Position> truth() override {
    if (!game_) return std::nullopt;
    return Position{*game_, state_};
  }

 private:
  Result<MoveId> legal_move(RoleId role, const std::string& text) {
    auto over = game_->terminal(state_);
    if (!over) return tl::unexpected(over.error());
    if (*over) return failure("the game is over, and the record goes on", "is it a match of these rules?");
    auto move = game_->parse_move(role, text);
    if (!move) return move;
    auto legal = game_->legal(state_, role);
    if (!legal) return tl::unexpected(legal.error());
    if (std::ranges::find(*legal, *move) != legal->end()) return move;
    return failure(fmt::format("{} is not legal for {}", text, game_->text(role)), "is it a match of these rules?");
  }

  RecordedMatch record_;
  std::optional<Game> game_;
  RoleId role_;
  State state_;
  std::size_t place_ = 0;
};

Result<RecordedMatch> recorded(const belief::Rules& rules, RoleId role, const MatchOptions& options) {
  auto text = contents_of(*options.record, kMaxRecordSize, "is it a record of a match?");
  if (!text) return tl::unexpected(text.error());
  RecordQuestion question;
  question.name = *options.record == "-" ? "standard input" : *options.record;
  for (std::uint32_t i = 0; i < rules.roles(); ++i) question.roles.push_back(rules.text(RoleId{i}));
  question.role = role.value;
  question.rules = options.file;
  question.number = options.nth;
  return read_match(*text, question);
}

}  // namespace

std::optional<FollowedMatch> follow_match(std::shared_ptr<const gdl::Description> description,
                                          const belief::Rules& rules, RoleId role, const MatchOptions& options,
                                          int& exit_code) {
  auto refuse = [&](const Error& error, int code) {
    std::fflush(stdout);
    print_error(error);
    exit_code = code;
    return std::nullopt;
  };
  auto make_referee = [&]() -> Result<Game> {
    GroundingProgress progress;
    ground::Options grounding;
    grounding.progress = progress.callback();
    return Game::make(description, {options.engine, grounding});
  };
  FollowedMatch out;
  if (options.record) {
    auto record = recorded(rules, role, options);
    if (!record) return refuse(record.error(), kUnreadable);
    if (record->of > 1) out.of_several = fmt::format(", match {} of {}", record->number, record->of);
    std::optional<Game> referee;
    if (record->has_all_moves()) {
      auto made = make_referee();
      if (!made) return refuse(made.error(), kFindings);
      referee = std::move(*made);
      out.engine = referee->engine_name();
    }
    out.match = std::make_unique<ReplayedMatch>(std::move(*record), std::move(referee), role, options.max_rounds);
    return out;
  }
  out.seed = options.seed ? *options.seed : std::random_device()();
  auto referee = make_referee();
  if (!referee) return refuse(referee.error(), kFindings);
  out.engine = referee->engine_name();
  out.match = std::make_unique<PlayedMatch>(std::move(*referee), role, *out.seed, options.max_rounds);
  return out;
}

Result<std::vector<Told>> rounds_of(Match& match, const std::optional<std::size_t>& wanted) {
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

}  // namespace percept::cli
