// SPDX-License-Identifier: MIT
#include "service/routes.h"

#include <fmt/format.h>

#include <algorithm>

#include "service/assets.h"

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

struct Routed {
  const Route* route = nullptr;  // null when there is none
  std::vector<std::string> arguments;
  std::string allowed;  // methods of this path
};

Routed routed(const std::vector<Route>& routes, const Request& request) {
  std::string method = request.method == "HEAD" ? "GET" : request.method;
  Routed out;
  for (const Route& candidate : routes) {
    auto parts = arguments(candidate, request.path);
    if (!parts) continue;
    out.allowed += (out.allowed.empty() ? "" : ", ") + candidate.method;
    if (candidate.method != method) continue;
    out.route = &candidate;
    out.arguments = std::move(*parts);
  }
  return out;
}

std::optional<Reply> no_answer(const Routed& found, const Access& access, const Request& request) {
  if (auto refused =
          access.refused(request, found.route && found.route->changes_state(), !found.route || !found.route->of_seat))
    return refused;
  if (found.route) return std::nullopt;
  if (found.allowed.empty()) {
    // Whoever came by a browser is told by a page.
    const std::string* accepted = request.header("accept");
    if (accepted && accepted->find("text/html") != std::string::npos && !request.path.starts_with("/api"))
      return missing_page();
    return refusal(404,
                   {fmt::format("there is nothing at {}", request.path), "/api has links, /openapi.json the rest"});
  }
  Reply out =
      refusal(405, {fmt::format("{} is not for {}", request.path, request.method), "it is for " + found.allowed});
  out.headers.emplace_back("Allow", found.allowed);
  return out;
}

}  // namespace

std::optional<Reply> refused_by_header(const std::vector<Route>& routes, const Access& access, const Request& request) {
  return no_answer(routed(routes, request), access, request);
}

Reply answer(const std::vector<Route>& routes, const Access& access, Request request) {
  Routed found = routed(routes, request);
  if (auto no = no_answer(found, access, request)) return *no;
  request.arguments = std::move(found.arguments);
  // Who asks from a seat is that role and nobody else.
  request.privileged = access.privileged(request) && !request.header("percept-seat");
  return found.route->handle(request);
}

}  // namespace percept::service
