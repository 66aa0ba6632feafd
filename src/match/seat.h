// SPDX-License-Identifier: MIT
//
// A seat at the table: who plays a role in a match, seen from the referee. It is told what its role may know and
// answers with a move, or with what went wrong. The calls block, at most as long as the clock allows, and end soon when
// the match is cancelled; the referee asks the seats of a match at the same time, each on a thread of its own,
// so one thread at a time calls a seat.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "gdl/description.h"
#include "match/presentation.h"
#include "play/player.h"
#include "record/record.h"

namespace percept::match {

// What START says.
struct Opening {
  std::string match;                              // its id: no blanks, no parentheses
  std::shared_ptr<const gdl::Description> rules;  // scrambled if that was asked for
  std::string role;
  std::vector<std::string> roles;  // all, in order
  record::Clocks clocks;
  std::shared_ptr<const Presentation> presentation = {};  // of the rules; has their model for players in this process
};

// What PLAY and STOP say: of the round before, what this role may know. Nothing at the first PLAY, unless the role has
// a description of its own by which it sees the position: then what it sees of the first.
struct News {
  std::size_t round = 0;           // rounds played
  game::Told told;                 // percepts sorted by text, so that their order says nothing; of the first: no move
  std::vector<std::string> moves;  // of all roles; in games without `sees`, and for seats that are told_moves()
};

struct Answer {
  std::optional<std::string> move;  // in KIF, any case; nothing when there is a fault
  std::optional<record::Fault> fault;
  double seconds = 0;
  game::Reasons reasons = {};  // of a player of ours that has some; in the words it was shown
};

class Seat {
 public:
  virtual ~Seat() = default;
  virtual record::PlayerOnRecord player() const = 0;
  // Answers without delay and without a clock, so that it needs no thread.
  virtual bool immediate() const { return false; }
  // Has to be told the moves of all, in games with `sees`, too: whoever made it knows that they are no secret.
  virtual bool told_moves() const { return false; }

  // Before the match: asks who is there, if that can be asked. An error refuses the match before it starts.
  virtual Result<void> meet(const Opening&, std::stop_token) { return {}; }
  virtual std::optional<record::Fault> start(const Opening& opening, std::stop_token stop) = 0;
  virtual Answer play(const std::optional<News>& news, std::stop_token stop) = 0;
  virtual void stop(const News& news) = 0;
  virtual void abort() = 0;
};

}  // namespace percept::match
