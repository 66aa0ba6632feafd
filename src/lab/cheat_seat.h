// SPDX-License-Identifier: MIT
//
// A player that is shown the true state and searches it: what hidden information costs is how much it wins by. Only an
// experiment can seat it, since it needs the referee's followers; no strategy, manager or tournament has a name for it.
//
//   Truth truth;
//   seats.push_back(std::make_unique<CheatSeat>(truth, seed, leaves));
//   Referee referee(game, rules, setup, {&truth});
//
// The referee tells the truth on its thread before it asks any seat for the next move.
//
// Internal to lab/.
#pragma once

#include <memory>
#include <string>

#include "base/random.h"
#include "game/game.h"
#include "match/seat.h"
#include "record/record.h"
#include "search/mcts.h"

namespace percept::lab {

class Truth : public record::Follower {
 public:
  Result<void> on_start(const record::Record& record) override { return tell(record.initial, 0); }
  Result<void> on_round(const record::Record& record) override { return tell(record.state(), record.rounds.size()); }

  const record::Facts& facts() const { return facts_; }
  std::size_t round() const { return round_; }  // rounds played

 private:
  Result<void> tell(const record::Facts& facts, std::size_t round) {
    facts_ = facts;
    round_ = round;
    return {};
  }

  record::Facts facts_;
  std::size_t round_ = 0;
};

class CheatSeat : public match::Seat {
 public:
  // So many leaves a move where there is no clock. The truth has to live as long.
  CheatSeat(const Truth& truth, std::uint64_t seed, std::uint64_t leaves)
      : truth_(truth), seed_(seed), leaves_(leaves), random_(seed) {}

  record::PlayerOnRecord player() const override { return {"cheat", "cheat", "", false}; }
  std::optional<record::Fault> start(const match::Opening& opening, std::stop_token stop) override;
  match::Answer play(const std::optional<match::News>& news, std::stop_token stop) override;
  void stop(const match::News&) override {}
  void abort() override {}

 private:
  const Truth& truth_;
  std::uint64_t seed_, leaves_;
  Random random_;
  double clock_ = 0;
  std::optional<game::Game> game_;
  std::unique_ptr<search::Simulator> simulator_;
  std::unique_ptr<search::Mcts> mcts_;
  game::RoleId role_{0};
};

}  // namespace percept::lab
