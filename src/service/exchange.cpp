// SPDX-License-Identifier: MIT
#include "service/exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace percept::service {
namespace {

const std::string* found(const std::map<std::string, std::string>& map, const std::string& key) {
  auto it = map.find(key);
  return it == map.end() ? nullptr : &it->second;
}

}  // namespace

const std::string* Request::header(const std::string& name) const { return found(headers, name); }
const std::string* Request::parameter(const std::string& name) const { return found(query, name); }

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Reply reply(int status, const Json& json) { return {.status = status, .body = text_of(json) + '\n'}; }

Reply refusal(int status, const Error& error) { return refusal(status, error, Json::object()); }

Reply refusal(int status, const Error& error, const Json& more) {
  Json json = {{"error", printable(error.message)}, {"hint", printable(error.hint)}};
  json.update(more);
  return reply(status, json);
}

Result<std::size_t> number_of(const Request& request, const std::string& parameter, std::size_t fallback,
                              std::size_t most) {
  const std::string* text = request.parameter(parameter);
  if (!text) return fallback;
  if (auto number = whole_number(*text); number && *number <= most) return *number;
  return failure(fmt::format("the parameter {} is no whole number from 0 to {}: {}", parameter, most, *text));
}

Result<void> check_query(const Request& request, const std::vector<std::string>& known) {
  for (const auto& [name, value] : request.query)
    if (std::ranges::find(known, name) == known.end())
      return failure(fmt::format("{} takes no parameter {}", request.path, name), suggestion(name, known));
  return {};
}

}  // namespace percept::service
