// SPDX-License-Identifier: MIT
//
// Where a person plays a role from a page: the page sits on the one side with the seat's token, the player on the
// other, as one of the match's players like others (play/player.h), under the same referee and clock. What passes
// between them is what the role is told, and what it knows from that. A round in which there is only one move passes
// by itself.
//
// The match is played in a process of its own, but what a person is shown of it is found out here: from rules that were
// checked within that process's bounds before, and within the seconds of insight.h, as all views are (eyes.h).
//
// Any thread may ask a desk; the player belongs to the match.
//
// Internal to service/.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/library.h"
#include "play/player.h"
#include "service/insight.h"

namespace percept::service {

class Desk {
 public:
  // The library has the models of rules that are played here.
  Desk(std::string role, game::Library& library);

  const std::string& role() const { return role_; }
  const std::string& token() const { return token_; }
  bool opens(std::string_view token) const;  // it is the seat's

  // ---- for the page
  // {"version", "role", "round": rounds heard, "ready": it knows the rules, "asked", "secondsLeft": number or null,
  // "over"}, when it has another version than this one or the wait is over.
  Json state(std::uint64_t version, std::chrono::milliseconds wait) const;
  enum class Taken : unsigned char { kYes, kNotAsked, kNotLegal };
  Taken take(std::size_t round, const std::string& move);
  std::optional<Json> view(std::size_t round, bool worlds) const;  // nothing when it was not heard yet

  std::vector<game::Told> told(std::size_t rounds) const;  // as far as it was heard

  // ---- for the player
  Result<void> sit_down(const std::shared_ptr<const gdl::Description>& rules);
  void hear(const game::Told& told);
  // What it may do now, and whether that is all there is.
  struct Moves {
    std::vector<std::string> known, open;
    bool late = false;  // others may be legal, too
  };
  std::optional<Moves> moves() const;  // nothing when it has not sat down
  // What the page answers; nothing when the time is over.
  std::optional<std::string> ask(const Moves& moves, play::Thinking& thinking);
  void over();

 private:
  const std::string role_, token_;
  game::Library& library_;
  mutable std::mutex thinking_;  // of the insight, which takes its time
  std::unique_ptr<Insight> insight_;
  mutable std::mutex mutex_;  // of all below
  mutable std::condition_variable changed_;
  std::uint64_t version_ = 1;
  std::size_t round_ = 0;
  bool ready_ = false, asked_ = false, over_ = false;
  Deadline deadline_ = Deadline::max();
  Moves moves_;  // while it is asked
  std::optional<std::string> answer_;
};

// Plays what the page says.
std::unique_ptr<play::Player> make_person(std::shared_ptr<Desk> desk);

}  // namespace percept::service
