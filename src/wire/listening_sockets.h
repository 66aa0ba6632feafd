// SPDX-License-Identifier: MIT
//
// Sockets that listen at every address of a host name, IPv4 and IPv6, all at the same port.
//
// Internal to wire/.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace percept::wire {

struct ListeningSockets {
  std::vector<Descriptor> sockets;  // at least one; they do not block
  std::uint16_t port = 0;
};
// An empty host is every address of this machine; port 0 is any that is free.
Result<ListeningSockets> listen_at(const std::string& host, std::uint16_t port);

}  // namespace percept::wire
