// SPDX-License-Identifier: MIT
//
// The HTTP library behind a small class: requests come in as service::Request, replies and streams go out. Every
// connection serves one request and has a thread for it, so that idle ones hold nothing.
//
// Internal to service/.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "service/exchange.h"

namespace percept::service {

struct ServerLimits {
  std::size_t threads = 96;    // requests and watchers at once; more wait
  std::size_t body = 2 << 20;  // bytes
};

class HttpServer {
 public:
  using Handler = std::function<Reply(Request)>;

  HttpServer(Handler handler, const ServerLimits& limits);
  ~HttpServer();

  // Port 0 is any; returns the one it is.
  Result<int> start(const std::string& host, int port);
  void stop();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace percept::service
