// SPDX-License-Identifier: MIT
//
// Whoever plays a role: a strategy of ours, or a person at the terminal. A player is given its role, the rules, its own
// moves as they were made, its percepts, and time; no type it is given can hold the true state. In order:
//
//   player.start({rules, role, …}, thinking);      // once a match; the start clock is running
//   player.choose(thinking);                       // the first move; the play clock is running
//   player.hear(told, thinking); player.choose(thinking);   … once a round
//   player.ponder(thinking);                       // perhaps, behind choose()
//   player.stop();                                 // after the last hear(), or when the match is broken off
//
// Thinking is time and a hand: a player offers a legal move before it thinks, and a better one whenever it has found
// it. When its time is over, what is in its hand is played, so a player that thinks for too long loses nothing but its
// last thoughts (timed_player.h). A player may be started again for another match.
//
// One thread at a time calls a player; a move may be offered from the one it thinks on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/clock.h"
#include "base/result.h"
#include "game/model.h"
#include "game/reasons.h"
#include "game/told.h"
#include "gdl/description.h"

namespace percept::play {

using game::Reasons;
using game::Thought;
using game::Told;
using percept::after;
using percept::Clock;
using percept::Deadline;
using percept::in_seconds;
using percept::seconds_since;

struct Assignment {
  std::shared_ptr<const gdl::Description> rules;
  std::string role;
  std::optional<double> start_clock, play_clock;  // in seconds; nothing when there is no limit
  std::shared_ptr<const game::Model> model = {};  // of the rules, where somebody has it; else the player makes its own
};
// The model of its rules: the one it has, or a new one.
Result<std::shared_ptr<const game::Model>> model_of(const Assignment& assignment);

class Thinking {
 public:
  virtual ~Thinking() = default;
  // In KIF; takes the place of the one before. `sure`: it is known to be legal.
  virtual void offer(std::string move, bool sure = true) = 0;
  virtual double seconds_left() const = 0;  // of wall-clock time; infinite when there is no limit
  virtual bool over() const = 0;            // whoever asked no longer waits: come back soon
  virtual Budget budget() const = 0;        // the same for what works by budgets: over when this is
  virtual void explain(Reasons) {}          // for people: why the move is the one to make
};

class Player {
 public:
  virtual ~Player() = default;

  // An error is why it cannot play this game.
  virtual Result<void> start(const Assignment& assignment, Thinking& thinking) = 0;
  // A round went by. An error says what was odd about it (percepts that cannot be, a move nobody can make); the player
  // goes on as well as it can.
  virtual Result<void> hear(const Told& told, Thinking& thinking) = 0;
  // The move to make, in KIF, in lower case; one that it is not sure of was offered before. An error only when it knows
  // of none that may be legal.
  virtual Result<std::string> choose(Thinking& thinking) = 0;
  // The move is made and the others may still be thinking: time to do what was left undone, until it is over.
  virtual void ponder(Thinking&) {}
  virtual void stop() {}
};

}  // namespace percept::play
