// SPDX-License-Identifier: MIT
#include "wire/scripted_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>

#include "base/text.h"
#include "wire/http.h"

namespace percept::test {
namespace {

constexpr int kGlance = 10;  // milliseconds between looks at whether the server ends

bool ready(int socket, short events, int milliseconds) {
  pollfd waiting = {.fd = socket, .events = events, .revents = 0};
  return ::poll(&waiting, 1, milliseconds) > 0;
}

// Bound to a free port of the loopback interface.
Descriptor bound_socket(bool ipv6, std::uint16_t& port) {
  Descriptor out(::socket(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in6 six = {};
  six.sin6_family = AF_INET6;
  six.sin6_addr = in6addr_loopback;
  sockaddr_in four = {};
  four.sin_family = AF_INET;
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* address = ipv6 ? reinterpret_cast<sockaddr*>(&six) : reinterpret_cast<sockaddr*>(&four);
  socklen_t size = ipv6 ? sizeof six : sizeof four;
  if (!out || ::bind(out.number(), address, size) != 0 || ::getsockname(out.number(), address, &size) != 0)
    throw std::runtime_error("no port for a test's server");
  port = ntohs(ipv6 ? six.sin6_port : four.sin_port);
  return out;
}

}  // namespace

std::string Caller::message() const {
  const std::size_t begin = std::min(body_.find_first_not_of("( \t\r\n"), body_.size());
  const std::size_t end = std::min(body_.find_first_of(" ()\t\r\n", begin), body_.size());
  const std::string word = lower(std::string_view(body_).substr(begin, end - begin));
  return word == "sees" ? "play" : word;
}

bool Caller::send(std::string_view bytes) {
  while (!bytes.empty() && !server_.ending_) {
    if (!ready(socket_.number(), POLLOUT, kGlance)) continue;
    const ssize_t sent = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0)
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    else if (errno != EAGAIN && errno != EINTR)
      return false;
  }
  return bytes.empty();
}

void Caller::answer(std::string_view body) { send(wire::write_reply(body)); }

bool Caller::wait(std::chrono::milliseconds time) {
  const auto until = std::chrono::steady_clock::now() + time;
  while (!server_.ending_ && std::chrono::steady_clock::now() < until) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (!ready(socket_.number(), POLLIN, static_cast<int>(std::clamp<std::int64_t>(left.count(), 1, kGlance))))
      continue;
    std::array<char, 256> buffer;
    if (::recv(socket_.number(), buffer.data(), buffer.size(), MSG_DONTWAIT) <= 0) return false;
  }
  return !server_.ending_;
}

void Caller::reset() {
  const linger at_once = {.l_onoff = 1, .l_linger = 0};
  ::setsockopt(socket_.number(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  socket_ = Descriptor();
}

bool Caller::receive() {
  wire::HttpReader reader(wire::HttpReader::Kind::kRequest, 16 << 20);
  while (!server_.ending_) {
    if (!ready(socket_.number(), POLLIN, kGlance)) continue;
    std::array<char, 4096> buffer;
    const ssize_t count = ::recv(socket_.number(), buffer.data(), buffer.size(), 0);
    if (count <= 0) return false;
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
    request_ += bytes;
    if (reader.feed(bytes) == wire::HttpReader::Progress::kMore) continue;
    body_ = reader.message().text();
    return reader.progress() == wire::HttpReader::Progress::kComplete;
  }
  return false;
}

ScriptedServer::ScriptedServer(Script script, bool ipv6) : script_(std::move(script)), ipv6_(ipv6) {
  listener_ = bound_socket(ipv6, port_);
  if (::listen(listener_.number(), 64) != 0) throw std::runtime_error("a test's server cannot listen");
  acceptor_ = std::thread([this] { accept_callers(); });
}

ScriptedServer::~ScriptedServer() {
  ending_ = true;
  acceptor_.join();
  for (std::thread& thread : threads_) thread.join();
}

std::string ScriptedServer::url() const {
  return ipv6_ ? fmt::format("http://[::1]:{}", port_) : fmt::format("http://127.0.0.1:{}", port_);
}

std::vector<std::string> ScriptedServer::requests() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> out;
  for (const auto& [kind, bytes] : requests_) out.push_back(bytes);
  return out;
}

std::vector<std::string> ScriptedServer::requests(std::string_view kind) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> out;
  for (const auto& [known, bytes] : requests_)
    if (known == kind) out.push_back(bytes);
  return out;
}

void ScriptedServer::accept_callers() {
  while (!ending_) {
    if (!ready(listener_.number(), POLLIN, kGlance)) continue;
    const int socket = ::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) continue;
    threads_.emplace_back([this, socket] {
      Caller caller(*this, Descriptor(socket));
      if (!caller.receive()) return;
      const std::string kind = caller.message();
      {
        const std::lock_guard lock(mutex_);
        caller.number_ = static_cast<std::size_t>(
            std::ranges::count_if(requests_, [&](const auto& request) { return request.first == kind; }));
        requests_.emplace_back(kind, caller.request());
      }
      script_(caller);
    });
  }
}

ClosedPort::ClosedPort() : socket_(bound_socket(false, number_)) {}

DeafPort::DeafPort() : socket_(bound_socket(false, number_)) {
  if (::listen(socket_.number(), 0) != 0) throw std::runtime_error("a test's server cannot listen");
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(number_);
  for (int i = 0; i < 4; ++i) {
    queue_.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    [[maybe_unused]] const int waits =
        ::connect(queue_.back().number(), reinterpret_cast<sockaddr*>(&address), sizeof address);
  }
}

}  // namespace percept::test
