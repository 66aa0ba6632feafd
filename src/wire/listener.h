// SPDX-License-Identifier: MIT
//
// A small server for messages of the GGP protocol: reads a request, hands its text to a function, sends what the
// function answers and closes, as managers expect it of a player. Each connection has a thread; how many there are, how
// long and how large a request may be is bounded, so that nobody can keep it from serving others for long.
//
//   auto listener = Listener::open({.host = "localhost", .port = 9147}, [](const Request& request) { … });
//   (*listener)->port();
//   (*listener)->close();     // waits for the function to return where it is being called
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
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
  double seconds = 10;  // for a whole request; 1 when a quarter of the connections is taken
  std::size_t max_body = kMaxMessage;
};

class Listener {
 public:
  using Handler = std::function<std::string(const Request&)>;  // called on many threads
  using Log = std::function<void(const std::string&)>;         // requests that cannot be read

  // An error says why nobody can listen there.
  static Result<std::unique_ptr<Listener>> open(const ListenerOptions& options, Handler handler, Log log = {});
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::uint16_t port() const;
  void close();

 private:
  class State;
  explicit Listener(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace percept::wire
