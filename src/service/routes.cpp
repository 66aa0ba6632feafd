// SPDX-License-Identifier: MIT
#include "service/routes.h"

#include <fmt/format.h>

#include <algorithm>

namespace percept::service {
namespace {

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> out;
  while (!path.empty()) {
    path.remove_prefix(1);  // its slash
    std::size_t end = std::min(path.find('/'), path.size());
    out.push_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  if (out.size() > 1 && out.back().empty()) out.pop_back();  // a slash at the end means nothing
  return out;
}

// The parts that stand for {…}, when the path is one of the route's.
std::optional<std::vector<std::string>> arguments(const Route& route, std::string_view path) {
  std::vector<std::string_view> pattern = parts_of(route.path), parts = parts_of(path);
  if (pattern.size() != parts.size()) return std::nullopt;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (pattern[i].starts_with('{'))
      out.emplace_back(parts[i]);
    else if (pattern[i] != parts[i])
      return std::nullopt;
  }
  return out;
}

}  // namespace

Reply answer(const std::vector<Route>& routes, const Access& access, Request request) {
  std::string method = request.method == "HEAD" ? "GET" : request.method;
  const Route* route = nullptr;
  std::string allowed;
  for (const Route& candidate : routes) {
    auto found = arguments(candidate, request.path);
    if (!found) continue;
    allowed += (allowed.empty() ? "" : ", ") + candidate.method;
    if (candidate.method != method) continue;
    route = &candidate;
    request.arguments = std::move(*found);
  }
  if (auto refused = access.refused(request, route && route->changes_state(), !route || !route->of_seat))
    return *refused;
  if (!route && allowed.empty())
    return refusal(404,
                   {fmt::format("there is nothing at {}", request.path), "/api has links, /openapi.json the rest"});
  if (!route) {
    Reply out = refusal(405, {fmt::format("{} is not for {}", request.path, request.method), "it is for " + allowed});
    out.headers.emplace_back("Allow", allowed);
    return out;
  }
  // Who asks from a seat is that role and nobody else.
  request.privileged = access.privileged(request) && !request.header("percept-seat");
  return route->handle(request);
}

}  // namespace percept::service
