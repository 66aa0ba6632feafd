// SPDX-License-Identifier: MIT
#include "wire/http_server.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "wire/listening_sockets.h"
#include "wire/watch.h"

namespace percept::wire {
namespace {

constexpr double kDrainSeconds = 1;
constexpr std::size_t kMaxDrain = 4 << 20;  // bytes
constexpr auto kPause = std::chrono::milliseconds(50);

bool to_try_again() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

std::string numeric_address(const sockaddr_storage& address, socklen_t size) {
  std::array<char, NI_MAXHOST> host{};
  const auto* generic = reinterpret_cast<const sockaddr*>(&address);
  if (::getnameinfo(generic, size, host.data(), host.size(), nullptr, 0, NI_NUMERICHOST) != 0) return "?";
  return host.data();
}

}  // namespace

bool Line::send(std::string_view bytes, double seconds) {
  Deadline deadline = in_seconds(seconds);
  while (!bytes.empty()) {
    ssize_t count = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
      continue;
    }
    std::array<pollfd, 1> sockets = {{{.fd = socket_, .events = POLLOUT, .revents = 0}}};
    if (!to_try_again() || Watch(stop_).wait(sockets, deadline) != Watch::Wake::kReady) return false;
  }
  return true;
}

bool Line::gone() const {
  pollfd socket{.fd = socket_, .events = POLLRDHUP, .revents = 0};
  return stop_.stop_requested() || (::poll(&socket, 1, 0) > 0 && socket.revents != 0);
}

class HttpServer::State {
  // A connection, from the first byte to the last.
  struct Guest {
    Guest(Descriptor its_socket, std::string its_peer, const HttpServerOptions& options)
        : socket(std::move(its_socket)),
          peer(std::move(its_peer)),
          deadline(after(arrived, options.seconds)),
          reader(options.kind, options.max_body) {}

    Descriptor socket;
    std::string peer;
    Clock::time_point arrived = Clock::now();
    Deadline deadline;
    HttpReader reader;
    bool looked_at = false;  // its header
    bool closing = false;    // it has its reply; what it still sends is thrown away
    std::size_t drained = 0;
  };

