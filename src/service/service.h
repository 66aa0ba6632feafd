// SPDX-License-Identifier: MIT
//
// A game manager as a service: HTTP with JSON, described by its own /openapi.json. It owns the running matches, the
// list of players and the live events; records are in the store.
//
//   auto service = Service::start({.port = 0, .store = "matches.db", .games = "games"});
//   (*service)->address();                    // "http://127.0.0.1:40123"
//   (*service)->stop();                       // breaks off what runs; what was played is on record
//
// Any thread may call this.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"

namespace percept::service {

inline constexpr int kServicePort = 9146;  // players listen at 9147

struct ServiceOptions {
  std::string host = "127.0.0.1";
  int port = kServicePort;  // 0: any that is free
  std::string store = {};   // a file
  std::string games = {};   // a folder of rule sheets
  std::optional<std::string> token =
      {};  // needed for changes; one is made when it is missing and bound wider than loopback
  std::size_t matches_at_once = 4;
  std::size_t watchers = 64;
  std::size_t megabytes = 4096;  // of a process that runs rules; 0 for no limit
  double poll_seconds = 10;      // between two INFOs to a registered player
  std::string version = {};
  std::function<void(const std::string&)> log = {};  // a line a match; called on many threads
};

class Service {
 public:
  // An error says what keeps it from starting.
  static Result<std::unique_ptr<Service>> start(ServiceOptions options);
  ~Service();

  int port() const;
  std::string address() const;
  const std::optional<std::string>& token() const;
  void stop();

 private:
  class State;
  explicit Service(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace percept::service
