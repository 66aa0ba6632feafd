// SPDX-License-Identifier: MIT
//
// Where a player is called: a host and a port, from a text such as http://host:port. Players answer every path, so an
// address has none.
//
// Plain values: threads may read one together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace percept::wire {

inline constexpr std::uint16_t kPlayerPort = 9147;  // where players listen by custom

struct Peer {
  std::string host;  // a name, or a number without brackets
  std::uint16_t port = kPlayerPort;

  std::string text() const;  // "host:port", "[::1]:9147"
  friend bool operator==(const Peer&, const Peer&) = default;
};

// http://host, http://host:port, http://[::1]:port, each with or without a slash at the end.
Result<Peer> read_address(std::string_view url);

}  // namespace percept::wire