 public:
  State(ListeningSockets sockets, const HttpServerOptions& options, HttpCallbacks callbacks)
      : sockets_(std::move(sockets)),
        options_(options),
        callbacks_(std::move(callbacks)),
        bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    reading_ = std::thread([this] { read_all(); });
  }

  std::uint16_t port() const { return sockets_.port; }

  void close() {
    stop_.request_stop();
    if (reading_.joinable()) reading_.join();
    sockets_.sockets.clear();
    guests_.clear();
    std::unique_lock lock(mutex_);
    waiting_.clear();
    changed_.wait(lock, [this] { return answering_ == 0; });
    back_.clear();
  }

 private:
  using Guests = std::list<std::unique_ptr<Guest>>;  // in the order they came

  void read_all() {
    Watch watch(stop_.get_token());
    while (!stop_.stop_requested()) {
      take_back();
      bool room = guests_.size() + held() < options_.max_connections || give_way();
      std::vector<pollfd> polled = {{.fd = bell_.number(), .events = POLLIN, .revents = 0}};
      Deadline first = room ? Deadline::max() : in_seconds(kDrainSeconds);
      for (const auto& guest : guests_) {
        polled.push_back({.fd = guest->socket.number(), .events = POLLIN, .revents = 0});
        first = std::min(first, guest->deadline);
      }
      if (room)
        for (const Descriptor& socket : sockets_.sockets)
          polled.push_back({.fd = socket.number(), .events = POLLIN, .revents = 0});
      Watch::Wake wake = watch.wait(polled, first);
      if (wake == Watch::Wake::kStopped) return;
      std::size_t at = 1;
      Clock::time_point now = Clock::now();
      for (auto it = guests_.begin(); it != guests_.end(); ++at) {
        auto each = it++;
        bool ready = wake == Watch::Wake::kReady && polled[at].revents != 0;
        if (ready)
          serve(each);
        else if ((*each)->deadline <= now)
          end(each);
      }
      if (wake != Watch::Wake::kReady) continue;
      for (; at < polled.size(); ++at)
        if (polled[at].revents != 0) accept_one(polled[at].fd);
    }
  }

  std::size_t held() {
    std::lock_guard lock(mutex_);
    return waiting_.size() + answering_ + back_.size();
  }

  // A place for somebody new: that of the one who has been here for longest, and is not being answered.
  bool give_way() {
    if (guests_.empty()) return false;
    auto oldest = std::ranges::find_if(guests_, [](const auto& guest) { return guest->closing; });
    if (oldest == guests_.end()) {
      oldest = guests_.begin();
      end(oldest);  // with a word
      oldest = std::ranges::find_if(guests_, [](const auto& guest) { return guest->closing; });
    }
    if (oldest != guests_.end()) guests_.erase(oldest);
    return true;
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
    int yes = 1;
    ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    guests_.push_back(std::make_unique<Guest>(std::move(socket), numeric_address(address, size), options_));
    serve(std::prev(guests_.end()));  // most have sent it all already
  }

  // Reads what is there.
  void serve(Guests::iterator it) {
    Guest& guest = **it;
    std::array<char, 16 << 10> buffer;
    ssize_t count = ::recv(guest.socket.number(), buffer.data(), buffer.size(), 0);
    if (count < 0 && to_try_again()) return;
    if (guest.closing) {
      if (count <= 0 || (guest.drained += static_cast<std::size_t>(count)) > kMaxDrain) guests_.erase(it);
      return;
    }
    if (count <= 0) return end(it);
    guest.reader.feed({buffer.data(), static_cast<std::size_t>(count)});
    if (guest.reader.progress() == HttpReader::Progress::kBroken) return end(it);
    if (guest.reader.has_header() && !guest.looked_at) {
      guest.looked_at = true;
      if (auto refusal = callbacks_.refused ? callbacks_.refused(guest.reader.message()) : std::nullopt)
        return reply(it, *refusal);
    }
    if (guest.reader.progress() == HttpReader::Progress::kComplete) return hand_over(it);
    if (guest.reader.take_expectation())
      ::send(guest.socket.number(), kContinue.data(), kContinue.size(), MSG_NOSIGNAL);
    std::size_t kept = 0;
    for (const auto& each : guests_) kept += each->reader.kept();
    if (kept > options_.max_kept) end(guests_.begin());
  }

  // Nothing more is read of it: it has said what it had to say, or it is too late.
  void end(Guests::iterator it) {
    Guest& guest = **it;
    if (guest.closing) {
      guests_.erase(it);
      return;
    }
    guest.reader.end();
    if (guest.reader.progress() == HttpReader::Progress::kComplete) return hand_over(it);
    reply(it, callbacks_.broken ? callbacks_.broken(guest.reader, guest.peer) : std::string());
  }

  // What is so short that it can be sent without waiting.
  void reply(Guests::iterator it, const std::string& bytes) {
    ::send((*it)->socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    see_off(**it);
  }

  // Closing with bytes unread would make the kernel take back what was sent, so they are read first.
  static void see_off(Guest& guest) {
    ::shutdown(guest.socket.number(), SHUT_WR);
    guest.closing = true;
    guest.reader = HttpReader(HttpReader::Kind::kStrict, 0);
    guest.deadline = in_seconds(kDrainSeconds);
  }

  void hand_over(Guests::iterator it) {
    std::unique_ptr<Guest> guest = std::move(*it);
    guests_.erase(it);
    std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(guest));
    if (answering_ >= options_.max_answers) return;
    ++answering_;
    try {
      std::thread([this] { answer_some(); }).detach();
    } catch (const std::system_error&) {  // no more threads: whoever answers now takes it up, or nobody
      --answering_;
      if (answering_ == 0) waiting_.clear();
    }
  }

  void answer_some() {
    std::unique_lock lock(mutex_);
    while (!waiting_.empty()) {
      std::unique_ptr<Guest> guest = std::move(waiting_.front());
      waiting_.pop_front();
      lock.unlock();
      Line line(guest->socket.number(), stop_.get_token());
      try {
        callbacks_.answer({guest->reader.message(), guest->peer, guest->arrived}, line);
      } catch (const std::exception&) {  // no memory, most likely: this one gets no answer
      }
      see_off(*guest);
      lock.lock();
      back_.push_back(std::move(guest));
      ring();
    }
    --answering_;
    changed_.notify_all();
  }

  void ring() {
    const std::uint64_t one = 1;
    [[maybe_unused]] auto written = ::write(bell_.number(), &one, sizeof one);
  }

  void take_back() {
    std::uint64_t rung = 0;
    [[maybe_unused]] auto read = ::read(bell_.number(), &rung, sizeof rung);
    std::lock_guard lock(mutex_);
    for (auto& guest : back_) guests_.push_back(std::move(guest));
    back_.clear();
  }

  ListeningSockets sockets_;
  const HttpServerOptions options_;
  const HttpCallbacks callbacks_;
  Descriptor bell_;  // somebody has been answered
  std::stop_source stop_;
  Guests guests_;  // of the thread that reads
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Guest>> waiting_;  // for an answer
  std::vector<std::unique_ptr<Guest>> back_;    // answered
  std::size_t answering_ = 0;                   // threads
  std::thread reading_;
};

Result<std::unique_ptr<HttpServer>> HttpServer::open(const HttpServerOptions& options, HttpCallbacks callbacks) {
  auto sockets = listen_at(options.host, options.port);
  if (!sockets) return tl::unexpected(sockets.error());
  return std::unique_ptr<HttpServer>(
      new HttpServer(std::make_unique<State>(std::move(*sockets), options, std::move(callbacks))));
}

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}
HttpServer::~HttpServer() { close(); }
std::uint16_t HttpServer::port() const { return state_->port(); }
void HttpServer::close() { state_->close(); }

}  // namespace percept::wire
