// SPDX-License-Identifier: MIT
//
// What the service is asked and what it replies, without the wire: handlers turn a Request into a Reply, and only
// http_server.cpp knows the HTTP library. Replies are JSON unless they say otherwise; a refusal is an object with
// `error` and `hint`.
//
// Internal to service/.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace percept::service {

using Json = nlohmann::ordered_json;

struct Request {
  std::string method, path;
  std::map<std::string, std::string> query;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
  std::vector<std::string> arguments;  // what stands in the path for the {…} of its route
  bool privileged = false;             // may see what is hidden (access.h)

  const std::string* header(const std::string& name) const;     // null when there is none
  const std::string* parameter(const std::string& name) const;  // of the query
};

struct Reply {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  // A reply without an end of its own: the next piece, perhaps empty, after at most about a second; nothing at the end.
  std::function<std::optional<std::string>()> stream = {};
};

std::string text_of(const Json& json);  // bytes that are not UTF-8 replaced
Reply reply(int status, const Json& json);
Reply refusal(int status, const Error& error);
Reply refusal(int status, const Error& error, const Json& more);  // with the fields of `more`

// The whole number of this parameter, up to `most`; `fallback` when it is not there.
Result<std::size_t> number_of(const Request& request, const std::string& parameter, std::size_t fallback,
                              std::size_t most);
// Refuses a query with a parameter that is not one of these.
Result<void> check_query(const Request& request, const std::vector<std::string>& known);

}  // namespace percept::service
