// SPDX-License-Identifier: MIT
//
// A player under a clock. The player thinks on a thread of its own; whoever asks gets an answer by the deadline, come
// what may: the move the player chose, else the one in its hand, else one that was legal before. A player that hangs is
// left behind with its thread; what it missed is told to it when it comes back.
//
//   TimedPlayer player(make_player("legal", seed));
//   player.start(assignment, deadline);               // false: it is still at it, and goes on while others wait
//   player.play(std::nullopt, deadline).move          // first round
//   player.play(told, deadline).move                  // later ones
//   player.stop(told);
//
// Not thread-safe: one caller at a time; interrupt() may be called from anywhere.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "play/player.h"

namespace percept::play {

struct TimedAnswer {
  std::string move;                     // empty only when nothing is known of any legal move
  bool in_time = true;                  // chosen by the player; else taken from its hand, or a guess
  bool guess = false;                   // not known to be legal in this position
  double seconds = 0;                   // until the answer was there
  std::vector<std::string> complaints;  // what was odd since the last answer
  Reasons reasons = {};                 // for the move, if the player gave some
};

class TimedPlayer {
 public:
  explicit TimedPlayer(std::unique_ptr<Player> player);
  ~TimedPlayer();  // waits for a player that comes back soon, leaves one that hangs
  TimedPlayer(const TimedPlayer&) = delete;
  TimedPlayer& operator=(const TimedPlayer&) = delete;

  // Whether it is ready; an error is why it cannot play.
  Result<bool> start(const Assignment& assignment, Deadline deadline);
  TimedAnswer play(std::optional<Told> told, Deadline deadline);
  // The match is over; `told` is its last round, if one was told.
  void stop(std::optional<Told> told = {});
  // Ends the wait of a call that is under way, and of all others until the next start(): they answer with what is in
  // hand. So a match that is broken off is, whenever the word comes.
  void interrupt();
  // Expires when its thread has ended, and the TimedPlayer is gone.
  std::weak_ptr<const void> thread() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace percept::play
