// SPDX-License-Identifier: MIT
#include "wire/call.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>

#include "base/text.h"
#include "wire/connect.h"
#include "wire/http.h"
#include "wire/watch.h"

namespace percept::wire {
namespace {

using record::Fault;
using record::FaultKind;
using Progress = HttpReader::Progress;

// Sends and receives at the same time: a player may answer before it has read everything.
class Exchange {
 public:
  Exchange(Descriptor socket, std::string_view request, std::size_t limit)
      : socket_(std::move(socket)), unsent_(request), reader_(HttpReader::Kind::kReply, limit) {}

  std::optional<Fault> run(Deadline deadline, Watch& watch) {
    while (reader_.progress() == Progress::kMore) {
      pollfd waiting = {.fd = socket_.number(), .events = POLLIN, .revents = 0};
      if (!unsent_.empty()) waiting.events |= POLLOUT;
      switch (watch.wait({&waiting, 1}, deadline)) {
        case Watch::Wake::kStopped: return Fault{FaultKind::kConnection, {}, "the match was cancelled"};
        case Watch::Wake::kDeadline: return too_late();
        case Watch::Wake::kReady: break;
      }
      if (waiting.revents & POLLOUT) send();
      if (waiting.revents & ~POLLOUT) receive();
      // What was there in time counts; a flood that never lets us wait does not go on for ever.
      if (reader_.progress() == Progress::kMore && Clock::now() >= deadline) return too_late();
    }
    if (reader_.progress() == Progress::kComplete) return std::nullopt;
    if (!closed_ && !lower(beginning_).starts_with(kHttp))
      return Fault{FaultKind::kUnreadable, printable(beginning_), "the answer is not HTTP"};
    return Fault{FaultKind::kConnection, printable(reader_.message().body.substr(0, kBeginning)), reader_.problem()};
  }

  const std::string& body() const { return reader_.message().body; }

 private:
  static constexpr std::string_view kHttp = "http/";
  static constexpr std::size_t kBeginning = 200;

  Fault too_late() const {
    return {FaultKind::kTimeout, {}, beginning_.empty() ? "no answer in time" : "no whole answer in time"};
  }

  // A peer that reads no more may have answered all the same, so that a failure shows when receiving.
  void send() {
    const ssize_t sent = ::send(socket_.number(), unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
    if (sent > 0)
      unsent_.remove_prefix(static_cast<std::size_t>(sent));
    else if (sent < 0 && errno != EAGAIN && errno != EINTR)
      unsent_ = {};
  }

  void receive() {
    std::array<char, 1 << 14> buffer;
    const ssize_t count = ::recv(socket_.number(), buffer.data(), buffer.size(), 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
      closed_ = true;
      reader_.end();
      return;
    }
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
    if (beginning_.size() < kBeginning) beginning_ += bytes.substr(0, kBeginning - beginning_.size());
    reader_.feed(bytes);
  }

  Descriptor socket_;
  std::string_view unsent_;
  HttpReader reader_;
  std::string beginning_;  // of what was received
  bool closed_ = false;
};

}  // namespace

CallReply call(const Peer& peer, std::string_view request, const CallLimits& limits, std::stop_token stop) {
  CallReply reply;
  const Deadline start = Clock::now();
  Deadline clock = start;
  Deadline deadline = limits.from_connection ? Deadline::max() : after(start, limits.answer.value_or(HUGE_VAL));
  Watch watch(std::move(stop));
  auto socket = connect_to(peer, std::min(deadline, after(start, limits.connect)), watch);
  reply.connecting = seconds_since(start);
  if (!socket) {
    reply.fault = std::move(socket.error());
    reply.seconds = reply.connecting;
    return reply;
  }
  if (limits.from_connection) {
    clock = Clock::now();
    deadline = after(clock, limits.answer.value_or(HUGE_VAL));
  }
  Exchange exchange(std::move(*socket), request, limits.bytes);
  reply.fault = exchange.run(deadline, watch);
  reply.seconds = seconds_since(clock);
  reply.body = exchange.body();
  return reply;
}

}  // namespace percept::wire
