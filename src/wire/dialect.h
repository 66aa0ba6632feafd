// SPDX-License-Identifier: MIT
//
// The dialects of the GGP protocol that are spoken, and what depends on them: how messages are written (messages.h),
// how long a player may take, and when its clock starts.
//
// Any thread may call these.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace percept::wire {

enum class Dialect : std::uint8_t {
  kGgpBase,      // ggp-base: joint moves, blanks inside parentheses, spelling kept
  kDresden,      // Dresden GameController, GDL-I: joint moves, upper case
  kInfix,        // Stanford's newer texts, ggp_python: joint moves, play(m,[noop,mark(1,1)])
  kDresden2010,  // its GDL-II of 2010: percepts in the place of moves
  kDresden2013,  // its GDL-II of 2013: turn, own last move, percepts
  kPakapark,     // a fork of ggp-base: SEES with percepts, each a whole fact (sees role percept)
};
std::string_view name_of(Dialect dialect);  // "ggp-base", "dresden", "infix", "dresden-2010", …
std::optional<Dialect> dialect_of(std::string_view name);
std::vector<std::string> dialect_names();
// Nothing for "auto", which leaves it to the player; an error says which there are.
Result<std::optional<Dialect>> read_dialect(std::string_view name);

inline bool tells_percepts(Dialect dialect) { return dialect >= Dialect::kDresden2010; }
inline bool is_dresden(Dialect dialect) {
  return dialect == Dialect::kDresden || dialect == Dialect::kDresden2010 || dialect == Dialect::kDresden2013;
}

// How long a player may take. Clocks of 0 s are no limit.
struct Timing {
  bool from_connection = false;  // the clock starts when the connection stands, else when the manager turns to it
  double connect = 5;            // seconds for the connection, each time …
  double connect_bonus = 0;      // … and these for the whole match
  double start_extra = 0, play_extra = 1, stop_extra = 0;  // beyond the clock
  double info = 1, abort = 1;
};
Timing timing_of(Dialect dialect);  // ggp-base's or Dresden's

}  // namespace percept::wire
