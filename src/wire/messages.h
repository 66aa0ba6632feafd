// SPDX-License-Identifier: MIT
//
// The messages of the GGP protocol as a player reads them: INFO, PREVIEW, START, PLAY (and SEES), STOP, ABORT, in any
// dialect, any case, with comments and line breaks anywhere. What the one argument of a PLAY means does not stand in
// it: `dialect_of` tells, by the detection rule, from what is known of the match. message_writer.h writes them,
// replies.h has what is answered.
//
// Any thread may call these.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "gdl/description.h"
#include "wire/dialect.h"

namespace percept::wire {

inline constexpr std::size_t kMaxMessage = (8 << 20) + (64 << 10);  // a rule sheet of the largest size and the rest

struct Info {};
struct Preview {
  std::shared_ptr<const gdl::Description> rules;
  double clock = 0;  // seconds
};
struct Start {
  std::string match;                              // as spelt
  std::string role;                               // in lower case
  std::shared_ptr<const gdl::Description> rules;  // may have errors in it
  double start_clock = 0, play_clock = 0;         // seconds
};
// What PLAY and STOP say of the round before. Terms are in lower case.
struct Play {
  std::string match;
  bool sees = false;                              // the word was SEES
  std::optional<std::size_t> turn;                // dresden-2013: rounds played
  std::optional<std::string> last_move;           // dresden-2013: made for this role
  std::optional<std::vector<std::string>> terms;  // moves or percepts; nothing for NIL, none for ()
};
struct Stop : Play {};
struct Abort {
  std::string match;
};
using Message = std::variant<Info, Preview, Start, Play, Stop, Abort>;

// In KIF, or in infix (infix.h). An error says what cannot be read.
Result<Message> read_message(std::string_view text);

// What can be said of a message without looking at its rules.
struct Heading {
  std::string word;                        // in lower case: "start"
  std::string match;                       // in lower case; empty where there is none
  double start_clock = 0, play_clock = 0;  // of a START
};
Result<Heading> read_heading(std::string_view text);

// Which dialect a PLAY is in, by protocol: three arguments are dresden-2013, SEES is pakapark, one argument is percepts
// of dresden-2010 if the rules have `sees` and the GameController sent it, else the joint move (kDresden or kGgpBase).
Dialect dialect_of(const Play& play, bool rules_have_sees, std::string_view sender);

// Whether the game is one of GDL-II: it defines `sees`.
bool has_sees(const gdl::Description& rules);

}  // namespace percept::wire
