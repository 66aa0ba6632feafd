// SPDX-License-Identifier: MIT
//
// Bytes to a port of this machine and what comes back, as any client could send them.
#pragma once

#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>

#include "base/descriptor.h"
#include "wire/http.h"

namespace percept::test {

class RawCall {
 public:
  explicit RawCall(std::uint16_t port, bool ipv6 = false)
      : socket_(::socket(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sockaddr_in6 address6{};
    address6.sin6_family = AF_INET6;
    address6.sin6_port = htons(port);
    address6.sin6_addr = in6addr_loopback;
    REQUIRE(::connect(socket_.number(),
                      ipv6 ? reinterpret_cast<sockaddr*>(&address6) : reinterpret_cast<sockaddr*>(&address),
                      ipv6 ? sizeof address6 : sizeof address) == 0);
  }

  // As much as the other side takes.
  RawCall& send(std::string_view bytes) {
    while (!bytes.empty()) {
      ssize_t count = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) break;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return *this;
  }
  RawCall& half_close() {
    ::shutdown(socket_.number(), SHUT_WR);
    return *this;
  }
  // What comes next, and until the other side closes.
  std::string receive() {
    char buffer[4096];
    ssize_t count = ::recv(socket_.number(), buffer, sizeof buffer, 0);
    return count <= 0 ? std::string() : std::string(buffer, static_cast<std::size_t>(count));
  }
  std::string receive_all() {
    std::string all;
    for (std::string next = receive(); !next.empty(); next = receive()) all += next;
    return all;
  }

 private:
  Descriptor socket_;
};

inline std::string body_of(const std::string& reply) {
  wire::HttpReader reader(wire::HttpReader::Kind::kReply, 1 << 20);
  reader.feed(reply);
  reader.end();
  CHECK(reply == wire::write_reply(reader.message().body));
  return reader.message().body;
}

// The answer to a message sent as a manager of this dialect sends it.
inline std::string tell(std::uint16_t port, std::string_view message, wire::Dialect dialect = wire::Dialect::kGgpBase) {
  return body_of(RawCall(port).send(write_request(dialect, "localhost", "", message)).receive_all());
}

}  // namespace percept::test
