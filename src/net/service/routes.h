// SPDX-License-Identifier: MIT
//
// Which request goes where. A route is a method, a path with {…} for parts that vary, whether it changes anything, and
// a handler. answer() finds the route, asks Access, and calls the handler; the OpenAPI document has exactly these
// routes (a test compares them).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "net/service/access.h"
#include "net/service/exchange.h"

namespace percept::net::service {

struct Route {
  std::string method, path;
  std::function<Reply(const Request&)> handle;

  bool changes_state() const { return method != "GET"; }
};

// The reply of the route that the request asks for, or why there is none.
Reply answer(const std::vector<Route>& routes, const Access& access, Request request);

}  // namespace percept::net::service
