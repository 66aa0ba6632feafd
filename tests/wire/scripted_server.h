// SPDX-License-Identifier: MIT
//
// A server for tests whose every byte is told: each connection is handed to a script, on a thread of its own. Requests
// are kept as they came.
//
//   ScriptedServer server([](Caller& caller) { caller.send("HTTP/1.0 200 OK\r\n\r\n" + caller.body()); });
//   server.url()          // http://127.0.0.1:PORT
//   server.requests()     // byte for byte
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/descriptor.h"

namespace percept::test {

class ScriptedServer;

// One connection, its request read.
class Caller {
 public:
  const std::string& request() const { return request_; }  // all of it
  const std::string& body() const { return body_; }
  // "info", "start", "play", "stop", "abort", … ("sees" is "play").
  std::string message() const;
  std::size_t number() const { return number_; }  // of the request among those of its kind, from 0

  bool send(std::string_view bytes);          // false when the server ends or the other side has gone
  void answer(std::string_view body);         // a proper reply
  bool wait(std::chrono::milliseconds time);  // false when the server ends or the other side has gone
  void wait_for_ever() { wait(std::chrono::hours(24)); }
  void reset();  // ends the connection with an RST

 private:
  friend class ScriptedServer;
  Caller(ScriptedServer& server, Descriptor socket) : server_(server), socket_(std::move(socket)) {}
  bool receive();  // a whole request

  ScriptedServer& server_;
  Descriptor socket_;
  std::string request_, body_;
  std::size_t number_ = 0;
};

class ScriptedServer {
 public:
  using Script = std::function<void(Caller&)>;

  explicit ScriptedServer(Script script, bool ipv6 = false);
  ~ScriptedServer();

  std::uint16_t port() const { return port_; }
  std::string url() const;
  std::vector<std::string> requests() const;                       // in the order they were complete
  std::vector<std::string> requests(std::string_view kind) const;  // "play", …

 private:
  friend class Caller;
  void accept_callers();

  Script script_;
  bool ipv6_;
  Descriptor listener_;
  std::uint16_t port_ = 0;
  std::atomic<bool> ending_ = false;
  mutable std::mutex mutex_;
  std::vector<std::pair<std::string, std::string>> requests_;  // kind, bytes
  std::list<std::thread> threads_;
  std::thread acceptor_;
};

// A port of this machine that nobody listens on, and nobody else is given.
class ClosedPort {
 public:
  ClosedPort();
  std::uint16_t number() const { return number_; }

 private:
  std::uint16_t number_ = 0;
  Descriptor socket_;
};

// A port that never accepts: whoever calls it waits.
class DeafPort {
 public:
  DeafPort();
  std::uint16_t number() const { return number_; }

 private:
  std::uint16_t number_ = 0;
  Descriptor socket_;
  std::vector<Descriptor> queue_;  // full
};

}  // namespace percept::test
