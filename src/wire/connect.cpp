// SPDX-License-Identifier: MIT
#include "wire/connect.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/text.h"

namespace percept::wire {
namespace {

using record::Fault;
using record::FaultKind;

constexpr std::chrono::milliseconds kNextAttempt{250};

tl::unexpected<Fault> fault(FaultKind kind, std::string detail) {
  return tl::unexpected(Fault{kind, {}, std::move(detail)});
}

tl::unexpected<Fault> stopped() { return fault(FaultKind::kConnection, "the match was cancelled"); }

std::string words(int error) { return std::generic_category().message(error); }

// ---- addresses

struct Address {
  sockaddr_storage value = {};
  socklen_t size = 0;
};

struct Lookup {
  int error = 0;  // of getaddrinfo
  std::vector<Address> addresses;
};

Lookup look_up(const std::string& host, std::uint16_t port, int flags) {
  addrinfo wanted = {};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  Lookup out;
  out.error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &wanted, &found);
  if (out.error != 0) return out;
  for (const addrinfo* info = found; info; info = info->ai_next) {
    Address& address = out.addresses.emplace_back();
    address.size = std::min(info->ai_addrlen, static_cast<socklen_t>(sizeof address.value));
    std::memcpy(&address.value, info->ai_addr, address.size);
  }
  ::freeaddrinfo(found);
  return out;
}

// A lookup on a thread of its own, which may outlive whoever asked.
struct Errand {
  std::mutex mutex;
  std::condition_variable_any done;
  std::optional<Lookup> result;
};

tl::expected<std::vector<Address>, Fault> addresses_of(const Peer& peer, Deadline deadline, const Watch& watch) {
  if (Lookup number = look_up(peer.host, peer.port, AI_NUMERICHOST); number.error == 0) return number.addresses;
  if (lower(peer.host) == "localhost") {
    std::vector<Address> both = look_up("127.0.0.1", peer.port, AI_NUMERICHOST).addresses;
    for (const Address& other : look_up("::1", peer.port, AI_NUMERICHOST).addresses) both.push_back(other);
    return both;
  }
  const auto errand = std::make_shared<Errand>();
  std::thread([errand, host = peer.host, port = peer.port] {
    Lookup result = look_up(host, port, AI_ADDRCONFIG);
    const std::lock_guard lock(errand->mutex);
    errand->result = std::move(result);
    errand->done.notify_all();
  }).detach();
  std::unique_lock lock(errand->mutex);
  const auto is_done = [&] { return errand->result.has_value(); };
  if (deadline == Deadline::max())
    errand->done.wait(lock, watch.stop(), is_done);
  else
    errand->done.wait_until(lock, watch.stop(), deadline, is_done);
  if (watch.stop().stop_requested()) return stopped();
  if (!errand->result) return fault(FaultKind::kTimeout, fmt::format("no address for {} in time", peer.host));
  const Lookup& result = *errand->result;
  if (result.error == EAI_NONAME || (result.error == 0 && result.addresses.empty()))
    return fault(FaultKind::kConnection, fmt::format("unknown host {}", peer.host));
  if (result.error != 0)
    return fault(FaultKind::kConnection, fmt::format("no address for {}: {}", peer.host, ::gai_strerror(result.error)));
  return result.addresses;
}

// ---- attempts

// A port of this machine that nobody listens on may be given to the very socket that calls it.
bool calls_itself(int socket) {
  sockaddr_storage own = {}, other = {};
  socklen_t own_size = sizeof own, other_size = sizeof other;
  return ::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &own_size) == 0 &&
         ::getpeername(socket, reinterpret_cast<sockaddr*>(&other), &other_size) == 0 && own_size == other_size &&
         std::memcmp(&own, &other, own_size) == 0;
}

class Attempts {
 public:
  explicit Attempts(std::vector<Address> addresses) : addresses_(std::move(addresses)) {}

  bool any_left() const { return next_ < addresses_.size(); }
  bool under_way() const { return !sockets_.empty(); }
  int error() const { return error_; }  // of the last that failed

  void start_next() {
    const Address& address = addresses_[next_++];
    Descriptor socket(::socket(address.value.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket) {
      error_ = errno;
      return;
    }
    const int on = 1;
    ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (::connect(socket.number(), reinterpret_cast<const sockaddr*>(&address.value), address.size) != 0 &&
        errno != EINPROGRESS && errno != EINTR) {
      error_ = errno;
      return;
    }
    sockets_.push_back(std::move(socket));
  }

  std::vector<pollfd> awaited() const {
    std::vector<pollfd> out;
    for (const Descriptor& socket : sockets_) out.push_back({.fd = socket.number(), .events = POLLOUT, .revents = 0});
    return out;
  }

  // The first of the sockets awaited that is connected; those that failed are dropped.
  Descriptor connected(const std::vector<pollfd>& awaited) {
    for (std::size_t i = awaited.size(); i-- > 0;) {
      if (awaited[i].revents == 0) continue;
      int error = 0;
      socklen_t size = sizeof error;
      if (::getsockopt(awaited[i].fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0) error = errno;
      if (error == 0 && calls_itself(awaited[i].fd)) error = ECONNREFUSED;
      if (error == 0) return std::move(sockets_[i]);
      error_ = error;
      sockets_.erase(sockets_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return {};
  }

 private:
  std::vector<Address> addresses_;
  std::size_t next_ = 0;
  std::vector<Descriptor> sockets_;
  int error_ = 0;
};

tl::unexpected<Fault> failed(const Peer& peer, int error) {
  if (error == ECONNREFUSED)
    return fault(FaultKind::kConnection, fmt::format("{} refused the connection", peer.text()));
  if (error == EMFILE || error == ENFILE || error == ENOMEM || error == ENOBUFS)
    return fault(FaultKind::kInternal, fmt::format("no socket to be had: {}", words(error)));
  if (error == ETIMEDOUT) return fault(FaultKind::kTimeout, fmt::format("no connection to {} in time", peer.text()));
  return fault(FaultKind::kConnection, fmt::format("no connection to {}: {}", peer.text(), words(error)));
}

}  // namespace

tl::expected<Descriptor, Fault> connect_to(const Peer& peer, Deadline deadline, Watch& watch) {
  auto addresses = addresses_of(peer, deadline, watch);
  if (!addresses) return tl::unexpected(addresses.error());
  Attempts attempts(std::move(*addresses));
  Deadline next_start = Clock::now();
  while (true) {
    if (attempts.any_left() && (!attempts.under_way() || Clock::now() >= next_start)) {
      attempts.start_next();
      next_start = Clock::now() + kNextAttempt;
      continue;
    }
    if (!attempts.under_way()) return failed(peer, attempts.error());
    std::vector<pollfd> awaited = attempts.awaited();
    const Watch::Wake wake = watch.wait(awaited, attempts.any_left() ? std::min(next_start, deadline) : deadline);
    if (wake == Watch::Wake::kStopped) return stopped();
    if (wake == Watch::Wake::kReady) {
      if (Descriptor socket = attempts.connected(awaited)) return socket;
    } else if (Clock::now() >= deadline) {
      return failed(peer, ETIMEDOUT);
    }
  }
}

}  // namespace percept::wire
