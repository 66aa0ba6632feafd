// SPDX-License-Identifier: MIT
//
// Which request goes where. A route is a method, a path with {…} for parts that vary, whether it changes anything, and
// a handler. answer() finds the route, asks Access, and calls the handler; the OpenAPI document has exactly these
// routes (a test compares them).
//
// Internal to service/.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "service/access.h"
#include "service/exchange.h"

namespace percept::service {

struct Route {
  std::string method, path;
  std::function<Reply(const Request&)> handle;
  bool of_seat = false;  // asks for the token of a seat instead of the service's

  bool changes_state() const { return method != "GET"; }
};

// Why the request is not answered, from its method, path and header alone: before anybody reads its body.
std::optional<Reply> refused_by_header(const std::vector<Route>& routes, const Access& access, const Request& request);
// The reply of the route that the request asks for, or why there is none.
Reply answer(const std::vector<Route>& routes, const Access& access, Request request);

}  // namespace percept::service
