// SPDX-License-Identifier: MIT
//
// A small server for messages of the GGP protocol (http_server.h): hands the text of a request to a function and sends
// what the function answers, as managers expect it of a player.
//
//   auto listener = Listener::open({.host = "localhost", .port = 9147}, [](const Request& request) { … });
//   (*listener)->port();
//   (*listener)->close();     // waits for the function to return where it is being called
//
// Any thread may close it; the function is called on many.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "wire/http_server.h"
#include "wire/messages.h"

namespace percept::wire {

struct Request {
  std::string text;                               // the body, or what a GET has in its address
  std::string sender;                             // as its header says
  std::string peer;                               // the address it came from
  std::chrono::steady_clock::time_point arrived;  // when the connection was made
};

struct ListenerOptions {
  std::string host = "localhost";  // a name or an address; empty for all of this machine
  std::uint16_t port = 0;          // 0 for any that is free
  std::size_t max_connections = 256;
  double seconds = 10;  // for a whole request
  std::size_t max_body = kMaxMessage;
};

class Listener {
 public:
  using Handler = std::function<std::string(const Request&)>;  // called on many threads
  using Log = std::function<void(const std::string&)>;         // requests that cannot be read

  // An error says why nobody can listen there.
  static Result<std::unique_ptr<Listener>> open(const ListenerOptions& options, Handler handler, Log log = {});

  std::uint16_t port() const { return server_->port(); }
  void close() { server_->close(); }

 private:
  explicit Listener(std::unique_ptr<HttpServer> server) : server_(std::move(server)) {}
  std::unique_ptr<HttpServer> server_;
};

}  // namespace percept::wire
