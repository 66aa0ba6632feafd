// SPDX-License-Identifier: MIT
#include "wire/listener.h"

#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

#include "wire/http.h"
#include "wire/listening_sockets.h"
#include "wire/watch.h"

namespace percept::wire {
namespace {

constexpr double kReplySeconds = 10, kDrainSeconds = 1, kHurry = 1;
constexpr std::size_t kMaxDrain = 1 << 20;  // bytes
constexpr auto kPause = std::chrono::milliseconds(50);

std::string address_text(const sockaddr_storage& address, socklen_t size) {
  std::array<char, NI_MAXHOST> host{};
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);
  if (::getnameinfo(generic, size, host.data(), host.size(), nullptr, 0, NI_NUMERICHOST) != 0) return "?";
  return host.data();
}

// One connection: a request, its reply, and the end.
class Connection {
 public:
  Connection(Descriptor socket, std::stop_token stop) : socket_(std::move(socket)), watch_(std::move(stop)) {}

  // Reads until the message is there or can no longer come.
  void read(HttpReader& reader, Deadline deadline) {
    std::array<char, 16 << 10> buffer;
    while (reader.progress() == HttpReader::Progress::kMore) {
      if (!ready(POLLIN, deadline)) {
        reader.end();
        return;
      }
      ssize_t count = ::recv(socket_.number(), buffer.data(), buffer.size(), 0);
      if (count < 0 && again()) continue;
      if (count <= 0) {
        reader.end();
        return;
      }
      reader.feed({buffer.data(), static_cast<std::size_t>(count)});
      if (reader.take_expectation()) send(kContinue, deadline);
    }
  }

  bool send(std::string_view bytes, Deadline deadline) {
    while (!bytes.empty()) {
      ssize_t count = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count >= 0)
        bytes.remove_prefix(static_cast<std::size_t>(count));
      else if (!again() || !ready(POLLOUT, deadline))
        return false;
    }
    return true;
  }

  // Closing with bytes unread would make the kernel take back what was sent, so they are read first.
  void finish() {
    ::shutdown(socket_.number(), SHUT_WR);
    std::array<char, 16 << 10> buffer;
    std::size_t drained = 0;
    for (Deadline deadline = in_seconds(kDrainSeconds); drained < kMaxDrain && ready(POLLIN, deadline);) {
      ssize_t count = ::recv(socket_.number(), buffer.data(), buffer.size(), 0);
      if (count == 0 || (count < 0 && !again())) return;
      if (count > 0) drained += static_cast<std::size_t>(count);
    }
  }

 private:
  static bool again() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

  bool ready(short events, Deadline deadline) {
    if (Clock::now() >= deadline) return false;  // also for one whose bytes never cease
    std::array<pollfd, 1> sockets = {{{.fd = socket_.number(), .events = events, .revents = 0}}};
    return watch_.wait(sockets, deadline) == Watch::Wake::kReady;
  }

  Descriptor socket_;
  Watch watch_;
};

}  // namespace

class Listener::State {
 public:
  State(ListeningSockets sockets, ListenerOptions options, Handler handler, Log log)
      : sockets_(std::move(sockets)), options_(std::move(options)), handler_(std::move(handler)), log_(std::move(log)) {
    acceptor_ = std::thread([this] { accept_all(); });
  }

  std::uint16_t port() const { return sockets_.port; }

  void close() {
    stop_.request_stop();
    {
      std::lock_guard lock(mutex_);
      room_.notify_all();
    }
    if (acceptor_.joinable()) acceptor_.join();
    sockets_.sockets.clear();
    for (Served& each : served_) each.thread.join();
    served_.clear();
  }

 private:
  struct Served {
    std::thread thread;
    bool over = false;  // under the lock
  };

  void accept_all() {
    Watch watch(stop_.get_token());
    while (!stop_.stop_requested()) {
      wait_for_room();
      std::vector<pollfd> polled;
      for (const Descriptor& socket : sockets_.sockets)
        polled.push_back({.fd = socket.number(), .events = POLLIN, .revents = 0});
      if (watch.wait(polled, Deadline::max()) != Watch::Wake::kReady) continue;
      for (const pollfd& each : polled)
        if (each.revents != 0) accept_one(each.fd);
    }
  }

  // Whoever comes when all places are taken waits in the kernel's queue.
  void wait_for_room() {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return running_ < options_.max_connections || stop_.stop_requested(); });
    for (auto each = served_.begin(); each != served_.end();) {
      if (!each->over) {
        ++each;
        continue;
      }
      each->thread.join();
      each = served_.erase(each);
    }
  }

  void accept_one(int from) {
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    Descriptor socket(::accept4(from, reinterpret_cast<sockaddr*>(&address), &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!socket) {
      if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
        std::this_thread::sleep_for(kPause);
      return;
    }
    Clock::time_point arrived = Clock::now();
    std::string peer = address_text(address, size);
    std::lock_guard lock(mutex_);
    // Where many have come and say nothing, the next has to be quick.
    double seconds = ++running_ > options_.max_connections / 4 ? std::min(options_.seconds, kHurry) : options_.seconds;
    Served& served = served_.emplace_back();
    try {
      served.thread = std::thread([this, &served, arrived, seconds, peer, socket = std::move(socket)]() mutable {
        serve(std::move(socket), arrived, seconds, peer);
        std::lock_guard done(mutex_);
        served.over = true;
        --running_;
        room_.notify_all();
      });
    } catch (const std::system_error&) {  // no more threads: the connection is closed
      served_.pop_back();
      --running_;
    }
  }

  void serve(Descriptor socket, Clock::time_point arrived, double seconds, const std::string& peer) {
    Connection connection(std::move(socket), stop_.get_token());
    HttpReader reader(HttpReader::Kind::kRequest, options_.max_body);
    connection.read(reader, after(arrived, seconds));
    std::string body;
    if (reader.progress() != HttpReader::Progress::kComplete) {
      if (log_) log_(fmt::format("{}: no request: {}", peer, reader.problem()));
      body = "busy";
    } else if (reader.message().method != "OPTIONS") {
      body = handler_({.text = reader.message().text(),
                       .sender = std::string(reader.message().header("sender")),
                       .peer = peer,
                       .arrived = arrived});
    }
    if (connection.send(write_reply(body), in_seconds(kReplySeconds))) connection.finish();
  }

  ListeningSockets sockets_;
  ListenerOptions options_;
  Handler handler_;
  Log log_;
  std::stop_source stop_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::size_t running_ = 0;
  std::list<Served> served_;  // threads that run, or ran
  std::thread acceptor_;
};

Result<std::unique_ptr<Listener>> Listener::open(const ListenerOptions& options, Handler handler, Log log) {
  auto sockets = listen_at(options.host, options.port);
  if (!sockets) return tl::unexpected(sockets.error());
  return std::unique_ptr<Listener>(
      new Listener(std::make_unique<State>(std::move(*sockets), options, std::move(handler), std::move(log))));
}

Listener::Listener(std::unique_ptr<State> state) : state_(std::move(state)) {}

Listener::~Listener() { close(); }

std::uint16_t Listener::port() const { return state_->port(); }

void Listener::close() { state_->close(); }

}  // namespace percept::wire
