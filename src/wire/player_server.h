// SPDX-License-Identifier: MIT
//
// A player that anybody's manager can call: what it answers to each message, and what it remembers of the match it is
// in. One match at a time; others are told `busy`. A match ends with STOP or ABORT, with another START of its manager,
// that is, from the same address (managers die, and many never send ABORT), or, when its manager has been silent for
// longer than the clock that runs and some seconds, with anybody's START.
//
//   PlayerServer server({.name = "percept", .make = [] { return play::make_player("legal", 1); }});
//   auto listener = Listener::open({.port = 9147}, [&](const Request& request) { return server.answer(request); });
//
// What is told to the player is what was made for it: LASTMOVE in dresden-2013, its part of the joint move in GDL-I,
// and its own answer in the dialects that do not say. A PLAY that is sent again gets the same answer again.
//
// Messages may come on many connections at once. The server's lock is held for moments only, and no other is taken
// meanwhile; the match's is held while its player thinks, and STOP, ABORT and a new START interrupt the player.
//
// Any thread may call this: a manager's messages come on several.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "play/margin.h"
#include "play/player.h"
#include "wire/listener.h"
#include "wire/messages.h"

namespace percept::wire {

struct PlayerServerOptions {
  std::string name = "percept";
  std::function<Result<std::unique_ptr<play::Player>>()> make;      // a player for a match
  std::function<void(const std::string&)> log;                      // a line a message; may be called on many threads
  std::function<play::Clock::time_point()> now = play::Clock::now;  // by which silence is measured
};

class Engagement;

class PlayerServer {
 public:
  explicit PlayerServer(PlayerServerOptions options);
  ~PlayerServer();

  std::string answer(const Request& request);
  bool busy();
  // How early it answers, in seconds, as it has learnt; 0 sets nothing.
  double margin() const;
  void set_margin(double seconds);
  // Breaks off the match, so that answers that are being thought about come at once; new matches are refused.
  void close();

 private:
  struct Answered {
    std::string reply;
    std::string remark;  // for the log
  };
  Answered on(const Info&, const Request& request);
  Answered on(const Preview& preview, const Request& request);
  Answered on(const Start& start, const Request& request);
  Answered on(const Play& play, const Request& request);
  Answered on(const Stop& stop, const Request& request);
  Answered on(const Abort& abort, const Request& request);

  std::optional<std::string> occupied(const Start& start, const Request& request);
  bool may_take_over(const Start& start, const Request& request) const;
  bool overtaxed();
  bool engaged() const;
  std::shared_ptr<Engagement> engaged_in(const std::string& match);  // null when it is in another or none
  void leave(const std::shared_ptr<Engagement>& engagement);

  PlayerServerOptions options_;
  std::mutex mutex_;
  std::shared_ptr<Engagement> current_;
  bool closed_ = false;
  std::vector<std::weak_ptr<const void>> left_;  // threads of players of earlier matches, perhaps over
  std::shared_ptr<class SharedMargin> margin_;
};

}  // namespace percept::wire
