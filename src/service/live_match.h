// SPDX-License-Identifier: MIT
//
// A match that this service was asked for, from the queue to its end. It listens to the referee and keeps what happened
// for its watchers, who fetch events at their own pace: the match never waits for one. What is on record is the store's
// business; a match that never started is known only here.
//
// Internal to service/.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "match/referee.h"
#include "record/record.h"
#include "service/desk.h"
#include "service/events.h"
#include "service/feed.h"
#include "wire/dialect.h"

namespace percept::service {

// Who is to play a role.
struct Chair {
  std::string name;  // as it was asked for
  std::string spec;
  std::optional<wire::Dialect> dialect;
  std::shared_ptr<Desk> desk = {};  // of a person who plays from a page
};

// What was asked for, checked. The rules are a text here: they are read, and run, in a process of their own.
struct Order {
  record::RulesOnRecord rules;
  match::Setup setup;
  std::vector<std::string> roles;
  std::vector<std::optional<Chair>> chairs;             // by role; nothing for nature
  std::vector<std::vector<std::string>> recalled = {};  // by role: moves that are made first, whoever plays
  bool tell_moves = false;                              // to players elsewhere, hidden ones too

  bool has_people() const;
  std::size_t bytes() const;  // of rules and descriptions
};

enum class Stage : unsigned char {
  kQueued,
  kStarting,  // players are met; not yet on record
  kRunning,   // on record from here on
  kOver,
  kRefused,    // it could not be started: why()
  kCancelled,  // before it started
};
std::string_view name_of(Stage stage);

class LiveMatch : public record::Follower {
 public:
  LiveMatch(Order order, Feed& feed);

  const std::string& id() const { return order_.setup.id; }
  Order& order() { return order_; }  // for the thread that plays
  const Order& order() const { return order_; }

  // ---- for whoever runs it
  std::stop_source& stop_source() { return stop_; }
  void starting();
  void refused(Error why);
  void cancelled();
  void forget_rules();  // of one that will not be played
  Result<void> on_start(const record::Record& record) override;
  Result<void> on_round(const record::Record& record) override;
  Result<void> on_end(const record::Record& record) override;
  // The referee is done with it, and `on_end` may not have been reached.
  void over();

  // ---- for everybody else
  Stage stage() const;
  bool on_record() const;  // the store has it
  bool ended() const;      // though its players may still be told so
  Error why() const;
  Json view(bool privileged) const;  // of a match that is not on record

  struct Piece {
    std::vector<Event> events;
    bool over = false;  // nothing will follow them
  };
  // Events from this position on, after at most `wait`; perhaps none.
  Piece read(std::size_t from, std::chrono::milliseconds wait) const;

 private:
  void move_to(Stage stage);
  bool ended_locked() const;
  void announce(std::size_t from);  // to the feed

  Order order_;
  Feed& feed_;
  std::int64_t asked_ = record::now_ms();
  std::stop_source stop_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  Stage stage_ = Stage::kQueued;
  bool on_record_ = false;
  Error why_;
  Header header_;
  std::vector<Event> events_;
};

}  // namespace percept::service
