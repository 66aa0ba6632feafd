// SPDX-License-Identifier: MIT
//
// A player of ours at the table. Under a clock it thinks on a thread of its own and plays what is in its hand when its
// time is over; without one, and unless it is a person, it is simply called.
//
// One thread at a time calls a seat.
#pragma once

#include <memory>

#include "match/seat.h"
#include "play/player.h"
#include "play/timed_player.h"

namespace percept::match {

class LocalSeat : public Seat {
 public:
  LocalSeat(std::unique_ptr<play::Player> player, record::PlayerOnRecord on_record)
      : player_(std::move(player)), on_record_(std::move(on_record)) {}

  record::PlayerOnRecord player() const override { return on_record_; }
  bool immediate() const override { return immediate_; }

  Result<void> meet(const Opening& opening, std::stop_token stop) override;
  std::optional<record::Fault> start(const Opening& opening, std::stop_token stop) override;
  Answer play(const std::optional<News>& news, std::stop_token stop) override;
  void stop(const News& news) override;
  void abort() override;

 private:
  play::Told told(const News& news) const;
  play::Deadline deadline(double clock) const;

  std::unique_ptr<play::Player> player_;      // when it is called …
  std::unique_ptr<play::TimedPlayer> timed_;  // … and when it has a thread
  record::PlayerOnRecord on_record_;
  Opening opening_;
  bool immediate_ = false;
};

}  // namespace percept::match
