// SPDX-License-Identifier: MIT
//
// A server of HTTP that can face a network: one request a connection, then the end. One thread reads all connections,
// so that whoever drips bytes or says nothing holds a place in a list and no thread; when the list is full, or what was
// sent takes too much memory, the one that has been reading for longest gives way. A request is looked at when its
// header is there, before a body is read; one that is complete is answered on a thread of its own, so many at once.
//
//   auto server = HttpServer::open({.host = "localhost"}, {.answer = [](const Arrived& request, Line& line) { … }});
//   (*server)->close();     // waits for answers that are under way
//
// The callbacks are called on many threads, but `refused` and `broken` on the one that reads: they must not wait. Any
// thread may open and close a server.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/descriptor.h"
#include "base/result.h"
#include "wire/http.h"

namespace percept::wire {

struct HttpServerOptions {
  std::string host = "localhost";  // a name or an address; empty for all of this machine
  std::uint16_t port = 0;          // 0 for any that is free
  HttpReader::Kind kind = HttpReader::Kind::kStrict;
  std::size_t max_connections = 512;             // that are read, wait or are being closed
  std::size_t max_answers = 96;                  // at once; others wait
  std::size_t max_body = 2 << 20;                // bytes
  std::size_t max_kept = std::size_t{64} << 20;  // bytes of all requests that are being read
  double seconds = 10;                           // for a whole request
};

struct Arrived {
  const HttpMessage& message;
  std::string peer;           // the address it came from
  Clock::time_point arrived;  // when the connection was made
};

// The way back to who asked.
class Line {
 public:
  Line(int socket, std::stop_token stop) : socket_(socket), stop_(std::move(stop)) {}

  // False when it cannot be sent any more: the other side has gone, is too slow, or the server ends.
  bool send(std::string_view bytes, double seconds = 10);
  bool gone() const;  // the other side has closed, or the server ends

 private:
  int socket_;
  std::stop_token stop_;
};

struct HttpCallbacks {
  std::function<void(const Arrived&, Line&)> answer;
  // What to reply by the header alone, without a look at the body; nothing to go on.
  std::function<std::optional<std::string>(const HttpMessage&)> refused = {};
  // What to reply to what is no request.
  std::function<std::string(const HttpReader&, const std::string& peer)> broken = {};
};

class HttpServer {
 public:
  // An error says why nobody can listen there.
  static Result<std::unique_ptr<HttpServer>> open(const HttpServerOptions& options, HttpCallbacks callbacks);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::uint16_t port() const;
  void close();

 private:
  class State;
  explicit HttpServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace percept::wire
