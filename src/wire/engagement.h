// SPDX-License-Identifier: MIT
//
// The match that our player is in: who it is there, what it has been told, what it has answered. From the messages of
// any dialect it makes what a player is told of each round.
//
// Internal to wire/.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "game/game.h"
#include "play/margin.h"
#include "play/timed_player.h"
#include "wire/messages.h"
#include "wire/spelling.h"

namespace percept::wire {

// How early the player answers, learnt from match to match.
class SharedMargin {
 public:
  double of(double clock) const {
    std::lock_guard lock(mutex_);
    return margin_.of(clock);
  }
  double seconds() const {
    std::lock_guard lock(mutex_);
    return margin_.seconds();
  }
  template <class Change>
  void change(Change&& change) {
    std::lock_guard lock(mutex_);
    change(margin_);
  }

 private:
  mutable std::mutex mutex_;
  play::Margin margin_;
};

class Engagement {
 public:
  // `manager` is the address that START came from.
  Engagement(Start start, std::string manager, std::unique_ptr<play::Player> player,
             std::shared_ptr<SharedMargin> margin);

  const std::string& match() const { return start_.match; }
  const std::string& manager() const { return manager_; }
  bool is(const std::string& match) const;                               // in any case
  bool same_as(const Start& start) const;                                // the same match, role and rules
  std::weak_ptr<const void> thread() const { return player_.thread(); }  // of its player
  double patience() const;  // seconds of silence after which it is given up: the clock that runs, and some more

  std::atomic<play::Clock::rep> last_heard = 0;

  // Whether the rules have a meaning and this role; an error says what they lack.
  Result<void> playable() const;
  // The start clock is running since `arrived`. An error is why it cannot play.
  Result<void> start(play::Clock::time_point arrived);
  struct Answer {
    std::string move;  // in the spelling of the rules; nil when nothing is known
    std::string remark;
  };
  Answer play(const Play& play, std::string_view sender, play::Clock::time_point arrived);
  std::string stop(const Stop& stop, std::string_view sender);  // what was odd about it, or nothing
  // It is over: whoever thinks answers at once, and nobody thinks again.
  void interrupt() {
    over_ = true;
    stop_.request_stop();
    player_.interrupt();
  }

 private:
  struct Heard {
    std::size_t missed = 0;  // rounds nobody told of
    bool first = false;      // what is seen of the first position: no round
    std::optional<play::Told> told;
    std::string remark;
  };
  bool repeated(const Play& play, play::Clock::time_point arrived) const;
  Heard news_of(const Play& play, std::string_view sender);
  play::Told told_by_joint_move(const std::vector<std::string>& moves, std::string& remark);
  Result<play::Told> told_of(const std::vector<std::string>& moves);
  void learn(const play::Told& told);
  std::string guessed(const std::string& move);

  const Start start_;
  const std::string manager_;
  const Spelling spelling_;
  const bool has_sees_;
  const Result<std::shared_ptr<const game::Model>> model_;
  std::vector<std::string> roles_;
  std::optional<std::size_t> index_;  // of its role
  const std::shared_ptr<SharedMargin> margin_;

  std::atomic<bool> over_ = false;
  std::atomic<bool> playing_ = false;  // a PLAY has come
  std::stop_source stop_;              // raised when it is over
  std::mutex mutex_;                   // of what follows, held while the player thinks
  play::TimedPlayer player_;
  std::optional<Dialect> dialect_;
  std::size_t round_ = 0;  // rounds it was told of
  struct Given {
    std::size_t round = 0;
    Play play;
    std::string move;  // in lower case
    bool guess = false;
    play::Clock::time_point at;
  };
  std::optional<Given> given_;  // the last answer

  // Where joint moves are told of a game with percepts: the position that they led to, as long as it is known.
  std::optional<game::Game> game_;
  game::State position_;
  bool lost_ = false;

  std::set<std::string> in_vain_;                     // guesses that were not made, or may not have been
  std::optional<std::vector<std::string>> at_first_;  // moves of its role in the first position, to guess among
};

}  // namespace percept::wire
