// SPDX-License-Identifier: MIT
//
// The messages of a match as a manager sends them to one player, byte for byte as the systems of each dialect do. A
// GDL-II player in a game without `sees` gets the rule by which everybody sees all moves, and percepts made by it.
//
//   MessageWriter writer(Dialect::kDresden2013, opening);
//   writer.start()   writer.play({})   writer.play(news)   writer.stop(news)   writer.abort()
//
// Internal to wire/.
#pragma once

#include <optional>
#include <string>

#include "match/seat.h"
#include "wire/dialect.h"
#include "wire/spelling.h"

namespace percept::wire {

std::string write_info(Dialect dialect);
std::string write_abort(Dialect dialect, const std::string& match);

// Clocks on the wire are whole seconds, rounded up, at least 1. There is no word for a clock without a limit: such a
// player is told a minute, and waited for longer.
inline constexpr std::size_t kNoLimitSeconds = 60;
std::size_t wire_seconds(double clock);

class MessageWriter {
 public:
  MessageWriter(Dialect dialect, match::Opening opening);

  std::string start() const;
  std::string play(const std::optional<match::News>& news) const;  // nothing at the first
  std::string stop(const match::News& news) const;                 // of round 0: nothing was played
  std::string abort() const;

 private:
  std::string told(std::string_view word, const match::News* news) const;

  Dialect dialect_;
  match::Opening opening_;
  bool has_sees_;
  Spelling spelling_;
};

}  // namespace percept::wire
