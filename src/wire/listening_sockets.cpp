// SPDX-License-Identifier: MIT
#include "wire/listening_sockets.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "base/text.h"

namespace percept::wire {
namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

Result<Addresses> addresses_of(const std::string& host) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  // For all addresses a port is needed; it is set below.
  int error = ::getaddrinfo(host.empty() ? nullptr : host.c_str(), "0", &hints, &found);
  if (error != 0)
    return failure(fmt::format("cannot listen at {}: {}", printable(host), ::gai_strerror(error)),
                   "give an address of this machine, or localhost");
  return Addresses(found, &::freeaddrinfo);
}

void set_port(sockaddr* address, std::uint16_t port) {
  if (address->sa_family == AF_INET) reinterpret_cast<sockaddr_in*>(address)->sin_port = htons(port);
  if (address->sa_family == AF_INET6) reinterpret_cast<sockaddr_in6*>(address)->sin6_port = htons(port);
}

std::uint16_t port_of(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  if (address.ss_family == AF_INET) return ntohs(reinterpret_cast<sockaddr_in*>(&address)->sin_port);
  return ntohs(reinterpret_cast<sockaddr_in6*>(&address)->sin6_port);
}

// A socket, or none with errno set.
Descriptor listen_at(const addrinfo& address) {
  Descriptor socket(::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket) return socket;
  int one = 1;
  ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (address.ai_family == AF_INET6) ::setsockopt(socket.number(), IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
  if (::bind(socket.number(), address.ai_addr, address.ai_addrlen) != 0 || ::listen(socket.number(), SOMAXCONN) != 0) {
    int error = errno;
    socket = Descriptor();
    errno = error;
  }
  return socket;
}

}  // namespace

Result<ListeningSockets> listen_at(const std::string& host, std::uint16_t port) {
  auto addresses = addresses_of(host);
  if (!addresses) return tl::unexpected(addresses.error());
  constexpr int kAttempts = 20;  // at a free port that is free at every address
  int error = 0;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    ListeningSockets out;
    out.port = port;
    error = 0;
    for (addrinfo* each = addresses->get(); each != nullptr && error != EADDRINUSE; each = each->ai_next) {
      if (each->ai_family != AF_INET && each->ai_family != AF_INET6) continue;
      set_port(each->ai_addr, out.port);
      Descriptor socket = listen_at(*each);
      if (!socket) {
        error = errno;  // a machine may have no IPv6; a port in use is another matter
        continue;
      }
      if (out.port == 0) out.port = port_of(socket.number());
      out.sockets.push_back(std::move(socket));
    }
    if (!out.sockets.empty() && error != EADDRINUSE) return out;
    if (port != 0 || error != EADDRINUSE) break;
  }
  std::string where = fmt::format("{}:{}", host.empty() ? "*" : printable(host), port);
  if (error == EADDRINUSE)
    return failure(fmt::format("port {} is in use", port),
                   "another program has it: choose another; 0 is any that is free");
  if (error == EACCES)
    return failure(fmt::format("nobody but root may listen at port {}", port), "choose one from 1024 on");
  return failure(fmt::format("cannot listen at {}: {}", where, std::strerror(error)),
                 "give an address of this machine, or localhost");
}

}  // namespace percept::wire
