// SPDX-License-Identifier: MIT
//
// The wire's HTTP server (wire/http_server.h) in the words of the service: requests come in as service::Request,
// replies and streams go out. Every connection serves one request.
//
// Internal to service/.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "service/exchange.h"
#include "wire/http_server.h"

namespace percept::service {

class HttpServer {
 public:
  using Handler = std::function<Reply(Request)>;
  using Refused = std::function<std::optional<Reply>(const Request&)>;  // by its header alone

  HttpServer(Handler handler, Refused refused, std::size_t answers)
      : handler_(std::move(handler)), refused_(std::move(refused)), answers_(answers) {}

  // Port 0 is any; returns the one it is.
  Result<int> start(const std::string& host, int port);
  void stop() {
    if (server_) server_->close();
  }

 private:
  void answer(const wire::Arrived& arrived, wire::Line& line) const;

  Handler handler_;
  Refused refused_;
  std::size_t answers_;  // and streams at once; more wait
  std::unique_ptr<wire::HttpServer> server_;
};

}  // namespace percept::service
