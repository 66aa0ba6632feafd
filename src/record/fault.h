// SPDX-License-Identifier: MIT
//
// What went wrong with an answer, so that the manager moved in the player's place. name_of gives the names of Dresden's
// error types; ggp.org's records have codes for them (ggp_json.cpp).
//
// A value; threads share it as they share any other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace percept::record {

enum class FaultKind : std::uint8_t {
  kTimeout,     // no answer in time
  kIllegal,     // a move that is not legal
  kUnreadable,  // not a ground move: garbage, variables, "busy" or "nil"
  kConnection,  // refused, broken off, unknown host, or more than a reply may have
  kInternal,    // a player of ours failed
};
std::string_view name_of(FaultKind kind);  // "timeout", "illegal_move", "parsing_error", "io_error", "internal"
std::optional<FaultKind> fault_of(std::string_view name);  // of these
struct Fault {
  FaultKind kind = FaultKind::kTimeout;
  std::string answer;  // what was answered, if anything; printable, at most 200 characters
  std::string detail;  // in words
  friend bool operator==(const Fault&, const Fault&) = default;
};

}  // namespace percept::record
